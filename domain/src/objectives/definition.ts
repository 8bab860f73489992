import type { ItemField, Operator } from '@muster/contract/conditions'
import type { GameVersion, GuildLogRule } from '@muster/contract/events'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { ProofRule, ReportRule } from '@muster/contract/report-rules'
import type { Aggregation, FinishRule, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { ScoringMethod, scoringPresetTypes } from '@muster/contract/scoring-presets'
import type { Layout } from './layout.ts'

/** A condition as stored; `field` and `operator` are validated when it is compiled. */
export interface ConditionDefinition {
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  /** Conditions of one objective with the same number form a group, of which `at_least` must hold. */
  readonly any_of?: number | null
  /** How many conditions of the group must hold; absent: 1. The largest number in the group applies. */
  readonly at_least?: number
  /** The amount that one piece adds if its item satisfies this condition; absent: 1. The largest that applies is used. */
  readonly counts_as?: number
}

/** One node of the tree in the form that the rules use: flat, linked by `parent_id`, times in milliseconds since 1970. */
export interface ObjectiveDefinition extends Layout {
  readonly id: number
  /** null only for the root. */
  readonly parent_id: number | null
  readonly name: string
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly required_number: number
  /** See `CountedNumber`; absent or null: none. */
  readonly players_from?: number | null
  readonly pieces_from?: number | null
  readonly hide_progress: boolean
  /** How reports count, for files like `file_key`; absent or null: as in the category. */
  readonly reports?: ReportRule | null
  readonly report_proof?: ProofRule | null
  /** The window, both ends included; null = open. */
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly conditions: readonly ConditionDefinition[]
  readonly scoring_preset_id: number | null
  /** Further scoring rules, in their order; absent: none. */
  readonly further_preset_ids?: readonly number[]
  /** Absent: `all`. */
  readonly finished_by?: FinishRule
  /** Its key in definition files. Rules ignore it; stored so that a file can be written from an earlier definition. */
  readonly file_key?: string
}

export interface PresetDefinition {
  readonly id: number
  readonly scoring_method: ScoringMethod
  readonly points: readonly number[]
  /** 0 = no cap. */
  readonly point_cap: number
  /** Absent if it has none. */
  readonly parameters?: PresetParameters
  /** For people and files, as above; absent in older records. */
  readonly file_key?: string
  readonly name?: string
  readonly description?: string
  readonly type?: (typeof scoringPresetTypes)[number]
}

/**
 * Excludes facts by a judge's decision: all facts that match, including later ones. A null property matches every fact. An
 * exclusion never changes; withdrawing it removes it from the list.
 */
export interface ExclusionDefinition {
  readonly id: number
  readonly objective_id: number | null
  readonly team_id: number | null
  readonly user_id: number | null
  /** In the form used by facts: `stash:<id>` for a tab. */
  readonly source: string | null
  /** Times of facts, both ends included. */
  readonly from: number | null
  readonly to: number | null
}

/** Everything besides the facts that decides the scores of an event. */
export interface EventDefinition {
  /** Facts outside [start_at, end_at] are kept but never score; null = open. Milliseconds. */
  readonly start_at: number | null
  readonly end_at: number | null
  /** Absent in definitions recorded before there was a second game: the first game. */
  readonly game_version?: GameVersion
  /** Whether deposits in guild logs count if there is no other result; absent: `names`. */
  readonly guild_log?: GuildLogRule
  /** Absent: the usual steps of the game. */
  readonly personal_objectives?: PersonalObjectives
  readonly team_ids: readonly number[]
  readonly objectives: readonly ObjectiveDefinition[]
  readonly presets: readonly PresetDefinition[]
  /** Absent in definitions recorded before exclusions existed. */
  readonly exclusions?: readonly ExclusionDefinition[]
}
