import type { ApprovalStatus } from '@muster/contract/submissions'
import type { PersonalNoticeKind } from '@muster/contract/personal-notices'
import { hasBegun } from '../scoring/team-ranks.ts'
import type { NoticeValues } from './notice-kinds.ts'
import type { Standing } from './notice.ts'
import { personalRowOf } from './personal-kinds.ts'

/** The notice of an opening comes this long before. */
export const openingLead_ms = 10 * 60_000
/** The notice that signups close comes this long before. */
export const signupsLead_ms = 24 * 3_600_000
/** The notice of stopped tracking comes after this long. */
export const trackingPatience_ms = 10 * 60_000
/** Names of rivals in one notice; more are counted. */
const maxRivals = 3

/** A notice for a person who is not named in it; times in milliseconds. */
export interface PersonalFinding {
  readonly kind: PersonalNoticeKind
  /** The same for the same thing, however often and by however many processes it is found. */
  readonly key: string
  readonly at: number
  /** Pushed until then. */
  readonly useful_until: number
  readonly values: NoticeValues
}

const finding = (
  kind: PersonalNoticeKind,
  key: string | number,
  at: number,
  values: NoticeValues,
  end = Infinity,
): PersonalFinding => ({
  kind,
  key: `${kind}:${key}`,
  at,
  useful_until: Math.min(at + personalRowOf(kind).useful_ms, end),
  values,
})

/** @param objective its name, if its player may see it now */
export const findDecision = (step_id: number, status: ApprovalStatus, objective: string | null, at: number): PersonalFinding =>
  finding('report_decided', step_id, at, { case: status, objective: objective ?? 'an objective that is not open' })

/** "Owls", "Owls and Falcons", "Owls, Falcons, Foxes and 2 more". */
function tellRivals(names: readonly string[]): string {
  const [first, ...others] = names.slice(0, maxRivals)
  const more = names.length - maxRivals
  if (more > 0) return `${[first, ...others].join(', ')} and ${more} more`
  const last = others.pop()
  return last === undefined ? (first ?? '') : `${[first, ...others].join(', ')} and ${last}`
}

/**
 * Finds teams that lost rank, with the rivals that were behind or level before and are ahead now. Without points there are no ranks.
 * @param change a number that is different after each change of scores
 */
export function findOvertaken(
  before: readonly Standing[],
  after: readonly Standing[],
  change: number,
  at: number,
): { team_id: number; finding: PersonalFinding }[] {
  if (!hasBegun(before)) return []
  const ranks = new Map(before.map(({ team_id, rank }) => [team_id, rank]))
  return after.flatMap(({ team_id, name, rank }) => {
    const old = ranks.get(team_id)
    if (old === undefined || old >= rank) return []
    const rivals = after.filter((other) => other.rank < rank && (ranks.get(other.team_id) ?? 0) >= old)
    if (rivals.length === 0) return []
    const values = { rivals: tellRivals(rivals.map((rival) => rival.name)), team: name, rank }
    return [{ team_id, finding: finding('overtaken', `${team_id}:${change}`, at, values) }]
  })
}

/** The next opening, ten minutes before; its time is public, its objectives are not named. @param next_at null: none is left */
export function findOpening(next_at: number | null, starts_at: number, ends_at: number, now: number): PersonalFinding | null {
  const at = next_at === null || (starts_at > now && starts_at < next_at) ? starts_at : next_at
  if (at <= now || at > now + openingLead_ms || at >= ends_at) return null
  const values = { case: at === starts_at ? 'begins' : 'usual', minutes: Math.max(1, Math.round((at - now) / 60_000)) }
  return finding('opening_soon', at, now, values, at)
}

export function findSignupsClosing(opens_at: number, closes_at: number, now: number): PersonalFinding | null {
  if (now < opens_at || now >= closes_at || closes_at > now + signupsLead_ms) return null
  return finding('signups_closing', closes_at, now, {}, closes_at)
}

/** A player of whom nothing is read: since when, and whether they know. */
export interface TrackingTrouble {
  readonly since: number
  readonly is_told: boolean
}

export interface TrackingStep {
  /** The state to keep; null: all is well. */
  readonly trouble: TrackingTrouble | null
  readonly finding: PersonalFinding | null
}

/** @param problem why nothing of the player is read; null: it is read */
export function stepTracking(
  user_id: number,
  before: TrackingTrouble | null,
  problem: { readonly message: string; readonly advice: string } | null,
  now: number,
): TrackingStep {
  if (problem === null) {
    const solved = before?.is_told ? finding('tracking', `solved:${before.since}:${user_id}`, now, { case: 'solved' }) : null
    return { trouble: null, finding: solved }
  }
  const since = before?.since ?? now
  if (before?.is_told || now - since < trackingPatience_ms) return { trouble: before ?? { since, is_told: false }, finding: null }
  const values = { case: 'stopped', problem: problem.message, advice: problem.advice }
  return { trouble: { since, is_told: true }, finding: finding('tracking', `stopped:${since}:${user_id}`, now, values) }
}
