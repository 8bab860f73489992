import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import type { Tree, TreeProblemCode } from '../objectives/tree.ts'
import { listPresetIds } from '../objectives/preset-ids.ts'
import { findAggregation } from './aggregations/index.ts'
import { findMethod } from './methods/index.ts'
import { readRule } from './windows.ts'

export type EngineProblemCode =
  | TreeProblemCode
  | 'unknown_aggregation'
  | 'incomplete_aggregation'
  | 'unknown_preset'
  | 'unknown_method'
  | 'bad_points'
  | 'bad_number'
  | 'bad_dates'
  | 'duplicate_preset'
  | 'unusable_fact'

/** A part of a definition that cannot be scored, described for the person who can correct it. Ids are null if none applies. */
export interface EngineProblem {
  readonly code: EngineProblemCode
  readonly objective_id: number | null
  readonly preset_id: number | null
  readonly message: string
}

/** Everything in a definition that cannot be scored; the rest is scored anyway. */
export function findProblems(definition: EventDefinition, tree: Tree<ObjectiveDefinition>): EngineProblem[] {
  const problems: EngineProblem[] = tree.problems.map(({ id, code, message }) => ({
    code,
    objective_id: id,
    preset_id: null,
    message,
  }))
  const presets = new Map<number, PresetDefinition>()
  for (const preset of definition.presets) {
    const report = (code: EngineProblemCode, message: string) =>
      problems.push({ code, objective_id: null, preset_id: preset.id, message })
    if (presets.has(preset.id)) {
      report('duplicate_preset', `scoring preset ${preset.id} is defined twice; the first definition is used`)
      continue
    }
    presets.set(preset.id, preset)
    if (!findMethod(preset.scoring_method)) {
      report(
        'unknown_method',
        `scoring preset ${preset.id} has the unknown method "${preset.scoring_method}"; objectives that use it get no points`,
      )
    }
    if (preset.points.some((value) => !Number.isFinite(value))) {
      report(
        'bad_points',
        `scoring preset ${preset.id} has a points value that is not a finite number; it pays 0 or the largest award`,
      )
    }
    if (!Number.isFinite(preset.point_cap) || preset.point_cap < 0) {
      report('bad_points', `scoring preset ${preset.id} has the point cap ${preset.point_cap}; a cap must be 0 (none) or more`)
    }
  }
  if (definition.start_at !== null && definition.end_at !== null && definition.start_at > definition.end_at) {
    problems.push({
      code: 'bad_dates',
      objective_id: null,
      preset_id: null,
      message: 'the event ends before it starts, so no fact counts',
    })
  }
  for (const { item } of tree.nodes) {
    for (const [code, message] of listFaults(item, definition, presets)) {
      problems.push({ code, objective_id: item.id, preset_id: item.scoring_preset_id, message: `"${item.name}" ${message}` })
    }
  }
  return problems
}

function* listFaults(
  objective: ObjectiveDefinition,
  definition: EventDefinition,
  presets: ReadonlyMap<number, PresetDefinition>,
): Generator<[EngineProblemCode, string]> {
  const row = findAggregation(objective.aggregation)
  if (!row) yield ['unknown_aggregation', `has the unknown aggregation "${objective.aggregation}" and counts nothing`]
  const refusal = row?.refuses(readRule(definition, objective))
  if (refusal) yield ['incomplete_aggregation', `counts nothing: ${refusal}`]
  for (const id of listPresetIds(objective)) {
    if (!presets.has(id)) yield ['unknown_preset', `uses scoring preset ${id}, which does not exist, and gets no points`]
  }
  if (Number.isNaN(objective.required_number)) yield ['bad_number', 'has no valid required number and is never finished']
  const { valid_from, valid_to } = objective
  if (Number.isNaN(valid_from) || Number.isNaN(valid_to))
    yield ['bad_dates', 'has a window with an unreadable start or end, which is treated as open']
  if (!refusal && valid_from !== null && valid_to !== null && valid_from > valid_to)
    yield ['bad_dates', 'closes before it opens, so no fact counts']
}
