import type { AnnouncementAudience } from '@muster/contract/announcements'
import type { VisibleChange } from '../scoring/recorded-change.ts'
import { hasBegun } from '../scoring/team-ranks.ts'
import type { Notice, Standing } from './notice.ts'

/** Time between the notice "closes soon" and the end of an objective. */
export const closingLead_ms = 3_600_000
/** Names of teams are not part of the scored definition: a new one is noticed after this time at the latest. */
const longestPause_ms = 10 * 60_000
/** Names in one notice; more are counted. */
const maxNames = 10

/** An objective that visitors see; times in milliseconds. */
export interface OpenObjective {
  readonly id: number
  readonly name: string
  /** When it opened for visitors; null: with the event. */
  readonly opens_at: number | null
  readonly closes_at: number | null
}

/** An event as visitors see it at a moment, which is all that notices for the public are made from. */
export interface PublicView {
  readonly event: { readonly id: number; readonly name: string; readonly starts_at: number; readonly ends_at: number }
  /** Without the root, unopened objectives, and objectives whose scores are masked. */
  readonly objectives: ReadonlyMap<number, OpenObjective>
  readonly teams: ReadonlyMap<number, string>
  readonly standings: readonly Standing[]
}

/** "1. Lanterns 1,234; 2. Falcons 1,100". */
export const tellStandings = (standings: readonly Standing[]): string =>
  standings
    .slice(0, maxNames)
    .map(({ rank, name, points }) => `${rank}. ${name} ${points.toLocaleString('en')}`)
    .join('; ')

/** "Daily 1, Daily 2 and 3 more". */
function tellNames(names: readonly string[]): string {
  const more = names.length - maxNames
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * First finishes and gains of points.
 * @param changes as visitors see them, in their order
 * @param finished_before objectives that a team had finished before the first of these changes
 * @param changed_at time of each change by its number
 * @param least fewer points are not announced
 */
export function noticeScores(
  view: PublicView,
  changes: readonly VisibleChange[],
  finished_before: ReadonlySet<number>,
  changed_at: (sequence: number) => number,
  least: number,
): Notice[] {
  const finished = new Set(finished_before)
  return changes.flatMap(({ diff, points_before }) => {
    const { objective_id, team_id, score, sequence } = diff
    if (diff.diff_type === 'Removed') return []
    const isFirst = score.finished && !finished.has(objective_id)
    if (score.finished) finished.add(objective_id)
    const objective = view.objectives.get(objective_id)
    const team = view.teams.get(team_id)
    if (!objective || team === undefined) return []
    const subject = { at: changed_at(sequence), team_id, objective_id }
    const notices: Notice[] = []
    if (isFirst) {
      const values = { team, objective: objective.name, points: score.points }
      notices.push({ kind: 'first_finish', key: `first_finish:${objective_id}`, ...subject, values })
    }
    const gain = score.points - points_before
    if (gain >= least) {
      const values = { team, objective: objective.name, points: gain }
      notices.push({ kind: 'big_score', key: `big_score:${sequence}`, ...subject, values })
    }
    return notices
  })
}

/** "Lanterns 3 to 1, Falcons 1 to 2": teams by their new rank; empty if no rank differs. */
export function tellMoves(before: readonly Standing[], after: readonly Standing[]): string {
  const ranks = new Map(before.map(({ team_id, rank }) => [team_id, rank]))
  const moves = after.flatMap(({ team_id, name, rank }) => {
    const old = ranks.get(team_id)
    return old === undefined || old === rank ? [] : [`${name} ${old} to ${rank}`]
  })
  return tellNames(moves)
}

/** The notice of a change of ranks; null if no rank differs, or no team had points before. */
export function noticeRanks(before: readonly Standing[], after: readonly Standing[], at: number): Notice | null {
  const moves = tellMoves(before, after)
  const [first] = after
  if (moves === '' || !first || !hasBegun(before)) return null
  return {
    kind: 'rank_change',
    key: `rank_change:${at}`,
    at,
    team_id: null,
    objective_id: null,
    values: { moves, leader: first.name, points: first.points },
    ranks: { before, after },
  }
}

/** Objectives of one moment in one notice. */
function noticeObjectives(
  objectives: readonly OpenObjective[],
  kind: 'release' | 'closing_soon',
  momentOf: (objective: OpenObjective) => number,
  valuesAt: (at: number) => { minutes: number } | undefined,
): Notice[] {
  return [...Map.groupBy(objectives, momentOf)]
    .sort(([a], [b]) => a - b)
    .map(([at, group]) => ({
      kind,
      key: `${kind}:${at}:${group.map(({ id }) => id).join(',')}`,
      at,
      team_id: null,
      objective_id: group.length === 1 ? (group[0]?.id ?? null) : null,
      values: { objectives: tellNames(group.map(({ name }) => name)), count: group.length, ...valuesAt(at) },
    }))
}

/**
 * Openings, closings and the end of the event between two moments, the second included.
 * @param view at the second moment
 */
export function noticeDates(view: PublicView, from: number, to: number): Notice[] {
  const { event, objectives, standings } = view
  const isNow = (at: number) => from < at && at <= to
  const opened = [...objectives.values()].filter(
    ({ opens_at }) => opens_at !== null && opens_at > event.starts_at && opens_at < event.ends_at && isNow(opens_at),
  )
  const closing = [...objectives.values()].filter(
    ({ closes_at }) => closes_at !== null && closes_at < event.ends_at && closes_at > to && isNow(closes_at - closingLead_ms),
  )
  const dates = [
    ...noticeObjectives(
      opened,
      'release',
      ({ opens_at }) => opens_at ?? 0,
      () => undefined,
    ),
    ...noticeObjectives(
      closing,
      'closing_soon',
      ({ closes_at }) => (closes_at ?? 0) - closingLead_ms,
      (at) => ({ minutes: Math.max(1, Math.round((at + closingLead_ms - to) / 60_000)) }),
    ),
  ]
  const [first] = standings
  if (!isNow(event.ends_at) || !first) return dates
  const values = { event: event.name, standings: tellStandings(standings), leader: first.name, points: first.points }
  const end: Notice = {
    kind: 'results',
    key: `results:${event.ends_at}`,
    at: event.ends_at,
    team_id: null,
    objective_id: null,
    values,
  }
  return [...dates, end]
}

/**
 * When an event has to be read again even if nothing was scored and no objective was edited.
 * @param changes_at when its standings change by themselves; null: never
 */
export function findNextLook({ event, objectives }: PublicView, changes_at: number | null, now: number): number {
  const closing = [...objectives.values()].flatMap(({ closes_at }) => (closes_at === null ? [] : [closes_at - closingLead_ms]))
  const dates = [event.ends_at, ...closing, ...(changes_at === null ? [] : [changes_at])]
  return Math.min(now + longestPause_ms, ...dates.filter((at) => at > now))
}

/** An announcement that is shown; times in milliseconds. */
export interface ShownAnnouncement {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly audience: AnnouncementAudience
  readonly since: number
}

export const noticeAnnouncement = ({ id, title, text, audience, since }: ShownAnnouncement): Notice => ({
  kind: 'announcement',
  key: `announcement:${id}`,
  at: since,
  team_id: null,
  objective_id: null,
  values: { title, text },
  audience,
})

/** The queue counts as long from this many submissions or minutes on, and as short again below half of both. */
const longQueue = { count: 10, minutes: 30 }

/** Troubles that were already announced: a long queue of submissions, and players with tracking trouble by team. */
export interface Troubles {
  readonly is_queue_long: boolean
  /** By team id: players whose trouble was announced. */
  readonly players: Readonly<Record<string, readonly number[]>>
}
export const noTroubles: Troubles = { is_queue_long: false, players: {} }

/** @returns whether the queue is long now, and a notice when it has become so. */
export function noticeQueue(
  queue: { readonly count: number; readonly oldest_at: number | null },
  wasLong: boolean,
  at: number,
): { isLong: boolean; notice: Notice | null } {
  const minutes = queue.oldest_at === null ? 0 : Math.floor((at - queue.oldest_at) / 60_000)
  const share = wasLong ? 0.5 : 1
  const isLong = queue.count >= longQueue.count * share || minutes >= longQueue.minutes * share
  if (!isLong || wasLong) return { isLong, notice: null }
  const values = { count: queue.count, minutes }
  return { isLong, notice: { kind: 'long_queue', key: `long_queue:${at}`, at, team_id: null, objective_id: null, values } }
}

/** A notice for each team with players whose trouble was not announced yet. */
export function noticeTracking(
  view: PublicView,
  now_with_trouble: ReadonlyMap<number, readonly number[]>,
  told: Troubles['players'],
  at: number,
): Notice[] {
  return [...now_with_trouble].flatMap(([team_id, players]): Notice[] => {
    const team = view.teams.get(team_id)
    const known = told[team_id] ?? []
    if (team === undefined || players.every((player) => known.includes(player))) return []
    const values = { team, count: players.length }
    return [{ kind: 'tracking_trouble', key: `tracking_trouble:${team_id}:${at}`, at, team_id, objective_id: null, values }]
  })
}
