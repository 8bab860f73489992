import type { OverlayGain } from '@muster/contract/broadcast'

/** A gain with the moment of its score, ms. */
export interface Gain extends OverlayGain {
  readonly scored_ms: number
}

/** Points of a team within this time share one alert. */
export const shared_ms = 2000
/** Duration of an alert's entry and of its exit, and the time it is shown in between. */
export const move_ms = 220
export const stand_ms = 6000
/** Alerts that wait longer are dropped, because they would be old news. */
const maxWait_ms = 60_000
const maxWaiting = 10

/** One or more gains of a team, announced together. */
export interface Alert {
  readonly team_id: number
  readonly gains: readonly Gain[]
  readonly points: number
  /** The gain with the most points; the text of the alert is about this one. */
  readonly main: Gain
}

/** The newest gains that a page has had, to find the new ones in the next state. */
export interface Seen {
  /** All of the newest time. */
  readonly keys: ReadonlySet<string>
  readonly newest_ms: number
}

export const nothingSeen: Seen = { keys: new Set(), newest_ms: 0 }

/** A score changes once in a step of the scoreboard, so no two gains have the same three values. */
export const keyOfGain = ({ scored_at, team_id, objective_id }: OverlayGain): string => `${scored_at} ${team_id} ${objective_id}`

/** Adds the gains of a state. Gains that the producer hides later still count as seen. */
export function seeGains({ keys, newest_ms }: Seen, gains: readonly Gain[]): Seen {
  const newest = Math.max(newest_ms, ...gains.map(({ scored_ms }) => scored_ms))
  const added = gains.filter(({ scored_ms }) => scored_ms === newest).map(keyOfGain)
  return { keys: new Set([...(newest === newest_ms ? keys : []), ...added]), newest_ms: newest }
}

/** The gains that are new in a state, oldest first. Old ones may appear again once a producer shows their objective. */
export function listNewGains({ keys, newest_ms }: Seen, gains: readonly Gain[]): Gain[] {
  return gains.filter((gain) => gain.scored_ms >= newest_ms && !keys.has(keyOfGain(gain))).toReversed()
}

interface Waiting {
  readonly alert: Alert
  readonly since_ms: number
}

/** Alerts on a page; times in milliseconds of the page's clock. */
export interface AlertQueue {
  readonly seen: Seen
  readonly shown: Waiting | null
  readonly waiting: readonly Waiting[]
}

function makeAlert(gains: readonly Gain[]): Alert {
  const [first, ...rest] = gains
  if (!first) throw new Error('an alert needs points')
  const main = rest.reduce((best, gain) => (gain.points > best.points ? gain : best), first)
  return { team_id: first.team_id, gains, main, points: gains.reduce((sum, { points }) => sum + points, 0) }
}

/** A page that was just opened announces nothing that happened earlier. */
export const openAlerts = (gains: readonly Gain[]): AlertQueue => ({
  seen: seeGains(nothingSeen, gains),
  shown: null,
  waiting: [],
})

/** Whether a gain belongs to an alert: the same team, soon after its first gain. */
function shares({ team_id, gains }: Alert, gain: Gain): boolean {
  const [first] = gains
  return first !== undefined && team_id === gain.team_id && gain.scored_ms - first.scored_ms <= shared_ms
}

const isLeaving = ({ since_ms }: Waiting, now_ms: number) => now_ms >= since_ms + move_ms + stand_ms

/** Queues the new gains of a state, which lists the newest first. They join the alert on the screen while it is shown. */
export function addGains(queue: AlertQueue, gains: readonly Gain[], now_ms: number): AlertQueue {
  const added = listNewGains(queue.seen, gains)
  let { shown } = queue
  const waiting = [...queue.waiting]
  for (const gain of added) {
    if (shown && !isLeaving(shown, now_ms) && shares(shown.alert, gain)) {
      shown = { ...shown, alert: makeAlert([...shown.alert.gains, gain]) }
      continue
    }
    const at = waiting.findIndex(({ alert }) => shares(alert, gain))
    const same = waiting[at]
    if (same) waiting[at] = { ...same, alert: makeAlert([...same.alert.gains, gain]) }
    else waiting.push({ alert: makeAlert([gain]), since_ms: now_ms })
  }
  return { seen: seeGains(queue.seen, gains), shown, waiting: waiting.slice(-maxWaiting) }
}

/** The queue at a time: an alert ends after its time, then the next one comes in. */
export function advanceAlerts(queue: AlertQueue, now_ms: number): AlertQueue {
  const { shown } = queue
  if (shown && now_ms < shown.since_ms + 2 * move_ms + stand_ms) return queue
  const waiting = queue.waiting.filter(({ since_ms }) => now_ms - since_ms <= maxWait_ms)
  const [next, ...rest] = waiting
  if (!next) return shown === null && queue.waiting.length === 0 ? queue : { ...queue, shown: null, waiting: [] }
  return { ...queue, shown: { alert: next.alert, since_ms: now_ms }, waiting: rest }
}

/** The alert on the screen, and whether it is leaving. */
export function readAlert({ shown }: AlertQueue, now_ms: number): { readonly alert: Alert; readonly is_leaving: boolean } | null {
  return shown && { alert: shown.alert, is_leaving: isLeaving(shown, now_ms) }
}

/** When the screen changes next without a new gain; null: never. */
export function findNextTurn({ shown, waiting }: AlertQueue, now_ms: number): number | null {
  if (!shown) return waiting.length > 0 ? now_ms : null
  return isLeaving(shown, now_ms) ? shown.since_ms + 2 * move_ms + stand_ms : shown.since_ms + move_ms + stand_ms
}
