import type { ScoreChange } from '@muster/contract/scores'

/** Points won or lost by a change. */
export const gainOf = (change: ScoreChange): number =>
  (change.diff_type === 'Removed' ? 0 : change.score.points) - change.points_before

/** So many are said one by one; more at once would cover the page. */
export const mostToasts = 3

/**
 * What is new since somebody looked last, oldest first, of these teams (null: all), and how many more there are.
 * @param changes newest first.
 */
export function pickFresh(
  changes: readonly ScoreChange[],
  seen: number,
  team_ids: ReadonlySet<number> | null,
): { said: readonly ScoreChange[]; more: number } {
  const fresh = changes.filter(
    (change) => change.sequence > seen && gainOf(change) !== 0 && (team_ids === null || team_ids.has(change.team_id)),
  )
  return { said: fresh.slice(0, mostToasts).toReversed(), more: Math.max(0, fresh.length - mostToasts) }
}
