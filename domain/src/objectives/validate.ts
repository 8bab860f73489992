import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'
import { numberRows, numbersOf } from '../characters/number-rows.ts'
import { findAggregation } from '../scoring/aggregations/index.ts'
import { kindAggregations } from './kind-aggregations.ts'
import { isCategory, objectiveKinds } from './kinds.ts'
import type { Paid } from './preset-ids.ts'
import type { TreeItem } from './tree.ts'

/** An objective with its position; the only data that the tree rules use. */
export interface PlacedObjective extends TreeItem {
  readonly objective_type: ObjectiveType
}

/** The desired state of an objective. Times in milliseconds since 1970. */
export interface ObjectiveDraft extends Paid {
  /** null: a new one. */
  readonly id: number | null
  readonly parent_id: number
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly required_number: number
  readonly players_from?: number | null | undefined
  readonly pieces_from?: number | null | undefined
  readonly valid_from: number | null
  readonly valid_to: number | null
}

type CountDraft = Omit<ObjectiveDraft, 'id' | 'parent_id' | keyof Paid>

export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** Upper bound for the objectives of one event: its whole definition is stored with every edit. */
export const maxObjectives = 20_000
/** Levels below the root. Bounded, because requests may contain a nested branch. */
export const deepestLevel = 20

/** The positions of all objectives of an event, including the edited one. */
export interface Placement {
  readonly size: number
  /** The first objective without a parent. */
  readonly root_id: number | null
  find(id: number): PlacedObjective | undefined
  listChildren(id: number): Iterable<number>
}

/**
 * All reasons, by field, why a draft cannot be saved; empty if it can. The cost depends on the height of the tree, not on its
 * size, so that thousands of objectives can be saved at once.
 * @param preset_ids the scoring presets of the event
 */
export function validateObjective(draft: ObjectiveDraft, objectives: Placement, preset_ids: ReadonlySet<number>): FieldProblem[] {
  return [
    ...listPlaceProblems(draft, objectives),
    ...listCountProblems(draft),
    ...listUnknownPresets(draft, preset_ids),
    ...listRuleProblems(draft).map(({ at, problem }) => ({ field: `further_preset_ids.${at}`, problem })),
  ]
}

function* listUnknownPresets(draft: ObjectiveDraft, preset_ids: ReadonlySet<number>): Generator<FieldProblem> {
  const { scoring_preset_id, further_preset_ids = [] } = draft
  const problem = 'is not a scoring preset of this event'
  if (scoring_preset_id !== null && !preset_ids.has(scoring_preset_id)) yield { field: 'scoring_preset_id', problem }
  for (const [at, id] of further_preset_ids.entries()) {
    if (!preset_ids.has(id)) yield { field: `further_preset_ids.${at}`, problem }
  }
}

/** Problems of further scoring rules by their position: none without a first rule, and none twice. */
export function listRuleProblems<Id>({ scoring_preset_id, further_preset_ids = [] }: Paid<Id>) {
  const known = [scoring_preset_id, ...further_preset_ids]
  return further_preset_ids.flatMap((id, at) => {
    if (scoring_preset_id === null) return [{ at, problem: 'needs a scoring preset as the first rule' }]
    return known.indexOf(id) <= at ? [{ at, problem: 'is already a rule of this objective' }] : []
  })
}

/** Problems of its position: it must be in a category of the same event, not below itself, not too deep. */
function* listPlaceProblems(draft: ObjectiveDraft, placement: Placement): Generator<FieldProblem> {
  if (draft.id === null && placement.size >= maxObjectives) {
    yield { field: 'id', problem: `an event has at most ${maxObjectives} objectives` }
  }
  if (draft.id !== null && placement.root_id === draft.id) {
    yield { field: 'id', problem: 'the root of the tree cannot be edited' }
    return
  }
  const parent = placement.find(draft.parent_id)
  const line = parent && listLine(parent, placement)
  const height = draft.id === null ? 0 : measureHeight(draft.id, placement)
  if (!parent || !line) yield { field: 'parent_id', problem: 'is not an objective of this event' }
  else if (draft.id !== null && line.includes(draft.id)) {
    yield { field: 'parent_id', problem: 'would make it its own ancestor' }
  } else if (!isCategory(parent)) yield { field: 'parent_id', problem: 'is not a category' }
  else if (line.length + height > deepestLevel) {
    yield { field: 'parent_id', problem: `would make the tree deeper than ${deepestLevel} levels` }
  }
  if (height > 0 && !isCategory(draft)) {
    yield { field: 'objective_type', problem: 'must stay a category while it has children' }
  }
}

/** The ids from an objective up to the root, both included; null if it is not connected to the root. */
function listLine(from: PlacedObjective, placement: Placement): readonly number[] | null {
  const line: number[] = []
  // A line with more steps than there are objectives is a cycle.
  for (let at: PlacedObjective | undefined = from; at && line.length <= placement.size; ) {
    line.push(at.id)
    if (at.id === placement.root_id) return line
    at = at.parent_id === null ? undefined : placement.find(at.parent_id)
  }
  return null
}

/** Levels below an objective. */
function measureHeight(id: number, placement: Placement): number {
  let level: readonly number[] = [id]
  let height = -1
  while (level.length > 0 && height <= placement.size) {
    height += 1
    level = level.flatMap((one) => [...placement.listChildren(one)])
  }
  return height
}

/** Problems of the number, the aggregation and the window, independent of the rest of the event. */
export function* listCountProblems(draft: CountDraft): Generator<FieldProblem> {
  const { objective_type, aggregation, number_field, required_number, valid_from, valid_to } = draft
  const [number_fields, usable] = [numbersOf[objective_type], kindAggregations[objective_type]]
  if (!number_fields.includes(number_field)) {
    yield { field: 'number_field', problem: `does not exist for ${objective_type} (it has ${number_fields.join(', ')})` }
  }
  if ((draft.players_from ?? null) !== null && objectiveKinds[objective_type].number_of !== 'team') {
    yield { field: 'players_from', problem: 'is only for the numbers of teams' }
  }
  const countsPieces = numberRows[number_field].counts_pieces !== null
  if (number_fields.includes(number_field) && countsPieces !== ((draft.pieces_from ?? null) !== null)) {
    yield { field: 'pieces_from', problem: `${countsPieces ? 'is required' : 'does not exist'} for ${number_field}` }
  }
  if (!usable.includes(aggregation)) {
    yield { field: 'aggregation', problem: `does not fit ${objective_type} (it has ${usable.join(', ')})` }
  }
  if (required_number < 1) yield { field: 'required_number', problem: 'is required' }
  if (valid_from !== null && valid_to !== null && valid_from > valid_to) {
    yield { field: 'valid_to', problem: 'must not be before valid_from' }
    return
  }
  // A category is counted by its children; the aggregation sent by older editors is ignored.
  if (isCategory(draft)) return
  const bounds = { counts_from: -Infinity, counts_until: Infinity }
  const refusal = findAggregation(aggregation)?.refuses({ objective_type, required_number, valid_from, valid_to, ...bounds })
  if (refusal) yield { field: valid_from === null ? 'valid_from' : 'valid_to', problem: refusal }
}
