/** How long one member of a team was active, and when they were last seen; milliseconds. */
export interface ActiveMember<Id> {
  readonly team_id: Id
  readonly active_ms: number
  readonly last_seen_at: number | null
}

export interface TeamSum<Id> {
  readonly team_id: Id
  readonly members: number
  readonly seen: number
  readonly ten_hours_a_day: number
  readonly active_ms: number
}

const minute_ms = 60_000
/** A longer pause between two samples of activity ends a session. */
export const sessionBreak_ms = 30 * minute_ms
/**
 * A player with an experience gain this recent is playing: players are fetched every few minutes, and a hideout gives no
 * experience.
 */
export const playing_ms = 15 * minute_ms
const hour_ms = 60 * minute_ms
const day_ms = 24 * hour_ms

/** The elapsed time of an event: 0 before its start, all of it after its end. Milliseconds. */
export const findElapsed = ({ start_at, end_at }: { start_at: number; end_at: number }, now: number): number =>
  Math.max(0, Math.min(now, end_at) - start_at)

/** Hours played per day of elapsed time, so that an average after the first hour is comparable with one of the whole weekend. */
export const toHoursPerDay = (active_ms: number, elapsed_ms: number): number =>
  elapsed_ms > 0 ? ((active_ms / elapsed_ms) * day_ms) / hour_ms : 0

/** Sums by team over all members, including members never seen. Teams keep their order. */
export function sumActivity<Id>(
  team_ids: readonly Id[],
  members: readonly ActiveMember<Id>[],
  elapsed_ms: number,
): TeamSum<Id>[] {
  return team_ids.map((team_id) => {
    const own = members.filter((member) => member.team_id === team_id)
    return {
      team_id,
      members: own.length,
      seen: own.filter(({ last_seen_at }) => last_seen_at !== null).length,
      ten_hours_a_day: own.filter(({ active_ms }) => toHoursPerDay(active_ms, elapsed_ms) >= 10).length,
      active_ms: own.reduce((sum, { active_ms }) => sum + active_ms, 0),
    }
  })
}
