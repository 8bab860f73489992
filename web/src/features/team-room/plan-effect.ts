import type { TeamPlan } from '@muster/contract/suggestions'
import { type ReachableNode, readOwnReachable } from '@muster/domain/scoring/reachable'

/** Upper bound for the steps in the sentence. */
const maxSteps = 3

/** The points of the next steps of a plan. */
export interface PlanEffect {
  /** Their positions in the plan. */
  readonly steps: readonly number[]
  readonly points: number
}

/**
 * The next steps of a plan that can be done now and still pay, and their total if rivals stand still. An objective in two steps
 * counts once.
 * @param isNow whether the time window with this index is now.
 * @param find the node of an objective; undefined if it is missing.
 */
export function sumNextSteps<N extends ReachableNode>(
  { entries }: Pick<TeamPlan, 'entries'>,
  team_id: number,
  now: number,
  isNow: (window: number) => boolean,
  find: (objective_id: number) => N | undefined,
): PlanEffect {
  const counted = new Set<ReachableNode>()
  const steps: number[] = []
  let points = 0
  for (const { objective_id, position, window } of entries) {
    if (steps.length === maxSteps) break
    const node = window === null || isNow(window) ? find(objective_id) : undefined
    const more = node ? addBranch(node, team_id, now, counted) : 0
    if (more <= 0) continue
    steps.push(position)
    points += more
  }
  return { steps, points }
}

function addBranch(root: ReachableNode, team_id: number, now: number, counted: Set<ReachableNode>): number {
  let sum = 0
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!counted.has(node)) sum += readOwnReachable(node, team_id, now)
    counted.add(node)
    waiting.push(...node.children)
  }
  return sum
}
