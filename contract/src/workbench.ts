import { z } from 'zod'
import { nullableId, nullableTime, textLength } from './body.ts'
import { DateTime } from './date-time.ts'
import { conditionCounts, ItemField, largestAmount, largestAtLeast, obstacles, Operator, TestedItem } from './conditions.ts'
import { ObjectiveId, TeamId } from './ids.ts'
import { Aggregation, maxConditions, NumberField, ObjectiveType } from './objectives.ts'

/** Longest text of a copied item; the game's longest have about 6,000 characters. */
export const itemTextLength = 20_000
const valueLength = 20_000

/** A condition that is still being written; its value may be invalid. */
const DraftCondition = z.object({
  field: ItemField,
  operator: Operator,
  value: z.string().max(valueLength),
  any_of: z
    .int()
    .nullish()
    .transform((group) => group ?? null),
  at_least: z.int().positive().max(largestAtLeast).nullish(),
  counts_as: z.int().positive().max(largestAmount).nullish(),
})

/** An objective in the state of an editor, saved or not. */
export const DraftObjective = z
  .object({
    /** The edited objective; null = a new one. */
    id: nullableId(ObjectiveId),
    name: z.string().max(textLength),
    objective_type: ObjectiveType,
    aggregation: Aggregation,
    number_field: NumberField,
    required_number: z.int().max(Number.MAX_SAFE_INTEGER),
    players_from: z.int().nullish(),
    pieces_from: z.int().nullish(),
    valid_from: nullableTime,
    valid_to: nullableTime,
    conditions: z.array(DraftCondition, { error: 'is required' }).max(maxConditions),
  })
  .meta({ id: 'DraftObjective' })
export type DraftObjective = z.output<typeof DraftObjective>
export type DraftObjectiveInput = z.input<typeof DraftObjective>

/** An item as JSON or as copied from the game, one of the two. */
export const ItemTrial = z
  .object({
    item: TestedItem.nullish(),
    text: z.string().max(itemTextLength).nullish(),
    /** Tried in addition to the stored objectives, in place of the one with its id. */
    draft: DraftObjective.nullish(),
    /** Offset in the list of objectives that the item does not complete. */
    offset: z.int().nonnegative().max(100_000).default(0),
    limit: z.int().positive().max(100).default(20),
  })
  .meta({ id: 'ItemTrial' })

/** The result of one condition for the item. */
const Seen = z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]).nullable()
const TriedCondition = z.object({
  field: z.string(),
  operator: z.string(),
  value: z.string(),
  any_of: z.int().nullable(),
  ...conditionCounts,
  /** The item's value for this field; null if the condition is invalid. */
  seen: Seen,
  holds: z.boolean(),
  /** Why the condition is invalid, or null. */
  refused: z.string().nullable(),
})

export const TriedObjective = z
  .object({
    /** 0: the draft of a new one. */
    objective_id: z.int().nonnegative(),
    is_draft: z.boolean(),
    name: z.string(),
    /** Names of its ancestor categories, from the root's child down. */
    path: z.array(z.string()),
    matches: z.boolean(),
    /** The number that the item adds. */
    number: z.int(),
    obstacles: z.array(z.enum(obstacles)),
    /** Requirements that hold and that do not; a group counts as one requirement. */
    holding: z.int(),
    failing: z.int(),
    conditions: z.array(TriedCondition),
  })
  .meta({ id: 'TriedObjective' })
export type TriedObjective = z.output<typeof TriedObjective>

/** Facts that a copied text leaves open. */
export const copiedDoubts = ['icon', 'magic_base', 'lines_of_mods', 'incubator'] as const

export const TriedItem = z
  .object({
    /** The item as parsed. */
    item: TestedItem,
    fields: z.array(z.object({ field: ItemField, value: Seen })),
    doubts: z.array(z.enum(copiedDoubts)),
    /** Unrecognised lines of a copied text, which are ignored; `line` is the number of the first one. */
    unread: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
    draft: TriedObjective.nullable(),
    /** The completed objectives, at most a hundred. */
    feeds: z.array(TriedObjective),
    feeds_total: z.int(),
    /** The other objectives, near misses first and unrelated ones last. */
    others: z.array(TriedObjective),
    others_total: z.int(),
  })
  .meta({ id: 'TriedItem' })
export type TriedItem = z.output<typeof TriedItem>

export const MatchCount = z
  .object({
    /** Items in the newest snapshots of all tabs, and the number of them that were tested. */
    stored: z.int(),
    read: z.int(),
    draft_matches: z.int(),
    /** Matches of the saved objective; null for a new one. */
    saved_matches: z.int().nullable(),
    /** Some of the items that the draft matches. */
    examples: z.array(z.object({ name: z.string(), base_type: z.string() })),
    /** False: time ran out before all items were tested. */
    is_complete: z.boolean(),
  })
  .meta({ id: 'MatchCount' })
export type MatchCount = z.output<typeof MatchCount>

/** A kind of item that is in the event's tabs, or is worn or carried. */
export const StoredItem = z
  .object({
    name: z.string(),
    type_line: z.string(),
    base_type: z.string(),
    /** Number of such items now. */
    count: z.int(),
    team_id: TeamId,
    /** Where it was last seen: the name of a tab, or of a character. */
    tab_name: z.string(),
    seen_at: DateTime,
    /** The item that was seen last. */
    item: TestedItem,
  })
  .meta({ id: 'StoredItem' })
export type StoredItem = z.output<typeof StoredItem>

export const StoredItems = z
  .object({ items: z.array(StoredItem), total: z.int(), stored: z.int(), read: z.int(), is_complete: z.boolean() })
  .meta({ id: 'StoredItems' })
export type StoredItems = z.output<typeof StoredItems>

/** Fields whose texts can be suggested. */
export const suggestedFields = ['NAME', 'BASE_TYPE', 'TYPE_LINE', 'ITEM_CLASS', 'ICON_NAME'] as const
export const SuggestedField = z.enum(suggestedFields)
export type SuggestedField = z.output<typeof SuggestedField>

export const NameSuggestion = z
  .object({
    text: z.string(),
    /** Number of such items in tabs now. */
    seen: z.int(),
    /** Whether it is a known name, or a class of the imported table. */
    is_listed: z.boolean(),
  })
  .meta({ id: 'NameSuggestion' })
export type NameSuggestion = z.output<typeof NameSuggestion>
