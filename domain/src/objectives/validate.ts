import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'
import { findAggregation } from '../scoring/aggregations/index.ts'
import { objectiveKinds } from './kinds.ts'
import { buildTree, listBranch, type Tree, type TreeItem } from './tree.ts'

/** An objective with its place; all that the rules of the tree look at. */
export interface PlacedObjective extends TreeItem {
  readonly objective_type: ObjectiveType
}

/** What somebody wants an objective to be. Times in milliseconds since 1970. */
export interface ObjectiveDraft {
  /** null: a new one. */
  readonly id: number | null
  readonly parent_id: number
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly required_number: number
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly scoring_preset_id: number | null
}

export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** Most objectives of one event: its whole definition is kept with every edit. */
export const mostObjectives = 20_000
/** Levels below the root. Requests may carry a branch, and are not nested without end either. */
export const deepestLevel = 20

/**
 * Everything that keeps a draft from being saved, field by field; nothing when it may be.
 * @param objectives all objectives of the event, the one that is edited included.
 * @param preset_ids the scoring presets of the event.
 */
export function validateObjective(
  draft: ObjectiveDraft,
  objectives: readonly PlacedObjective[],
  preset_ids: ReadonlySet<number>,
): FieldProblem[] {
  const problems = [...listPlaceProblems(draft, objectives), ...listCountProblems(draft)]
  if (draft.scoring_preset_id !== null && !preset_ids.has(draft.scoring_preset_id)) {
    problems.push({ field: 'scoring_preset_id', problem: 'is not a scoring preset of this event' })
  }
  return problems
}

/** Where it would hang: below a category of the same event, not below itself, not too deep. */
function* listPlaceProblems(draft: ObjectiveDraft, objectives: readonly PlacedObjective[]): Generator<FieldProblem> {
  const tree = buildTree(objectives)
  if (draft.id === null && objectives.length >= mostObjectives) {
    yield { field: 'id', problem: `an event has at most ${mostObjectives} objectives` }
  }
  if (draft.id !== null && tree.root?.item.id === draft.id) {
    yield { field: 'id', problem: 'the root of the tree cannot be edited' }
    return
  }
  const parent = tree.by_id.get(draft.parent_id)
  const own = draft.id === null ? undefined : tree.by_id.get(draft.id)
  if (!parent) yield { field: 'parent_id', problem: 'is not an objective of this event' }
  else if (isWithin(draft.id, draft.parent_id, tree)) yield { field: 'parent_id', problem: 'would make it its own ancestor' }
  else if (parent.item.objective_type !== 'CATEGORY') yield { field: 'parent_id', problem: 'is not a category' }
  else {
    const height = own ? Math.max(...listBranch(own).map((node) => node.depth)) - own.depth : 0
    if (parent.depth + 1 + height > deepestLevel) {
      yield { field: 'parent_id', problem: `would make the tree deeper than ${deepestLevel} levels` }
    }
  }
  if (own && own.children.length > 0 && draft.objective_type !== 'CATEGORY') {
    yield { field: 'objective_type', problem: 'must stay a category while it has children' }
  }
}

function isWithin(id: number | null, place: number, tree: Tree<PlacedObjective>): boolean {
  for (let at = tree.by_id.get(place) ?? null; at !== null; at = at.parent) if (at.item.id === id) return true
  return false
}

/** What it counts, how, and when. */
function* listCountProblems(draft: ObjectiveDraft): Generator<FieldProblem> {
  const { objective_type, aggregation, number_field, required_number, valid_from, valid_to } = draft
  const kind = objectiveKinds[objective_type]
  if (!kind.number_fields.includes(number_field)) {
    yield { field: 'number_field', problem: `does not exist for ${objective_type} (it has ${kind.number_fields.join(', ')})` }
  }
  if (!kind.aggregations.includes(aggregation)) {
    yield { field: 'aggregation', problem: `does not fit ${objective_type} (it has ${kind.aggregations.join(', ')})` }
  }
  if (required_number < 1) yield { field: 'required_number', problem: 'is required' }
  if (valid_from !== null && valid_to !== null && valid_from > valid_to) {
    yield { field: 'valid_to', problem: 'must not be before valid_from' }
    return
  }
  // A category is counted by its children; what older editors send as its aggregation means nothing.
  if (objective_type === 'CATEGORY') return
  const bounds = { counts_from: -Infinity, counts_until: Infinity }
  const refusal = findAggregation(aggregation)?.refuses({ objective_type, required_number, valid_from, valid_to, ...bounds })
  if (refusal) yield { field: valid_from === null ? 'valid_from' : 'valid_to', problem: refusal }
}
