import type { ItemField, Operator } from '@muster/contract/conditions'
import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { ScoringMethod } from '@muster/contract/scoring-presets'

/** A condition as stored; `field` and `operator` are checked when it is compiled, not trusted here. */
export interface ConditionDefinition {
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
}

/** One node of the tree as the rules see it: flat, linked by `parent_id`, times in milliseconds since 1970. */
export interface ObjectiveDefinition {
  readonly id: number
  /** null only for the root. */
  readonly parent_id: number | null
  readonly name: string
  readonly extra: string
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly required_number: number
  readonly hide_progress: boolean
  /** The window, both ends included; null = open. */
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly conditions: readonly ConditionDefinition[]
  readonly scoring_preset_id: number | null
}

export interface PresetDefinition {
  readonly id: number
  readonly scoring_method: ScoringMethod
  readonly points: readonly number[]
  /** 0 = no cap. */
  readonly point_cap: number
}

/** Everything besides the facts that decides the score of an event. */
export interface EventDefinition {
  /** Facts outside [start_at, end_at] are kept but never score; null = open. Milliseconds. */
  readonly start_at: number | null
  readonly end_at: number | null
  readonly team_ids: readonly number[]
  readonly objectives: readonly ObjectiveDefinition[]
  readonly presets: readonly PresetDefinition[]
}
