import { z } from 'zod'
import { nullableId, nullableTime, requiredText, textLength } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, TeamId, UserId } from './ids.ts'
import { largestSequence } from './query.ts'
import { MinimalUser } from './users.ts'

/** A correction is identified by its number in the ledger, which is longer than other ids. */
export const CorrectionId = z.int().positive().brand<'CorrectionId'>()
export type CorrectionId = z.output<typeof CorrectionId>

/** The scope of an exclusion: one fact, or all facts of a tab, of a player, or of an interval. */
export const exclusionKinds = ['fact', 'tab', 'player', 'interval'] as const
export const ExclusionKind = z.enum(exclusionKinds).meta({ id: 'ExclusionKind' })
export type ExclusionKind = z.output<typeof ExclusionKind>

/** `addition`: a fact added by hand that no tab, character or submission shows. All other kinds are exclusions. */
export const correctionKinds = ['addition', ...exclusionKinds] as const

/** A manual correction by a judge. Null, except for the withdrawal, means "all of them" or "does not apply". */
export const Correction = z
  .object({
    id: CorrectionId,
    kind: z.enum(correctionKinds),
    objective_id: ObjectiveId.nullable(),
    team_id: TeamId.nullable(),
    /** The named player; null in an addition = the whole team. */
    user_id: UserId.nullable(),
    /** Only for an addition. */
    number: z.int().nullable(),
    /** Only for an addition. */
    timestamp: DateTime.nullable(),
    /** Name of the excluded tab, or of the tab that showed the excluded fact. */
    tab: z.string().nullable(),
    /** For an exclusion: times of facts, both included. */
    from: DateTime.nullable(),
    to: DateTime.nullable(),
    reason: z.string(),
    /** Shown on receipts in place of the reason. */
    public_note: z.string().nullable(),
    author: MinimalUser.nullable(),
    /** For an exclusion: the time of its creation. */
    created_at: DateTime.nullable(),
    /** Set if the correction was withdrawn. */
    withdrawal: z.object({ author: MinimalUser.nullable(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'Correction' })
export type Correction = z.output<typeof Correction>

/** A blank text means none: the reason is shown then. */
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
    /** A source of its own: added if the objective adds, compared if it compares; may be negative. */
    number: z.int(),
    /** Default: now, or the last moment that counts. */
    timestamp: nullableTime,
    reason: requiredText(textLength),
    public_note: publicNote,
  })
  .meta({ id: 'CorrectionCreate' })
export type CorrectionCreate = z.output<typeof CorrectionCreate>

/** Excludes facts from scoring: existing ones, and facts that are recorded later. */
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
    /** Narrows all kinds except `fact`, which belongs to one objective. */
    objective_id: nullableId(ObjectiveId),
    /** Both required for `interval`; may narrow `tab` and `player`. Both ends included. */
    from: nullableTime,
    to: nullableTime,
    reason: requiredText(textLength),
    public_note: publicNote,
  })
  .meta({ id: 'ExclusionCreate' })
export type ExclusionCreate = z.output<typeof ExclusionCreate>

/** A correction to preview: its effect on the standings, without saving it. */
export const CorrectionTrial = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('add'), addition: CorrectionCreate }),
    z.object({ kind: z.literal('exclude'), exclusion: ExclusionCreate }),
    z.object({ kind: z.literal('withdraw'), id: CorrectionId }),
  ])
  .meta({ id: 'CorrectionTrial' })
export type CorrectionTrial = z.output<typeof CorrectionTrial>
/** The caller's form: fields with defaults are optional. */
export type CorrectionTrialInput = z.input<typeof CorrectionTrial>

export const CorrectionWithdrawal = z.object({ reason: requiredText(textLength) }).meta({ id: 'CorrectionWithdrawal' })
