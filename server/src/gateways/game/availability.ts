import type { OutsideAnswer, OutsideFailure } from '../outside.ts'
import type { LimitJournal } from './limit-journal.ts'

/** Event time between two probes of one kind of call. */
export const probeEvery_ms = 20_000
/** Failures in a row that make an outage. */
const outageFailures = 3
/** Event time: an older outcome says nothing about the present. A call that is away is asked seldom, so its last outcome holds longer. */
const recent_ms = { usual: 2 * 60_000, away: 30 * 60_000 }
/** Event time: a doubtful answer is believed when it is repeated after this, and another call has gone well meanwhile. */
const doubtFor_ms = 15_000
const mostDoubts = 1000

/** One kind of call, such as characters or guild tabs. */
interface Part {
  failures_in_a_row: number
  /** Event time of the first of these failures. */
  failing_since: number
  isAway: boolean
  isProbing: boolean
  probe_at: number
  /** The last answer that proves something about the game: that it works, or that it does not. */
  last: { readonly at: number; readonly isGood: boolean } | null
}

/** Decides whether a request may leave, and weighs its answer. */
export interface Passage {
  /** `wait` for the probe that is under way; `drop` until it is time for the next probe. */
  look(): 'go' | 'wait' | 'drop'
  pass(): void
  /** The failure of a request that was dropped. */
  refuse(): { readonly ok: false; readonly failure: OutsideFailure }
  /**
   * @param isStopped We broke the request off, so that its failure proves nothing.
   * @returns the answer; a failure that belongs to an outage is `unavailable`, whatever the game sent.
   */
  settle<T>(answer: OutsideAnswer<T>, isStopped: boolean): OutsideAnswer<T>
}

export interface Availability {
  /** @param url for doubts, which are about one address. @param namesLeague The game can say that there is no such league. */
  passageOf(endpoint: string, url: string, namesLeague: boolean): Passage
}

const isPage = ({ reason, excerpt }: OutsideFailure) => reason === 'malformed' && excerpt?.trimStart().startsWith('<') === true

/** `none`: says nothing about the game. `puzzle`: an outage or a problem of this one request; other calls decide. */
function weigh(answer: OutsideAnswer<unknown>): 'good' | 'bad' | 'puzzle' | 'none' {
  if (answer.ok) return 'good'
  const { reason, had_no_effect } = answer.failure
  if (reason === 'blocked') return 'none'
  if (reason === 'unavailable') return had_no_effect ? 'none' : 'bad'
  return reason === 'malformed' || reason === 'refused' || reason === 'missing' ? 'puzzle' : 'good'
}

/**
 * Knows whether the game answers. An outage belongs to the provider: after three failures in a row of one kind of call, one probe
 * every 20 s replaces all calls of that kind. The probe is a request that was due anyway; others wait for its answer, and go on as
 * soon as it is a good one. When one kind of call is back, the others are probed at once.
 *
 * A maintenance also answers 400 "Invalid query", 404, or a page instead of data, and so does a wrong league or a broken tab. Where
 * at least half of the other kinds of calls fail too, it is the outage. A page, and a refusal where a league was named, are believed
 * only when repeated: they may be the first sign of an outage.
 *
 * Seen: error pages instead of JSON during maintenance (PoE-TradeMacro, issues 135 and 136, 2016; awakened-poe-trade, issue 1018,
 * 2023); unreadable leagues hours before a league start (testpushpleaseignore/acquisition, issue 41, 2023); 503 for all calls
 * (PathOfBuilding-PoE2, issue 1615, December 2025); code 2 "Invalid query" for a league that the API does not know (stashvision,
 * issue 6, 2020); code 7 "Temporarily Unavailable" (developer docs, API errors). The wording "Invalid query; League not found"
 * comes from the report of this defect; no public source for it was found. Only the status is relied on.
 * @param journal what earlier processes met, and where the next one reads what this one did.
 */
export function createAvailability(now: () => number, journal?: LimitJournal): Availability {
  const parts = new Map<string, Part>()
  /** When an address first gave an answer that is not believed yet. */
  const doubts = new Map<string, number>()

  function partOf(endpoint: string): Part {
    let part = parts.get(endpoint)
    if (!part) {
      part = { failures_in_a_row: 0, failing_since: 0, isAway: false, isProbing: false, probe_at: 0, last: null }
      parts.set(endpoint, part)
    }
    return part
  }
  for (const note of journal?.notes ?? []) {
    if (note.is === 'away') Object.assign(partOf(note.endpoint), { isAway: true, failing_since: note.since })
    else if (note.is === 'back') partOf(note.endpoint).isAway = false
  }

  function doOthersFail(part: Part): boolean {
    const heard = [...parts.values()].filter(
      (one) => one !== part && one.last !== null && now() - one.last.at <= (one.isAway ? recent_ms.away : recent_ms.usual),
    )
    const bad = heard.filter(({ last }) => last?.isGood === false).length
    return bad > 0 && bad * 2 >= heard.length
  }

  function isDoubted(part: Part, url: string): boolean {
    const since = doubts.get(url)
    if (since !== undefined) {
      const isOtherWell = [...parts.values()].some((one) => one !== part && one.last?.isGood === true && one.last.at > since)
      return now() - since < (isOtherWell ? doubtFor_ms : recent_ms.usual)
    }
    doubts.set(url, now())
    const [oldest] = doubts.size > mostDoubts ? doubts.keys() : []
    if (oldest !== undefined) doubts.delete(oldest)
    return true
  }

  function noteGood(endpoint: string, part: Part): void {
    part.failures_in_a_row = 0
    if (!part.isAway) return
    part.isAway = false
    journal?.write({ is: 'back', endpoint, at: now() })
    for (const other of parts.values()) other.probe_at = 0
  }

  function noteBad(endpoint: string, part: Part): void {
    const at = now()
    if (part.failures_in_a_row === 0 && !part.isAway) part.failing_since = at
    part.failures_in_a_row++
    part.isAway ||= part.failures_in_a_row >= outageFailures
    if (!part.isAway) return
    part.probe_at = at + probeEvery_ms
    journal?.write({ is: 'away', endpoint, since: part.failing_since, at })
  }

  const describeAway = ({ failing_since, probe_at }: Part, was_asked: boolean) => ({
    since: failing_since,
    again_at: Math.max(probe_at, now()),
    was_asked,
  })

  /** Takes note of an answer. @returns whether a failure is the outage's. */
  function note(endpoint: string, part: Part, url: string, namesLeague: boolean, answer: OutsideAnswer<unknown>): boolean {
    const weight = weigh(answer)
    if (weight === 'none') return false
    const page = !answer.ok && isPage(answer.failure)
    const isGood = weight !== 'bad' && !page
    const isOutage = weight === 'puzzle' && doOthersFail(part)
    if (page || !isOutage) part.last = { at: now(), isGood }
    if (isOutage) {
      noteBad(endpoint, part)
      return true
    }
    const isDoubtful = page || (namesLeague && !answer.ok && answer.failure.reason === 'refused')
    if (answer.ok) doubts.delete(url)
    if (isGood) noteGood(endpoint, part)
    else noteBad(endpoint, part)
    return weight === 'bad' || (isDoubtful && isDoubted(part, url))
  }

  return {
    passageOf(endpoint, url, namesLeague) {
      const part = partOf(endpoint)
      let isProbe = false
      return {
        look() {
          if (!part.isAway) return 'go'
          if (part.isProbing) return 'wait'
          return now() >= part.probe_at ? 'go' : 'drop'
        },
        pass() {
          isProbe = part.isAway
          part.isProbing ||= isProbe
        },
        refuse() {
          const detail = 'the game does not respond; this was not asked'
          return { ok: false, failure: { reason: 'unavailable', detail, had_no_effect: true, away: describeAway(part, false) } }
        },
        settle(answer, isStopped) {
          if (isProbe) part.isProbing = false
          if (isStopped && !answer.ok) return answer
          if (isProbe) part.probe_at = now() + probeEvery_ms
          const isOfOutage = note(endpoint, part, url, namesLeague, answer)
          if (answer.ok || !isOfOutage) return answer
          const away = part.isAway ? { away: describeAway(part, true) } : {}
          return { ok: false, failure: { ...answer.failure, reason: 'unavailable', ...away } }
        },
      }
    },
  }
}
