import type { OutsideAnswer, OutsideFailure } from '../outside.ts'
import type { LimitJournal } from './limit-journal.ts'

/** Event time between two probes of one kind of call. */
export const probeEvery_ms = 20_000
/** Number of failures in a row that count as an outage. */
const outageFailures = 3
/**
 * Event time after which an outcome is outdated. During an outage a call is rarely made, so its last outcome is valid for longer.
 */
const recent_ms = { usual: 2 * 60_000, away: 30 * 60_000 }
/** Event time: a doubtful answer is accepted if it repeats after this, and another call has succeeded meanwhile. */
const doubtFor_ms = 15_000
const maxDoubts = 1000

/** State of one kind of call, such as characters or guild tabs. */
interface Part {
  failures_in_a_row: number
  /** Event time of the first of these failures. */
  failing_since: number
  isAway: boolean
  isProbing: boolean
  probe_at: number
  /** The last answer that shows whether the game works. */
  last: { readonly at: number; readonly isGood: boolean } | null
}

/** Decides whether a request may be sent, and evaluates its answer. */
export interface Passage {
  /** `wait` while a probe is in progress; `drop` until the next probe is due. */
  look(): 'go' | 'wait' | 'drop'
  pass(): void
  /** The failure for a dropped request. */
  refuse(): { readonly ok: false; readonly failure: OutsideFailure }
  /**
   * @param isStopped Muster aborted the request, so its failure proves nothing.
   * @returns the answer; a failure caused by an outage becomes `unavailable`, regardless of what the game sent.
   */
  settle<T>(answer: OutsideAnswer<T>, isStopped: boolean): OutsideAnswer<T>
}

export interface Availability {
  /**
   * @param url for doubtful answers, which concern one address. @param namesLeague the game may answer that the league does not
   *   exist.
   */
  passageOf(endpoint: string, url: string, namesLeague: boolean): Passage
}

const isPage = ({ reason, excerpt }: OutsideFailure) => reason === 'malformed' && excerpt?.trimStart().startsWith('<') === true

/** `none` proves nothing about the game. `puzzle` is either an outage or a problem of this request; other calls decide. */
function weigh(answer: OutsideAnswer<unknown>): 'good' | 'bad' | 'puzzle' | 'none' {
  if (answer.ok) return 'good'
  const { reason, had_no_effect } = answer.failure
  if (reason === 'blocked') return 'none'
  if (reason === 'unavailable') return had_no_effect ? 'none' : 'bad'
  return reason === 'malformed' || reason === 'refused' || reason === 'missing' ? 'puzzle' : 'good'
}

/**
 * Detects outages of the game. After three failures in a row of one kind of call, a probe every 20 s replaces all calls of that
 * kind. The probe is a request that was due anyway; others wait for its answer, and continue as soon as one succeeds. When one
 * kind of call works again, the others are probed immediately.
 *
 * During maintenance the game also answers 400 "Invalid query", 404, or an HTML page instead of data; a wrong league or a broken
 * tab has the same effect. If at least half of the other kinds of calls fail too, it counts as an outage. An HTML page, and a
 * refusal of a request that names a league, are accepted only when repeated: they may be the first sign of an outage.
 *
 * Seen: error pages instead of JSON during maintenance (PoE-TradeMacro, issues 135 and 136, 2016; awakened-poe-trade, issue 1018,
 * 2023); unreadable leagues hours before a league start (testpushpleaseignore/acquisition, issue 41, 2023); 503 for all calls
 * (PathOfBuilding-PoE2, issue 1615, December 2025); code 2 "Invalid query" for a league that the API does not know (stashvision,
 * issue 6, 2020); code 7 "Temporarily Unavailable" (developer docs, API errors). The wording "Invalid query; League not found"
 * comes from the report of this defect; no public source for it was found. Only the status is used.
 * @param journal carries the state of outages from one process to the next.
 */
export function createAvailability(now: () => number, journal?: LimitJournal): Availability {
  const parts = new Map<string, Part>()
  /** Time of the first doubtful answer, by address. */
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
    const [oldest] = doubts.size > maxDoubts ? doubts.keys() : []
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

  /** Records an answer. @returns whether a failure belongs to an outage. */
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
          const detail = 'the game does not respond; the request was not sent'
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
