import type { ScoreChange } from '@muster/contract/scores'

/** Points won or lost by a change. */
export const gainOf = (change: ScoreChange): number =>
  (change.diff_type === 'Removed' ? 0 : change.score.points) - change.points_before

/** Upper bound of single notifications; more at once would cover the page. */
export const maxToasts = 3

/**
 * Changes since the last look, oldest first, of these teams (null: all), and the number of further ones.
 * @param changes newest first
 */
export function pickFresh(
  changes: readonly ScoreChange[],
  seen: number,
  team_ids: ReadonlySet<number> | null,
): { said: readonly ScoreChange[]; more: number } {
  const fresh = changes.filter(
    (change) => change.sequence > seen && gainOf(change) !== 0 && (team_ids === null || team_ids.has(change.team_id)),
  )
  return { said: fresh.slice(0, maxToasts).toReversed(), more: Math.max(0, fresh.length - maxToasts) }
}
