import { findMethod } from './methods/index.ts'
import { countFinishers, listRules, type PotentialNode, readProgress } from './potential.ts'

/** The fields of a node that decide the points still possible. Milliseconds; null = never closes. */
export interface ReachableNode extends PotentialNode {
  readonly valid_to: number | null
  readonly children: readonly ReachableNode[]
  /** Number of teams that have finished it, passed by callers that ask about many teams; otherwise it is counted. */
  readonly finished_teams?: number
}

export function countFinished(team_score: ReachableNode['team_score']): number {
  let count = 0
  for (const score of team_score.values()) if (score.finished) count++
  return count
}

export const isClosed = ({ valid_to }: Pick<ReachableNode, 'valid_to'>, now: number) => valid_to !== null && valid_to < now

/**
 * The points a team can still earn on this node by its own rules, without the children: 0 if it has finished or the window has
 * closed. For ranked nodes, the value of the place that is free now.
 * @param rivals_ahead number of unfinished rivals assumed to finish first; 0 = the team is next
 */
export function readOwnReachable(node: ReachableNode, team_id: number, now: number, rivals_ahead = 0): number {
  const rules = listRules(node)
  if (rules.length === 0 || isClosed(node, now)) return 0
  const counts = { finished_children: 0, open_children: 0, lost_children: 0, running_children: 0 }
  for (const child of node.children) {
    const has_closed = isClosed(child, now)
    if (!has_closed) counts.running_children++
    if (child.team_score.get(team_id)?.finished) counts.finished_children++
    else if (has_closed) counts.lost_children++
    else counts.open_children++
  }
  let sum = 0
  for (const preset of rules) {
    const reachable = findMethod(preset.scoring_method)?.reachable
    if (!reachable) continue
    const { points, finished } = readProgress(node, preset, team_id)
    const counted = rules.length === 1 ? node.finished_teams : undefined
    const finished_teams = rivals_ahead + (counted ?? countFinishers(node, preset))
    sum += reachable({ preset, points, finished, finished_teams, ...counts })
  }
  return sum
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
