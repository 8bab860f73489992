import type { TriedObjective } from '@muster/contract/workbench'
import type { Trial } from '@muster/domain/conditions/try-objectives'
import type { FieldValue } from '@muster/domain/items/fields'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { buildTree } from '@muster/domain/objectives/tree'

/** Names of the categories above each objective, from the root's child down. */
export function listPaths(objectives: readonly ObjectiveDefinition[]): ReadonlyMap<number, readonly string[]> {
  const paths = new Map<number, readonly string[]>()
  for (const { item, parent } of buildTree(objectives).nodes) {
    const above = parent === null || parent.parent === null ? [] : [...(paths.get(parent.item.id) ?? []), parent.item.name]
    paths.set(item.id, above)
  }
  return paths
}

export const presentValue = (value: FieldValue | null) =>
  Array.isArray(value) ? [...(value as readonly string[])] : (value as string | number | boolean | null)

export interface KnownObjectives {
  readonly objectives: ReadonlyMap<number, ObjectiveDefinition>
  readonly paths: ReadonlyMap<number, readonly string[]>
}

/** The result of an item for one objective, in the format of the API. */
export function presentTrial(trial: Trial, { objectives, paths }: KnownObjectives): Omit<TriedObjective, 'is_draft'> {
  const { objective_id, matches, number, obstacles, holding, failing } = trial
  return {
    objective_id,
    name: objectives.get(objective_id)?.name ?? '',
    path: [...(paths.get(objective_id) ?? [])],
    matches,
    number,
    obstacles: [...obstacles],
    holding,
    failing,
    conditions: trial.conditions.map(({ condition: _, ...finding }) => ({ ...finding, seen: presentValue(finding.seen) })),
  }
}
