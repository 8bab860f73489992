import { numberRows } from '@muster/domain/characters/number-rows'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { listConditionFields } from '@muster/domain/objectives/condition-fields'
import { defaultAggregation } from '@muster/domain/scoring/aggregations/index'
import { type ProofRule, proofRules, type ReportRule, reportRules } from '@muster/contract/report-rules'
import type { DefinitionEditInput } from '@muster/contract/definition'
import { type ItemField, itemFields, type Operator, operators } from '@muster/contract/conditions'
import {
  type Aggregation,
  aggregations,
  type FinishRule,
  finishRules,
  type NumberField,
  numberFields,
  type Objective,
  type ObjectiveType,
  objectiveTypes,
} from '@muster/contract/objectives'
import type { DraftObjectiveInput } from '@muster/contract/workbench'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { Move } from './move.ts'

/** A condition in the editor. `key` identifies rows, including unsaved ones. */
export interface ConditionValue {
  readonly key: string
  readonly id: number | null
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  readonly any_of: number | null
  /** How many conditions of its group must hold; absent: 1. */
  readonly at_least?: number | undefined
  /** The amount of a piece, as typed; absent: 1. */
  readonly counts_as?: string | undefined
}

/** The editor's values of one objective, as typed. */
export interface Values {
  name: string
  extra: string
  objective_type: ObjectiveType
  aggregation: Aggregation
  number_field: NumberField
  required_number: string
  /** Empty for none, like the next field. */
  players_from: string
  pieces_from: string
  /** Empty for none. */
  scoring_preset_id: string
  further_preset_ids: readonly string[]
  finished_by: FinishRule
  valid_from: string
  valid_to: string
  hide_progress: boolean
  /** Empty: as in its category. */
  reports: ReportRule | ''
  report_proof: ProofRule | ''
  conditions: readonly ConditionValue[]
}

// Drafts of an earlier page have keys too.
const page = Date.now().toString(36)
let count = 0
export const nextKey = (): string => `new-${page}-${++count}`

export const readValues = (item: Objective): Values => ({
  name: item.name,
  extra: item.extra,
  // A designer's tree is unmasked, so these are never empty.
  objective_type: item.objective_type || 'ITEM',
  aggregation: item.aggregation || defaultAggregation,
  number_field: item.number_field || 'STACK_SIZE',
  required_number: String(item.required_number),
  players_from: item.players_from === undefined ? '' : String(item.players_from),
  pieces_from: item.pieces_from === undefined ? '' : String(item.pieces_from),
  scoring_preset_id: item.scoring_preset_id === null ? '' : String(item.scoring_preset_id),
  further_preset_ids: (item.further_preset_ids ?? []).map(String),
  finished_by: item.finished_by ?? 'all',
  valid_from: item.valid_from ?? '',
  valid_to: item.valid_to ?? '',
  hide_progress: item.hide_progress,
  reports: item.reports ?? '',
  report_proof: item.report_proof ?? '',
  conditions: item.conditions.map(({ counts_as, ...condition }) => ({
    key: String(condition.id),
    ...condition,
    ...(counts_as !== undefined && { counts_as: String(counts_as) }),
  })),
})

/** Values of a new objective. */
export const newValues = (kind: 'objective' | 'category'): Values => ({
  name: '',
  extra: '',
  objective_type: kind === 'category' ? 'CATEGORY' : 'ITEM',
  aggregation: kind === 'category' ? 'NONE' : defaultAggregation,
  number_field: kind === 'category' ? 'FINISHED_OBJECTIVES' : 'STACK_SIZE',
  required_number: '1',
  players_from: '',
  pieces_from: '',
  scoring_preset_id: '',
  further_preset_ids: [],
  finished_by: 'all',
  valid_from: '',
  valid_to: '',
  hide_progress: false,
  reports: '',
  report_proof: '',
  conditions: kind === 'category' ? [] : [{ key: nextKey(), id: null, field: 'NAME', operator: 'EQ', value: '', any_of: null }],
})

type Named = Pick<
  Values,
  'objective_type' | 'aggregation' | 'number_field' | 'players_from' | 'pieces_from' | 'reports' | 'report_proof'
>
const hasKnownNames = ({ objective_type, aggregation, number_field, reports, report_proof, ...levels }: Named): boolean =>
  (reports === '' || reportRules.includes(reports)) &&
  (report_proof === '' || proofRules.includes(report_proof)) &&
  objectiveTypes.includes(objective_type) &&
  aggregations.includes(aggregation) &&
  numberFields.includes(number_field) &&
  typeof levels.players_from === 'string' &&
  typeof levels.pieces_from === 'string'

/**
 * Whether input of the right types, read from the browser, can be shown: its names are in the lists, and its conditions are
 * complete.
 */
export const isValidInput = ({ conditions, further_preset_ids, finished_by, ...values }: Values): boolean =>
  hasKnownNames(values) &&
  finishRules.includes(finished_by) &&
  further_preset_ids.every((id) => typeof id === 'string') &&
  conditions.every(
    (one: Partial<ConditionValue> | null) =>
      typeof one?.key === 'string' &&
      typeof one.value === 'string' &&
      (one.id === null || typeof one.id === 'number') &&
      (one.any_of === null || typeof one.any_of === 'number') &&
      (one.at_least === undefined || typeof one.at_least === 'number') &&
      (one.counts_as === undefined || typeof one.counts_as === 'string') &&
      itemFields.some((field) => field === one.field) &&
      operators.some((operator) => operator === one.operator),
  )

/** Input typed while the objective was saved, with the ids of the conditions that were created. */
export function keepIds(typed: Values, sent: Values, saved: Values): Values {
  const left = saved.conditions.filter(({ id }) => !sent.conditions.some((one) => one.id === id))
  const made = new Map<string, number | null>()
  for (const { key, id, field, operator, value } of sent.conditions) {
    const index = left.findIndex((one) => one.field === field && one.operator === operator && one.value === value)
    const [found] = id === null && index >= 0 ? left.splice(index, 1) : []
    if (found) made.set(key, found.id)
  }
  return { ...typed, conditions: typed.conditions.map((one) => ({ ...one, id: made.get(one.key) ?? one.id })) }
}

const comparable = ({ conditions, ...rest }: Values) =>
  JSON.stringify([
    rest,
    conditions.map((one) => [one.id, one.field, one.operator, one.value, one.any_of, one.at_least ?? 1, one.counts_as ?? '1']),
  ])

export const isSameValues = (a: Values, b: Values): boolean => comparable(a) === comparable(b)

/** The conditions on these fields. The editor keeps the others for another change of kind, until a condition is edited. */
export const listUsable = (conditions: Values['conditions'], fields: readonly ItemField[]): Values['conditions'] =>
  conditions.filter(({ field }) => fields.includes(field))
const listSent = (values: Values) => listUsable(values.conditions, listConditionFields(values))

const toTime = (text: string) => (text === '' ? null : text)
export const toNumber = (text: string) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : 0)

/** The condition for the rules. */
export const toCondition = ({ field, operator, value, any_of, at_least, counts_as }: ConditionValue) => ({
  field,
  operator,
  value,
  any_of,
  ...(at_least !== undefined && { at_least }),
  ...(counts_as !== undefined && { counts_as: toNumber(counts_as) }),
})

/** Only the levels that the number of the objective has. */
const listLevels = ({ objective_type, number_field, players_from, pieces_from }: Values) => ({
  players_from: objectiveKinds[objective_type].number_of === 'team' && players_from !== '' ? toNumber(players_from) : null,
  pieces_from: numberRows[number_field].counts_pieces === null || pieces_from === '' ? null : toNumber(pieces_from),
})

interface Place {
  readonly id: number | null
  readonly parent_id: number
  /** The version that the edit started from. */
  readonly version?: number | undefined
  /** The fate of stored conditions that the values do not have. */
  readonly other_conditions?: 'keep' | 'remove'
}

/** The edit that saves the input. */
export function writeEdit(values: Values, { id, parent_id, version, other_conditions = 'remove' }: Place): DefinitionEditInput {
  const { conditions: _, required_number, scoring_preset_id, further_preset_ids, ...own } = values
  const { reports, report_proof, valid_from, valid_to, ...rest } = own
  return {
    kind: 'save_objective',
    key: id === null ? 'new' : null,
    other_conditions,
    objective: {
      ...rest,
      id: id as ObjectiveId | null,
      base_version: version ?? null,
      parent_id: parent_id as ObjectiveId,
      required_number: toNumber(required_number),
      ...listLevels(values),
      scoring_preset_id: scoring_preset_id === '' ? null : (Number(scoring_preset_id) as ScoringPresetId),
      further_preset_ids: further_preset_ids.map((preset_id) => Number(preset_id) as ScoringPresetId),
      reports: reports === '' ? null : reports,
      report_proof: report_proof === '' ? null : report_proof,
      valid_from: toTime(valid_from),
      valid_to: toTime(valid_to),
      // null removes the counts of the stored condition.
      conditions: listSent(values).map(
        (condition) => ({ id: condition.id, at_least: null, counts_as: null, ...toCondition(condition) }) as never,
      ),
    },
  }
}

/** The edits that create a deleted objective again, with its conditions and position; it has no children. */
export function restoreNode(
  item: Objective,
  { parent_id, before_id }: Pick<Move, 'parent_id' | 'before_id'>,
): DefinitionEditInput[] {
  const values = readValues(item)
  const conditions = values.conditions.map((condition) => ({ ...condition, id: null }))
  const key = 'new'
  return [
    writeEdit({ ...values, conditions }, { id: null, parent_id }),
    { kind: 'place_objective', key, parent_id: parent_id as ObjectiveId, before_id: before_id as ObjectiveId | null },
  ]
}

/** The input for the workbench, which accepts unfinished values. */
export function writeDraft(values: Values, id: number | null): DraftObjectiveInput {
  const { name, objective_type, aggregation, number_field, required_number, valid_from, valid_to } = values
  return {
    id: id as ObjectiveId | null,
    name,
    objective_type,
    aggregation,
    number_field,
    required_number: toNumber(required_number),
    ...listLevels(values),
    valid_from: toTime(valid_from),
    valid_to: toTime(valid_to),
    conditions: listSent(values).map(toCondition),
  }
}
