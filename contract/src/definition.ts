import { z } from 'zod'
import { baseVersion, flag, nullableId, requiredName, textLength } from './body.ts'
import { EventRulesWrite } from './event-rules.ts'
import { DateTime } from './date-time.ts'
import { EventCreate, type EventField, eventFields, sharesLeague } from './events.ts'
import { ObjectiveId, ScoringPresetId, TeamId } from './ids.ts'
import { BrokenExample } from './item-checks.ts'
import { maxRules, ObjectiveCreate } from './objectives.ts'
import { ScoringPresetCreate } from './scoring-presets.ts'
import { MinimalUser } from './users.ts'

/** Edits of one call. More than a user pastes; keeps one transaction from locking an event's ledger for minutes. */
export const maxEdits = 2000

/**
 * A name that the caller gives a new object, so that other edits of the same call can refer to it; the reply returns its id under
 * this name.
 */
const Key = z.string().min(1, 'is required').max(200)
const nullableKey = Key.nullish().transform((key) => key ?? null)

/** If absent, the stored time stays. */
const changedTime = z.iso.datetime({ offset: true, error: 'must be a date and time' }).nullable().optional()

/** Creates an objective, or edits the one with the given id. The parent and the preset may be created by the same call. */
export const SaveObjective = z.object({
  kind: z.literal('save_objective'),
  objective: ObjectiveCreate.extend({
    parent_id: nullableId(ObjectiveId),
    parent_key: nullableKey,
    scoring_preset_key: nullableKey,
    /** Ids, and keys of presets that earlier edits of the same call create. */
    further_preset_ids: z
      .array(z.union([ScoringPresetId, Key]))
      .max(maxRules - 1)
      .nullish()
      .transform((ids) => ids ?? undefined),
  }),
  /** For a new objective. */
  key: nullableKey,
  /** Whether to keep stored conditions that the edit does not name. */
  other_conditions: z.enum(['keep', 'remove']).default('remove'),
})

/** Deletes an objective and everything below it. */
export const DeleteObjective = z.object({ kind: z.literal('delete_objective'), id: ObjectiveId, base_version: baseVersion })

/** Moves an objective into a category, before one of its children; without one it becomes the last child. */
export const PlaceObjective = z.object({
  kind: z.literal('place_objective'),
  /** The id or the key, as for parent and neighbour. */
  id: nullableId(ObjectiveId),
  key: nullableKey,
  parent_id: nullableId(ObjectiveId),
  parent_key: nullableKey,
  before_id: nullableId(ObjectiveId),
  before_key: nullableKey,
  base_version: baseVersion,
})

/** Sets the same window for many objectives; an absent bound stays unchanged, null removes it. */
export const SetDates = z.object({
  kind: z.literal('set_dates'),
  ids: z.array(ObjectiveId).min(1, 'is required').max(maxEdits),
  valid_from: changedTime,
  valid_to: changedTime,
})

/** Copies an objective with everything below it and all conditions; only the copy itself gets the new name. */
export const DuplicateObjective = z.object({
  kind: z.literal('duplicate_objective'),
  id: ObjectiveId,
  parent_id: nullableId(ObjectiveId),
  parent_key: nullableKey,
  name: requiredName(),
  /** For the copy. */
  key: nullableKey,
})

/** Creates a scoring preset, or edits the one with the given id. */
export const SavePreset = z.object({ kind: z.literal('save_preset'), preset: ScoringPresetCreate, key: nullableKey })

/** Deletes a scoring preset; objectives that used it pay nothing from then on. */
export const DeletePreset = z.object({ kind: z.literal('delete_preset'), id: ScoringPresetId, base_version: baseVersion })

/** Changes the event's own fields; absent fields stay unchanged. Only for users who may edit events. */
export const SaveEvent = z.object({
  kind: z.literal('save_event'),
  event: EventCreate.pick(Object.fromEntries(eventFields.map(({ name }) => [name, true])) as Record<EventField, true>).partial(),
  base_version: baseVersion,
  shares_league: sharesLeague,
})

/** Publishes a new text of the rules. Only for users who may write them. */
export const WriteRules = z.object({ kind: z.literal('write_rules'), ...EventRulesWrite.shape })

/**
 * One change of the definition that decides the scores of an event. If the stored version differs from `base_version`, nothing is
 * overwritten (`changed_meanwhile`).
 */
export const DefinitionEdit = z
  .discriminatedUnion('kind', [
    SaveObjective,
    DeleteObjective,
    PlaceObjective,
    SetDates,
    DuplicateObjective,
    SavePreset,
    DeletePreset,
    SaveEvent,
    WriteRules,
  ])
  .meta({ id: 'DefinitionEdit' })
export type DefinitionEdit = z.output<typeof DefinitionEdit>
/** The caller's form: fields with defaults are optional. */
export type DefinitionEditInput = z.input<typeof DefinitionEdit>

/** Edits that are applied in order, all of them or none. */
export const DefinitionEdits = z
  .object({
    edits: z.array(DefinitionEdit, { error: 'is required' }).min(1, 'is required').max(maxEdits),
    /** Number of the definition that the edits are based on; if it has changed since, nothing is done (`changed_meanwhile`). */
    definition_version: z
      .int()
      .nonnegative()
      .nullish()
      .transform((given) => given ?? null),
    /** Whether to make the edits although saved items would no longer give the expected result (`breaks_examples`). */
    breaks_examples: flag,
    /** Shown in the list of changes, beside the edits. */
    reason: z
      .string()
      .trim()
      .max(textLength)
      .nullish()
      .transform((given) => given || null),
  })
  .meta({ id: 'DefinitionEdits' })
export type DefinitionEdits = z.output<typeof DefinitionEdits>

export const DefinitionEdited = z
  .object({
    /** Number of the definition in the ledger: of this change, or of the last one if nothing changed. */
    definition_version: z.int(),
    /** Ids of new objectives, by their keys. */
    objective_ids: z.record(z.string(), ObjectiveId),
    /** Ids of new presets, by their keys. */
    scoring_preset_ids: z.record(z.string(), ScoringPresetId),
  })
  .meta({ id: 'DefinitionEdited' })
export type DefinitionEdited = z.output<typeof DefinitionEdited>

const nowAndThen = { team_id: TeamId, points_now: z.int(), points_then: z.int() }

/** The standings that a change would lead to. `now` is computed with the current definition, `then` with the edits. */
export const WhatIf = z
  .object({
    definition_version: z.int(),
    /** Number of the last ledger entry included in both. */
    ledger_sequence: z.int(),
    /** All teams. */
    teams: z.array(z.object({ ...nowAndThen, rank_now: z.int(), rank_then: z.int() })),
    /** Objectives and categories whose own points would change, with the affected teams only; the largest changes first. */
    objectives: z.array(
      z.object({
        /** 0: created by the edits. */
        objective_id: z.int().nonnegative(),
        /** For a new one. */
        key: z.string().nullable(),
        name: z.string(),
        /** Names of its ancestor categories, from the root's child down. */
        path: z.array(z.string()),
        teams: z.array(z.object(nowAndThen)),
      }),
    ),
    /** The teams' points over the course of the event, oldest first, at most 200 times. */
    history: z.array(z.object({ timestamp: DateTime, teams: z.array(z.object(nowAndThen)) })),
    /** The amount of stored data that would be read again, and the facts that this would add and remove. */
    facts: z.object({ read: z.int(), added: z.int(), removed: z.int() }),
    /** The objects that the edits delete, and the points they bring now, over all teams. */
    removed: z.object({
      objectives: z.int(),
      conditions: z.int(),
      facts: z.int(),
      submissions: z.int(),
      points: z.int(),
    }),
    /** Saved items that would no longer give the expected result. */
    broken_examples: z.array(BrokenExample),
    computed_ms: z.int(),
  })
  .meta({ id: 'WhatIf' })
export type WhatIf = z.output<typeof WhatIf>

/** One numbered change of a definition. */
export const DefinitionChange = z
  .object({
    sequence: z.int().positive(),
    /** Null: a program, or a deleted user. */
    author: MinimalUser.nullable(),
    reason: z.string(),
    timestamp: DateTime,
  })
  .meta({ id: 'DefinitionChange' })
export type DefinitionChange = z.output<typeof DefinitionChange>

/** The re-evaluation of stored data after a rule has changed; until it is done, the old facts count. */
export const Rematch = z
  .object({
    objective_id: ObjectiveId,
    reads: z.enum(['snapshots', 'readings']),
    /** The part of the stored data that was read so far. */
    done: z.int(),
    total: z.int(),
    started_at: DateTime,
  })
  .meta({ id: 'Rematch' })
export type Rematch = z.output<typeof Rematch>

export const RematchProgress = z
  .object({
    /** The newest definition has not been processed by a job yet: more re-evaluations may begin. */
    is_pending: z.boolean(),
    rematches: z.array(Rematch),
  })
  .meta({ id: 'RematchProgress' })
export type RematchProgress = z.output<typeof RematchProgress>
