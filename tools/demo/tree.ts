import type { ItemField, Operator } from '@muster/contract/conditions'
import type { Aggregation, FinishRule, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'

/** A scoring preset of the demo event; objectives name it by key. */
export interface DemoPreset {
  readonly name: string
  readonly description: string
  readonly scoring_method: ScoringMethod
  readonly type: 'OBJECTIVE' | 'CATEGORY'
  readonly points: readonly number[]
  readonly point_cap?: number
  readonly parameters?: PresetParameters
}

/** A node of the demo tree. Windows are hours after the event's start. */
export interface DemoObjective {
  readonly name: string
  readonly extra?: string
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly required_number: number
  readonly players_from?: number
  readonly pieces_from?: number
  readonly preset?: string
  /** Keys of further presets, whose points are added. */
  readonly further?: readonly string[]
  readonly finished_by?: FinishRule
  readonly hide_progress?: boolean
  readonly from_hour?: number
  readonly to_hour?: number
  readonly conditions: readonly ConditionDefinition[]
  readonly children: readonly DemoObjective[]
}

type Conditions = Readonly<Partial<Record<ItemField, string | readonly [Operator, string]>>>
type Options = Partial<
  Pick<
    DemoObjective,
    | 'extra'
    | 'hide_progress'
    | 'from_hour'
    | 'to_hour'
    | 'aggregation'
    | 'required_number'
    | 'players_from'
    | 'pieces_from'
    | 'further'
    | 'finished_by'
  >
>

/** `{ NAME: 'Goldrim' }` is equality; `{ ILVL: ['GT', '85'] }` names the operator. */
const listConditions = (conditions: Conditions): DemoObjective['conditions'] =>
  Object.entries(conditions).map(([field, test]) => {
    const [operator, value] = typeof test === 'string' ? (['EQ', test] as const) : test
    return { field: field as ItemField, operator, value }
  })

export const anItem = (name: string, preset: string, conditions: Conditions, options: Options = {}): DemoObjective => ({
  name,
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  preset,
  conditions: listConditions(conditions),
  children: [],
  ...options,
})

export const aPlayerGoal = (
  name: string,
  preset: string,
  number_field: NumberField,
  required_number: number,
  options: Options = {},
  conditions: Conditions = {},
): DemoObjective => ({
  name,
  objective_type: 'PLAYER',
  aggregation: 'EARLIEST',
  number_field,
  required_number,
  preset,
  conditions: listConditions(conditions),
  children: [],
  ...options,
})

export const aTeamGoal = (
  name: string,
  preset: string,
  number_field: NumberField,
  required_number: number,
  options: Options = {},
): DemoObjective => ({
  ...aPlayerGoal(name, preset, number_field, required_number, { aggregation: 'MAXIMUM', ...options }),
  objective_type: 'TEAM',
})

/** An achievement that needs a person: a claim with a proof, decided by a judge. */
export const aBounty = (name: string, preset: string, options: Options = {}): DemoObjective => ({
  name,
  objective_type: 'SUBMISSION',
  aggregation: 'EARLIEST',
  number_field: 'SUBMISSION_VALUE',
  required_number: 1,
  preset,
  conditions: [],
  children: [],
  ...options,
})

export const aCategory = (name: string, children: readonly DemoObjective[], preset?: string, extra = ''): DemoObjective => ({
  name,
  extra,
  objective_type: 'CATEGORY',
  aggregation: 'NONE',
  number_field: 'FINISHED_OBJECTIVES',
  required_number: Math.max(1, children.length),
  ...(preset === undefined ? {} : { preset }),
  conditions: [],
  children,
})
