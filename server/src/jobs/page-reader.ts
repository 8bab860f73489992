import type { GameAnswer } from '../gateways/game/gateway.ts'
import { isLeap } from '../ingestion/stash/stream-position.ts'
import type { PickedPage } from '../ingestion/stash/store-pages.ts'

/** A page received from the game: the tabs relevant to the event, and the next position. */
export interface TakenPage extends PickedPage {
  readonly next_change_id: string
  /** True if the page contains no tabs at all. */
  readonly isEmpty: boolean
}

/** @param onNext called with the next position as soon as the page's head names it, while the body is still loading. */
type FetchPage<Round> = (round: Round, change_id: string, onNext: (next: string) => void) => Promise<GameAnswer<TakenPage>>

interface AskedPage {
  readonly change_id: string
  readonly answer: Promise<GameAnswer<TakenPage>>
  /** From the page's head once that has arrived, later from the page itself. */
  next_change_id: string | null
  /** null until the page has arrived and its tabs are picked. */
  taken: TakenPage | null
  hasFailed: boolean
  /** A read has waited for this page. If it is still queued, it failed and has to be requested again. */
  isSpent: boolean
}

/** Maximum number of pages read ahead of the first stored one; only the tabs relevant to the event are kept. */
export const maxAhead = 8
/** Maximum number of these pages that are loading: memory holds each of them in full. */
const maxLoading = 2

/**
 * Reads ahead: as soon as the head of a page names the next page, that page is requested, so reading continues while pages are
 * stored. A slower store receives more pages at once. A failed page comes before all pages behind it: until it has arrived none
 * of them is requested, so it never waits for a rate limit because of pages that cannot be stored yet.
 */
export function createPageReader<Round>(fetchPage: FetchPage<Round>) {
  /** In stream order. */
  let asked: AskedPage[] = []

  function ask(round: Round, change_id: string): AskedPage {
    const answer = fetchPage(round, change_id, (next) => {
      leadTo(page, next)
      askAhead(round)
    })
    const page: AskedPage = { change_id, answer, next_change_id: null, taken: null, hasFailed: false, isSpent: false }
    page.answer.then(
      (answered) => {
        page.hasFailed = !answered.ok
        if (answered.ok) page.taken = answered.value
        if (answered.ok && page.next_change_id !== null) leadTo(page, answered.value.next_change_id)
        askAhead(round)
      },
      // The error is thrown by the read that waits for the page.
      () => (page.hasFailed = true),
    )
    return page
  }

  /** Discards the pages behind this one if they do not follow it. */
  function leadTo(page: AskedPage, next: string): void {
    page.next_change_id = next
    const place = asked.indexOf(page)
    if (place >= 0 && asked[place + 1]?.change_id !== next) asked = asked.slice(0, place + 1)
  }

  function askAhead(round: Round): void {
    const last = asked.at(-1)
    const next = last?.next_change_id ?? null
    if (!last || next === null || asked.length >= maxAhead) return
    if (asked.some(({ hasFailed, next_change_id }) => hasFailed || next_change_id === null)) return
    if (asked.filter(({ taken }) => taken === null).length >= maxLoading) return
    // A repeated id is the end of the stream: no page follows yet.
    if (next === last.change_id || isLeap(last.change_id, next)) return
    asked.push(ask(round, next))
  }

  return {
    async read(round: Round, change_id: string): Promise<GameAnswer<TakenPage>> {
      if (asked[0]?.change_id !== change_id) asked = []
      // A repeated request keeps the pages behind it.
      const page = asked[0]?.isSpent === false ? asked[0] : ask(round, change_id)
      asked[0] = page
      page.isSpent = true
      const answer = await page.answer
      if (answer.ok) asked.shift()
      askAhead(round)
      return answer
    },
    /** Takes the next page if it has arrived and `isFit` accepts it. Otherwise returns null and leaves the page to `read`. */
    takeReady(round: Round, change_id: string, isFit: (page: TakenPage) => boolean): TakenPage | null {
      const page = asked[0]
      if (page?.change_id !== change_id || page.taken === null || !isFit(page.taken)) return null
      asked.shift()
      askAhead(round)
      return page.taken
    },
  }
}
