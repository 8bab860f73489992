import { z } from 'zod'
import { baseVersion, fileKey, flag, nullableId, nullableTime, optionalText, requiredCount, requiredName } from './body.ts'
import { Condition, ObjectiveConditionCreate } from './conditions.ts'
import { DateTime } from './date-time.ts'
import { ObjectiveId, ScoringPresetId } from './ids.ts'
import { ProofRule, ReportRule } from './report-rules.ts'
import { ScoringPreset } from './scoring-presets.ts'

export const objectiveTypes = ['ITEM', 'PLAYER', 'TEAM', 'SUBMISSION', 'CATEGORY'] as const
export const ObjectiveType = z.enum(objectiveTypes).meta({ id: 'ObjectiveType' })
export type ObjectiveType = z.output<typeof ObjectiveType>

export const aggregations = [
  'SUM_LATEST',
  'EARLIEST',
  'EARLIEST_FRESH_ITEM',
  'MAXIMUM',
  'MINIMUM',
  'DIFFERENCE_BETWEEN',
  'NONE',
] as const
export const Aggregation = z.enum(aggregations).meta({ id: 'AggregationType' })
export type Aggregation = z.output<typeof Aggregation>

export const numberFields = [
  'STACK_SIZE',
  'PLAYER_LEVEL',
  'DELVE_DEPTH',
  'DELVE_DEPTH_PAST_100',
  'PANTHEON',
  'ASCENDANCY',
  'ATLAS_POINTS',
  'PLAYER_SCORE',
  'EXPERIENCE',
  'DELVE_DEPTH_WEIGHTED',
  'LIFE',
  'MANA',
  'ENERGY_SHIELD',
  'ARMOUR',
  'EVASION',
  'ATTACK_BLOCK',
  'SPELL_BLOCK',
  'LOWEST_RESISTANCE',
  'PHYSICAL_MAX_HIT',
  'ELEMENTAL_MAX_HIT',
  'EHP',
  'DPS',
  'MOVEMENT_SPEED',
  'FLASK_QUALITY',
  'WEAPON_QUALITY',
  'ARMOUR_QUALITY',
  'INFLUENCED_WORN',
  'CORRUPTED_WORN',
  'FOULBORN_WORN',
  'ENCHANTED_WORN',
  'UNIQUES_WORN',
  'JEWELS_WITH_IMPLICITS',
  'SOCKETED_GEMS',
  'GEMS_OF_LEVEL',
  'FLASKS_OF_ITEM_LEVEL',
  'DEATHS',
  'AREA_LEVEL',
  'AREAS_ENTERED',
  'ACTS_FINISHED',
  'PASSIVES_ALLOCATED',
  'BOSS_LINES',
  'SUBMISSION_VALUE',
  'FINISHED_OBJECTIVES',
] as const
export const NumberField = z.enum(numberFields).meta({ id: 'NumberField' })
export type NumberField = z.output<typeof NumberField>

/** Whether an objective with several rules is finished when all of them are, or when the first is. */
export const finishRules = ['all', 'first'] as const
export const FinishRule = z.enum(finishRules).meta({ id: 'FinishRule' })
export type FinishRule = z.output<typeof FinishRule>

/** Scoring presets of one objective. More than an organiser combines; each is scored for every new fact. */
export const maxRules = 8

/**
 * A node of the objective tree on the wire. An objective that opens in the future is masked for ordinary viewers: id 0, a random
 * 64-digit name, empty type and aggregation, no conditions, no children.
 */
export const Objective = z
  .object({
    id: z.int().nonnegative(),
    parent_id: z.int().nullable(),
    name: z.string(),
    /** Free text for people, or a JSON object whose `layout` defines how pages show the branch (see `Layout`). */
    extra: z.string(),
    objective_type: z.union([ObjectiveType, z.literal('')]),
    aggregation: z.union([Aggregation, z.literal('')]),
    number_field: z.union([NumberField, z.literal('')]),
    required_number: z.int(),
    /** For a team: counts its players with at least this number. Absent: their numbers are added up. */
    players_from: z.int().optional(),
    /** For numbers of gems or flasks: the level from which they count. Absent for others. */
    pieces_from: z.int().optional(),
    hide_progress: z.boolean(),
    /** How reports count here and below. Null: as in its category, up to the event. */
    reports: ReportRule.nullable(),
    /** The proof that reports need here and below. Null: as in its category, up to the event. */
    report_proof: ProofRule.nullable(),
    valid_from: DateTime.nullable(),
    valid_to: DateTime.nullable(),
    conditions: z.array(Condition),
    /** Incremented with every edit of it or its conditions; 0 when masked. */
    version: z.int(),
    scoring_preset_id: ScoringPresetId.nullable(),
    /** Always null in the tree call; clients join by `scoring_preset_id`. */
    scoring_preset: ScoringPreset.nullable(),
    /** Further scoring rules in their order, whose points are added. Absent, like `finished_by`, if there is only one rule. */
    further_preset_ids: z.array(ScoringPresetId).optional(),
    finished_by: FinishRule.optional(),
    get children() {
      return z.array(Objective)
    },
  })
  .meta({ id: 'Objective' })
export type Objective = z.output<typeof Objective>

/** Conditions of one objective. More than a designer writes; keeps one call from compiling conditions for minutes. */
export const maxConditions = 200

/** The highest level of gems and items that an objective can ask for. */
export const highestLevel = 1000
/** A positive number; null and absent: none. */
const nullableNumber = (most: number) =>
  z
    .int()
    .positive()
    .max(most)
    .nullish()
    .transform((number) => number ?? null)

/**
 * With an id: the objective to edit. Clients send the whole objective back, children included; fields that are not listed here
 * are ignored. Conditions in the body are added or, by id, overwritten.
 */
export const ObjectiveCreate = z
  .object({
    id: nullableId(ObjectiveId),
    base_version: baseVersion,
    /** Only the root has none, and the root cannot be edited. */
    parent_id: requiredCount.pipe(ObjectiveId),
    name: requiredName(),
    extra: optionalText(),
    objective_type: ObjectiveType,
    aggregation: Aggregation,
    number_field: NumberField,
    required_number: z.int({ error: 'is required' }).positive('is required').max(Number.MAX_SAFE_INTEGER),
    players_from: nullableNumber(Number.MAX_SAFE_INTEGER),
    pieces_from: nullableNumber(highestLevel),
    hide_progress: flag,
    reports: ReportRule.nullish().transform((rule) => rule ?? null),
    report_proof: ProofRule.nullish().transform((rule) => rule ?? null),
    valid_from: nullableTime,
    valid_to: nullableTime,
    conditions: z.array(ObjectiveConditionCreate, { error: 'is required' }).max(maxConditions),
    scoring_preset_id: nullableId(ScoringPresetId),
    /** If absent or null, the stored rules stay. Without further rules `finished_by` is `all`. */
    further_preset_ids: z
      .array(ScoringPresetId)
      .max(maxRules - 1)
      .nullish()
      .transform((ids) => ids ?? undefined),
    finished_by: FinishRule.nullish().transform((rule) => rule ?? undefined),
    file_key: fileKey,
  })
  .meta({ id: 'ObjectiveCreate' })
export type ObjectiveCreate = z.output<typeof ObjectiveCreate>
