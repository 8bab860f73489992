import { findMethod } from './methods/index.ts'
import type { Terms } from './methods/method.ts'

/** A rule of a node: its preset. */
export interface PotentialRule extends Terms {
  /** Needed only for a node with several rules. */
  readonly id?: number
  readonly scoring_method: string
}

interface Progress {
  readonly points: number
  readonly finished: boolean
}

/** The fields of a node that its potential points depend on; domain and wire trees both have them. */
export interface PotentialNode {
  readonly scoring_preset: PotentialRule | null
  /** Absent: none. */
  readonly further_presets?: readonly PotentialRule[]
  /** Teams without an entry have no points. */
  readonly team_score: ReadonlyMap<
    number,
    Progress & { readonly by_rule?: readonly (Progress & { readonly scoring_preset_id: number })[] | undefined }
  >
  readonly children: readonly PotentialNode[]
}

const noProgress: Progress = { points: 0, finished: false }

/** The rules of a node in their order. */
export function listRules({ scoring_preset, further_presets = [] }: Pick<PotentialNode, 'scoring_preset' | 'further_presets'>) {
  return scoring_preset === null ? further_presets : [scoring_preset, ...further_presets]
}

/** A team's progress by one rule of a node; a node with one rule has that of its score. */
export function readProgress({ team_score }: PotentialNode, rule: PotentialRule, team_id: number): Progress {
  const score = team_score.get(team_id)
  return (score?.by_rule ? score.by_rule.find((share) => share.scoring_preset_id === rule.id) : score) ?? noProgress
}

/** The number of teams that have finished by one rule of a node. */
export function countFinishers(node: PotentialNode, rule: PotentialRule): number {
  let count = 0
  for (const team_id of node.team_score.keys()) if (readProgress(node, rule, team_id).finished) count++
  return count
}

/** The specification's potential points of this node by its own rules, without the children. */
export function readOwnPotential(node: PotentialNode, team_id: number): number {
  const leaf_children = node.children.filter((child) => child.children.length === 0).length
  let sum = 0
  for (const preset of listRules(node)) {
    const { points, finished } = readProgress(node, preset, team_id)
    const finished_teams = countFinishers(node, preset)
    sum += findMethod(preset.scoring_method)?.potential({ preset, points, finished, finished_teams, leaf_children }) ?? 0
  }
  return sum
}

/**
 * The specification's potential points of this node and everything below, for the offline scorer: includes points already earned
 * and points of closed nodes. Pages use `sumReachable` instead.
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
