import { findMethod } from './methods/index.ts'
import type { PotentialNode } from './potential.ts'

/** The fields of a node that decide the points still possible. Milliseconds; null = never closes. */
export interface ReachableNode extends PotentialNode {
  readonly valid_to: number | null
  readonly children: readonly ReachableNode[]
  /** Number of teams that have finished it, passed by callers that ask for many teams; counted if absent. */
  readonly finished_teams?: number
}

export function countFinished(team_score: ReachableNode['team_score']): number {
  let count = 0
  for (const score of team_score.values()) if (score.finished) count++
  return count
}

export const isClosed = ({ valid_to }: Pick<ReachableNode, 'valid_to'>, now: number) => valid_to !== null && valid_to < now

/**
 * The points a team can still earn on this node by its own method, without the children: 0 if it has finished or the window has
 * closed. For ranked nodes, the value of the place that is free now.
 * @param rivals_ahead number of unfinished rivals assumed to finish first; 0 = the team is next
 */
export function readOwnReachable(node: ReachableNode, team_id: number, now: number, rivals_ahead = 0): number {
  const preset = node.scoring_preset
  const reachable = preset && findMethod(preset.scoring_method)?.reachable
  if (!reachable || isClosed(node, now)) return 0
  const { points = 0, finished = false } = node.team_score.get(team_id) ?? {}
  const finished_teams = rivals_ahead + (node.finished_teams ?? countFinished(node.team_score))
  const counts = { finished_children: 0, open_children: 0, lost_children: 0 }
  for (const child of node.children) {
    if (child.team_score.get(team_id)?.finished) counts.finished_children++
    else if (isClosed(child, now)) counts.lost_children++
    else counts.open_children++
  }
  return reachable({ preset, points, finished, finished_teams, ...counts })
}

/**
 * The points a team can still earn on this node and everything below. `readOwn` may be a cached version of `readOwnReachable`.
 */
export function sumReachable(
  node: ReachableNode,
  team_id: number,
  now: number,
  readOwn: (node: ReachableNode, team_id: number, now: number) => number = readOwnReachable,
): number {
  let sum = 0
  const open: ReachableNode[] = [node]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    sum += readOwn(at, team_id, now)
    open.push(...at.children)
  }
  return sum
}
