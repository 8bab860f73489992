import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { isCategory } from '@muster/domain/objectives/kinds'
import { findAggregation } from '@muster/domain/scoring/aggregations/index'
import { findMethod } from '@muster/domain/scoring/methods/index'
import { findMethodTexts } from '@muster/domain/scoring/methods/texts'
import { listBranch } from '@muster/domain/objectives/tree'
import { type ObjectiveNode, presetsOf } from '../../api/scores/score-tree.ts'

/** One rule: a preset with its objectives, in the words of the scoring engine. */
export interface ScoringRule {
  readonly preset: ScoringPreset
  /** The name of the method, and one sentence about it. */
  readonly method: string
  readonly help: string
  readonly objective_names: readonly string[]
  /** How the method's number is made; several if the objectives differ. */
  readonly measures: readonly string[]
  /** Number of objectives with a time window. */
  readonly timed: number
  /** Number of objectives that hide the progress of other teams. */
  readonly hidden: number
}

/** The rules of branches of the tree, in the organisers' order. */
export function listRules(branches: readonly ObjectiveNode[]): ScoringRule[] {
  const byPreset = new Map<number, { preset: ScoringPreset; nodes: ObjectiveNode[] }>()
  for (const node of branches.flatMap(listBranch)) {
    for (const preset of presetsOf(node.item)) {
      const known = byPreset.get(preset.id) ?? { preset, nodes: [] }
      byPreset.set(preset.id, known)
      known.nodes.push(node)
    }
  }
  return [...byPreset.values()].map(({ preset, nodes }) => {
    const row = findMethod(preset.scoring_method)
    const texts = findMethodTexts(preset.scoring_method)
    // A category takes its progress from its children, as the method already says.
    const measured = nodes.filter(({ item }) => !isCategory(item) && row?.reads === 'results')
    const measures = measured.map(({ item }) => findAggregation(item.aggregation)?.help ?? '')
    return {
      preset,
      method: texts?.label ?? preset.scoring_method,
      help: texts?.help ?? '',
      objective_names: nodes.map(({ item }) => item.name),
      measures: [...new Set(measures)].filter((words) => words !== ''),
      timed: nodes.filter(({ item }) => item.valid_to !== null).length,
      hidden: nodes.filter(({ item }) => item.hide_progress).length,
    }
  })
}
