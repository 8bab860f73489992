import { findMethod } from './methods/index.ts'
import type { Terms } from './methods/method.ts'

/** The fields of a node that its potential points depend on; domain and wire trees both have them. */
export interface PotentialNode {
  readonly scoring_preset: (Terms & { readonly scoring_method: string }) | null
  /** Teams without an entry have no points. */
  readonly team_score: ReadonlyMap<number, { readonly points: number; readonly finished: boolean }>
  readonly children: readonly PotentialNode[]
}

/** The specification's potential points of this node by its own method, without the children. */
export function readOwnPotential({ scoring_preset, team_score, children }: PotentialNode, team_id: number): number {
  const method = scoring_preset && findMethod(scoring_preset.scoring_method)
  if (!method) return 0
  const { points = 0, finished = false } = team_score.get(team_id) ?? {}
  let finished_teams = 0
  for (const score of team_score.values()) if (score.finished) finished_teams++
  const leaf_children = children.filter((child) => child.children.length === 0).length
  return method.potential({ preset: scoring_preset, points, finished, finished_teams, leaf_children })
}

/**
 * The specification's potential points of this node and everything below, for the offline scorer: includes points already earned
 * and those of closed nodes. Pages use `sumReachable` instead.
 */
export function sumPotential(node: PotentialNode, team_id: number): number {
  let sum = 0
  const open = [node]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    sum += readOwnPotential(at, team_id)
    open.push(...at.children)
  }
  return sum
}
