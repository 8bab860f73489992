import { z } from 'zod'
import { nullableId, nullableTime, requiredText, textLength } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, TeamId, UserId } from './ids.ts'
import { largestSequence } from './query.ts'
import { MinimalUser } from './users.ts'

/** A correction is named by its number in the ledger, which is longer than other ids. */
export const CorrectionId = z.int().positive().brand<'CorrectionId'>()
export type CorrectionId = z.output<typeof CorrectionId>

/** What a correction takes out of the count: one fact, or all facts of a tab, of a player, or of an interval. */
export const exclusionKinds = ['fact', 'tab', 'player', 'interval'] as const
export const ExclusionKind = z.enum(exclusionKinds).meta({ id: 'ExclusionKind' })
export type ExclusionKind = z.output<typeof ExclusionKind>

/** `addition`: a fact added by hand, for what no tab, character or submission shows. Anything else excludes. */
export const correctionKinds = ['addition', ...exclusionKinds] as const

/** What a judge changed in the count by hand. Null, except for the withdrawal, is "all of them" or "does not apply". */
export const Correction = z
  .object({
    id: CorrectionId,
    kind: z.enum(correctionKinds),
    objective_id: ObjectiveId.nullable(),
    team_id: TeamId.nullable(),
    /** Whom it names as the player; of an addition, null = the team as a whole. */
    user_id: UserId.nullable(),
    /** Of an addition. */
    number: z.int().nullable(),
    /** Of an addition. */
    timestamp: DateTime.nullable(),
    /** Name of the tab that is excluded, or that showed the excluded fact. */
    tab: z.string().nullable(),
    /** Of an exclusion: times of facts, both included. */
    from: DateTime.nullable(),
    to: DateTime.nullable(),
    reason: z.string(),
    /** What receipts say instead of the reason. */
    public_note: z.string().nullable(),
    author: MinimalUser.nullable(),
    /** Of an exclusion: when it was made. */
    created_at: DateTime.nullable(),
    /** Set once it was taken back. */
    withdrawal: z.object({ author: MinimalUser.nullable(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'Correction' })
export type Correction = z.output<typeof Correction>

/** Blank is none: the reason is shown then. */
const publicNote = z
  .string()
  .trim()
  .max(textLength)
  .nullish()
  .transform((note) => note || null)

export const CorrectionCreate = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    user_id: UserId.nullish().transform((user_id) => user_id ?? null),
    /** As a source of its own: added where the objective adds, compared where it compares; may be negative. */
    number: z.int(),
    /** Default: now, or the last moment that counts. */
    timestamp: nullableTime,
    reason: requiredText(textLength),
    public_note: publicNote,
  })
  .meta({ id: 'CorrectionCreate' })
export type CorrectionCreate = z.output<typeof CorrectionCreate>

/** Takes facts out of the count: those there are, and those that come later. */
export const ExclusionCreate = z
  .object({
    kind: ExclusionKind,
    /** For `fact` and `tab`: a fact by its number in the ledger, as receipts show it. */
    fact: z
      .int()
      .positive()
      .max(largestSequence)
      .nullish()
      .transform((given) => given ?? null),
    /** For `player`; may narrow an interval. */
    user_id: nullableId(UserId),
    /** Narrows an interval. */
    team_id: nullableId(TeamId),
    /** Narrows all but `fact`, which is of one objective. */
    objective_id: nullableId(ObjectiveId),
    /** For `interval` both; may narrow `tab` and `player`. Both ends included. */
    from: nullableTime,
    to: nullableTime,
    reason: requiredText(textLength),
    public_note: publicNote,
  })
  .meta({ id: 'ExclusionCreate' })
export type ExclusionCreate = z.output<typeof ExclusionCreate>

/** What a judge thinks of doing, to see what it would do to the standings. */
export const CorrectionTrial = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('add'), addition: CorrectionCreate }),
    z.object({ kind: z.literal('exclude'), exclusion: ExclusionCreate }),
    z.object({ kind: z.literal('withdraw'), id: CorrectionId }),
  ])
  .meta({ id: 'CorrectionTrial' })
export type CorrectionTrial = z.output<typeof CorrectionTrial>
/** As a caller writes it: what may be left out is optional. */
export type CorrectionTrialInput = z.input<typeof CorrectionTrial>

export const CorrectionWithdrawal = z.object({ reason: requiredText(textLength) }).meta({ id: 'CorrectionWithdrawal' })
