import type { NoticeKind, RouteReaders } from '@muster/contract/notices'
import { rowOf } from './notice-kinds.ts'
import { tellMoves } from './find-notices.ts'
import type { Notice } from './notice.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

/** The settings of a route that decide when it posts; minutes after midnight in the time zone. */
export interface QuietRules {
  readonly digest_minutes: number
  readonly most_per_hour: number
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  readonly time_zone: string
}

/** Minutes after midnight in a time zone. */
export function minuteOfDay(now: number, time_zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const)
  const read = (wanted: string) => parts.find(([type]) => type === wanted)?.[1] ?? 0
  return read('hour') * 60 + read('minute')
}

/** Quiet hours may span midnight; equal ends mean none. */
export function isQuiet({ quiet_from, quiet_to, time_zone }: QuietRules, now: number): boolean {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return false
  const minute = minuteOfDay(now, time_zone)
  return quiet_from < quiet_to ? minute >= quiet_from && minute < quiet_to : minute >= quiet_from || minute < quiet_to
}

/**
 * Whether a route may post now.
 * @param posted times of its posts within the last hour, or at least of the last one; milliseconds on the event clock
 */
export function mayPost(rules: QuietRules, posted: readonly number[], now: number): boolean {
  if (isQuiet(rules, now)) return false
  if (posted.some((at) => at > now - rules.digest_minutes * minute_ms)) return false
  return posted.filter((at) => at > now - hour_ms).length < rules.most_per_hour
}

/** The settings of a route that decide what it posts. */
export interface RouteFilter {
  readonly readers: RouteReaders
  readonly team_id: number | null
  readonly kinds: readonly NoticeKind[]
  readonly minimum_points: number
}

const audiences: Readonly<Record<RouteReaders, readonly Notice['audience'][]>> = {
  public: ['everybody'],
  organisers: ['everybody', 'players', 'leads'],
  team: ['everybody', 'players', 'leads'],
}

/** Whether a route posts a notice: its readers decide first, and no setting overrides them. */
export function tells({ readers, team_id, kinds, minimum_points }: RouteFilter, notice: Notice): boolean {
  const { kind, audience } = notice
  if (!rowOf(kind).readers.includes(readers) || !kinds.includes(kind)) return false
  if (audience !== undefined && !audiences[readers].includes(audience)) return false
  if (kind === 'tracking_trouble' && readers === 'team') return notice.team_id === team_id
  return kind !== 'big_score' || Number(notice.values['points']) >= minimum_points
}

/** Several changes of ranks become one at the place of the last, from the first state to the last; none if they cancel out. */
export function mergeRanks(notices: readonly Notice[]): Notice[] {
  const ranks = notices.filter(({ kind }) => kind === 'rank_change')
  const [first, last] = [ranks[0], ranks.at(-1)]
  if (!first?.ranks || !last?.ranks || first === last) return [...notices]
  const moves = tellMoves(first.ranks.before, last.ranks.after)
  const merged: Notice = {
    ...last,
    values: { ...last.values, moves },
    ranks: { before: first.ranks.before, after: last.ranks.after },
  }
  return notices.flatMap((notice) => {
    if (notice.kind !== 'rank_change') return [notice]
    return notice === last && moves !== '' ? [merged] : []
  })
}
