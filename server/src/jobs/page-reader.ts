import type { GameAnswer } from '../gateways/game/gateway.ts'
import { isLeap } from '../ingestion/stash/stream-position.ts'
import type { PickedPage } from '../ingestion/stash/store-pages.ts'

/** A page that the game has given: what of it concerns the event, and where it leads. */
export interface TakenPage extends PickedPage {
  readonly next_change_id: string
  /** It shows nothing of anybody. */
  readonly isEmpty: boolean
}

/** @param onNext is called with the position that the page's head names, while its body is still on the way. */
type FetchPage<Round> = (round: Round, change_id: string, onNext: (next: string) => void) => Promise<GameAnswer<TakenPage>>

interface AskedPage {
  readonly change_id: string
  readonly answer: Promise<GameAnswer<TakenPage>>
  /** As the page's head names it, once that is here, and then as the page itself does. */
  next_change_id: string | null
  /** null until it is here and packed. */
  taken: TakenPage | null
  hasFailed: boolean
  /** Somebody has waited for it: if it is still in line it failed, and is asked for anew. */
  isSpent: boolean
}

/** Pages that are read before the first of them is stored; of each only what concerns the event is kept. */
export const mostAhead = 8
/** Of these, pages that are on their way: memory holds so many whole ones. */
const mostOnTheirWay = 2

/**
 * Reads ahead: as soon as the head of a page names the next one, that one is asked for, so that reading goes on while pages
 * are stored. The slower the store is, the more pages it is given at once. A page that failed comes before all behind it: until
 * it is here none of them is asked for, so that it never waits for a limit because of a page that cannot be stored before it.
 */
export function createPageReader<Round>(fetchPage: FetchPage<Round>) {
  /** In the order of the stream. */
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
      // Thrown where the page is waited for.
      () => (page.hasFailed = true),
    )
    return page
  }

  /** Whatever was asked for behind it and is not what it leads to is of no use. */
  function leadTo(page: AskedPage, next: string): void {
    page.next_change_id = next
    const place = asked.indexOf(page)
    if (place >= 0 && asked[place + 1]?.change_id !== next) asked = asked.slice(0, place + 1)
  }

  function askAhead(round: Round): void {
    const last = asked.at(-1)
    const next = last?.next_change_id ?? null
    if (!last || next === null || asked.length >= mostAhead) return
    if (asked.some(({ hasFailed, next_change_id }) => hasFailed || next_change_id === null)) return
    if (asked.filter(({ taken }) => taken === null).length >= mostOnTheirWay) return
    // An id that repeats is the end of the stream: there is nothing behind it yet.
    if (next === last.change_id || isLeap(last.change_id, next)) return
    asked.push(ask(round, next))
  }

  return {
    async read(round: Round, change_id: string): Promise<GameAnswer<TakenPage>> {
      if (asked[0]?.change_id !== change_id) asked = []
      // Asked for again, a page leaves those behind it in their places.
      const page = asked[0]?.isSpent === false ? asked[0] : ask(round, change_id)
      asked[0] = page
      page.isSpent = true
      const answer = await page.answer
      if (answer.ok) asked.shift()
      askAhead(round)
      return answer
    },
    /** The page that follows one which was read; null when it is not here yet, failed, or `isFit` says no: it is left to be read. */
    takeReady(round: Round, change_id: string, isFit: (page: TakenPage) => boolean): TakenPage | null {
      const page = asked[0]
      if (page?.change_id !== change_id || page.taken === null || !isFit(page.taken)) return null
      asked.shift()
      askAhead(round)
      return page.taken
    },
  }
}
