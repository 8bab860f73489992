import type { EventDefinition } from '../objectives/definition.ts'
import { buildTree, listBranch } from '../objectives/tree.ts'
import { findMethod } from './methods/index.ts'

/**
 * The objectives whose facts a receipt depends on, so that one receipt can be made without the whole ledger: what lies
 * below the objective, or below its parent where the parent's method adds to its children or takes from them.
 */
export function listReceiptScope(definition: EventDefinition, objective_id: number): number[] {
  const node = buildTree(definition.objectives).by_id.get(objective_id)
  if (node === undefined) return []
  const { parent } = node
  const preset = definition.presets.find(({ id }) => id === parent?.item.scoring_preset_id)
  const isAdjusted = preset !== undefined && findMethod(preset.scoring_method)?.reads === 'children'
  return listBranch(parent !== null && isAdjusted ? parent : node).map(({ item }) => item.id)
}
