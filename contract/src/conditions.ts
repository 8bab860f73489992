import { z } from 'zod'
import { nullableId } from './body.ts'
import { ConditionId, ObjectiveId } from './ids.ts'

/** Fields of items, then of events in the log of a player's game, which are empty for items. */
export const itemFields = [
  'BASE_TYPE',
  'NAME',
  'ITEM_CLASS',
  'ICON_NAME',
  'TYPE_LINE',
  'QUALITY',
  'LEVEL',
  'RARITY',
  'ILVL',
  'FRAME_TYPE',
  'TALISMAN_TIER',
  'MAP_TIER',
  'MAP_QUANT',
  'MAP_RARITY',
  'MAP_PACK_SIZE',
  'HEIST_TARGET',
  'HEIST_ROGUE_REQUIREMENT',
  'ENCHANT_MODS',
  'EXPLICIT_MODS',
  'IMPLICIT_MODS',
  'CRAFTED_MODS',
  'FRACTURED_MODS',
  'FOULBORN_MODS',
  'INFLUENCES',
  'MAX_LINKS',
  'SOCKETS',
  'INCUBATOR_KILLS',
  'IS_CORRUPTED',
  'IS_VAAL',
  'IS_SPLIT',
  'IS_MIRRORED',
  'IS_FOULBORN',
  'IS_IDENTIFIED',
  'SANCTUM_AFFLICTIONS',
  'TEMPLE_ROOMS',
  'TEMPLE_ROOMS_T3',
  'RITUAL_VESSEL_BOSSES',
  'RITUAL_VESSEL_MAP',
  'FACETOR_LENS_EXP',
  'MEMORY_STRANDS',
  'GRAFT_SKILL_NAME',
  'GRAFT_SKILL_LEVEL',
  'WORN_BY',
  'AREA',
  'BOSS',
] as const
export const ItemField = z.enum(itemFields).meta({ id: 'ItemField' })
export type ItemField = z.output<typeof ItemField>

export const operators = [
  'EQ',
  'NEQ',
  'GT',
  'LT',
  'IN',
  'NOT_IN',
  'MATCHES',
  'CONTAINS',
  'CONTAINS_ALL',
  'CONTAINS_MATCH',
  'LENGTH_EQ',
  'LENGTH_GT',
  'LENGTH_LT',
  'DOES_NOT_MATCH',
] as const
export const Operator = z.enum(operators).meta({ id: 'Operator' })
export type Operator = z.output<typeof Operator>

export const fieldTypes = ['string', 'int', 'bool', 'string[]'] as const
export const FieldType = z.enum(fieldTypes).meta({ id: 'FieldType' })
export type FieldType = z.output<typeof FieldType>

/** Largest number of a group: higher than the number of conditions of an objective can be. */
const largestAnyOf = 1000
/** Largest count that a group may demand. */
export const largestAtLeast = 1000
/** Largest amount that one piece may add. */
export const largestAmount = 10_000

/** The group and the amount of a condition in an answer. */
export const conditionCounts = {
  /** How many conditions of the group must hold: the largest number in the group; absent: 1. */
  at_least: z.int().optional(),
  /** The amount that one piece adds if its item satisfies the condition: the largest that applies; absent: 1. */
  counts_as: z.int().optional(),
}

/**
 * One requirement on an item, or on an event in the log of a player's game. Conditions of one objective with the same `any_of` are
 * a group, of which `at_least` must hold; all other conditions must hold. Lists in `value` are comma-separated.
 */
export const Condition = z
  .object({
    id: ConditionId,
    field: ItemField,
    operator: Operator,
    value: z.string(),
    any_of: z.int().nullable(),
    ...conditionCounts,
  })
  .meta({ id: 'Condition' })
export type Condition = z.output<typeof Condition>

/** Longest value of a condition, in characters: enough for a list of several hundred names. */
const valueLength = 20_000

/** A condition as part of an objective's body. With an id, it overwrites that condition of the objective. */
export const ObjectiveConditionCreate = z
  .object({
    id: nullableId(ConditionId),
    field: ItemField,
    operator: Operator,
    value: z.string({ error: 'is required' }).min(1, 'is required').max(valueLength),
    /** Absent, as sent by clients that do not know groups: the stored number stays, a new condition has none. */
    any_of: z.int().positive().max(largestAnyOf).nullable().optional(),
    /** Absent: the stored number stays, a new condition has none. null and 1 are the same, here and in `counts_as`. */
    at_least: z.int().positive().max(largestAtLeast).nullable().optional(),
    counts_as: z.int().positive().max(largestAmount).nullable().optional(),
  })
  .meta({ id: 'ObjectiveConditionCreate' })
export type ObjectiveConditionCreate = z.output<typeof ObjectiveConditionCreate>

export const ConditionCreate = ObjectiveConditionCreate.extend({ objective_id: ObjectiveId }).meta({ id: 'ConditionCreate' })
export type ConditionCreate = z.output<typeof ConditionCreate>

/** An item as the game sends it, or as a user pasted it: the rules read the known fields and ignore the rest. */
export const TestedItem = z.record(z.string(), z.unknown())

/** Obstacles that do not concern a single condition; see `Obstacle` in the domain. */
export const obstacles = [
  'foil',
  'before_window',
  'after_window',
  'no_conditions',
  'not_an_item_objective',
  'refused_condition',
  'not_from_tabs',
] as const

/** The result of one condition for the item. */
export const ConditionFinding = z
  .object({
    Field: z.string(),
    Operator: z.string(),
    Value: z.string(),
    /** Findings with the same number belong to a group: one of them has to hold, or the number given by `AtLeast`. */
    AnyOf: z.int().nullable(),
    AtLeast: z.int().optional(),
    /** The amount that one piece adds if the condition holds; absent: 1. */
    CountsAs: z.int().optional(),
    /** The item's value for this field; null if the condition is invalid. */
    Seen: z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]).nullable(),
    Holds: z.boolean(),
    /** Why the condition is invalid, or null. */
    Refused: z.string().nullable(),
  })
  .meta({ id: 'ConditionFinding' })

/** An objective that the item completes, and the number that the item adds. Spelled as older clients expect. */
export const CheckResult = z
  .object({
    ObjectiveId,
    Number: z.int(),
    /** Only with `explain`, which also answers for an item that does not match. */
    Matches: z.boolean().optional(),
    Obstacles: z.array(z.enum(obstacles)).optional(),
    Conditions: z.array(ConditionFinding).optional(),
  })
  .meta({ id: 'CheckResult' })
export type CheckResult = z.output<typeof CheckResult>
