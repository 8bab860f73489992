import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { findAggregation } from '@muster/domain/scoring/aggregations/index'
import { findMethod } from '@muster/domain/scoring/methods/index'
import { listBranch } from '@muster/domain/objectives/tree'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'

/** One rule: a preset with what it applies to, in the words of the engine that pays by it. */
export interface ScoringRule {
  readonly preset: ScoringPreset
  /** What the method is called, and one sentence about it. */
  readonly method: string
  readonly help: string
  readonly objective_names: readonly string[]
  /** How the numbers come about that the method looks at; several where the objectives differ. */
  readonly measures: readonly string[]
  /** How many objectives are open for a limited time only. */
  readonly timed: number
  /** How many hide the progress of other teams. */
  readonly hidden: number
}

/** The rules by which branches of the tree are paid, in the order in which the organisers put them. */
export function listRules(branches: readonly ObjectiveNode[]): ScoringRule[] {
  const byPreset = new Map<number, { preset: ScoringPreset; nodes: ObjectiveNode[] }>()
  for (const node of branches.flatMap(listBranch)) {
    const { preset } = node.item
    if (!preset) continue
    const known = byPreset.get(preset.id) ?? { preset, nodes: [] }
    byPreset.set(preset.id, known)
    known.nodes.push(node)
  }
  return [...byPreset.values()].map(({ preset, nodes }) => {
    const row = findMethod(preset.scoring_method)
    // A category takes its progress from its children, which the method says already.
    const measured = nodes.filter(({ item }) => item.objective_type !== 'CATEGORY' && row?.reads === 'results')
    const measures = measured.map(({ item }) => findAggregation(item.aggregation)?.help ?? '')
    return {
      preset,
      method: row?.label ?? preset.scoring_method,
      help: row?.help ?? '',
      objective_names: nodes.map(({ item }) => item.name),
      measures: [...new Set(measures)].filter((words) => words !== ''),
      timed: nodes.filter(({ item }) => item.valid_to !== null).length,
      hidden: nodes.filter(({ item }) => item.hide_progress).length,
    }
  })
}
