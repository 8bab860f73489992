import { describeGoal, type Goal } from '@muster/domain/scoring/goals'
import { useServerNow } from '../live/clock.ts'
import { useEvent, useScores, useTeams } from '../scores/event.ts'
import { findReachable } from '../scores/score-tree.ts'

const noGoals: readonly Goal[] = []

/**
 * The state of objectives for a team, in the order of the tree, without the root: those in `ids`, or all. Missing objectives,
 * which open later, are left out.
 */
export function useGoals(team_id: number, ids?: ReadonlySet<number>): readonly Goal[] {
  const team_ids = useTeams().map(({ id }) => id)
  const event = useEvent()
  const now = useServerNow(30_000)
  return useScores((scores, score_tree) => {
    if (!event) return noGoals
    const { by_id, nodes } = score_tree.tree
    const hidesProgress = (id: number) => by_id.get(id)?.item.hide_progress ?? false
    const input = { team_id, team_ids, now, ends_at: Date.parse(event.event_end_time), hidesProgress }
    return nodes.flatMap(({ item: { id }, parent }) => {
      const node = parent && (ids?.has(id) ?? true) ? findReachable(score_tree, scores, id) : undefined
      return node ? [describeGoal(node, input)] : []
    })
  })
}
