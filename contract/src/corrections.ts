import { z } from 'zod'
import { nullableId, nullableTime, optionalText, requiredText, textLength } from './body.ts'
import { DateTime } from './date-time.ts'
import { ObjectiveId, TeamId, UserId } from './ids.ts'
import { largestSequence } from './query.ts'
import { unixSeconds } from './receipts.ts'
import { MinimalUser } from './users.ts'

/** A correction is identified by its number in the ledger, which is longer than other ids. */
export const CorrectionId = z.int().positive().brand<'CorrectionId'>()
export type CorrectionId = z.output<typeof CorrectionId>

/** The scope of an exclusion: one fact, or all facts of a tab, of a player, or of an interval. */
export const exclusionKinds = ['fact', 'tab', 'player', 'interval'] as const
export const ExclusionKind = z.enum(exclusionKinds).meta({ id: 'ExclusionKind' })
export type ExclusionKind = z.output<typeof ExclusionKind>

/**
 * `addition`: a fact added by hand that no tab, character or submission shows. `points`: points given or taken by hand. All other
 * kinds are exclusions.
 */
export const correctionKinds = ['addition', 'points', ...exclusionKinds] as const

/** Points above the event's limit wait, and count when a second person has approved them. */
export const approvalStates = ['waiting', 'approved', 'declined'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The decision of a second person. */
const Approval = z
  .object({
    state: z.enum(approvalStates),
    /** Null while it waits. */
    judge: MinimalUser.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Approval' })

/** A manual correction by a judge. Null, except for the withdrawal, means "all of them" or "does not apply". */
export const Correction = z
  .object({
    id: CorrectionId,
    kind: z.enum(correctionKinds),
    objective_id: ObjectiveId.nullable(),
    team_id: TeamId.nullable(),
    /** The named player; null in an addition or in points = the whole team. */
    user_id: UserId.nullable(),
    /** For an addition, and for points: negative if they are taken. */
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
    /** Link to a proof of points. */
    proof: z.string().nullable(),
    author: MinimalUser.nullable(),
    /** Null: no second person was needed. */
    approval: Approval.nullable(),
    /** For an exclusion and for points: the time of its creation. */
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

/** More would be a typing error. */
export const largestManualPoints = 1_000_000

export const linkLength = 2000
const httpsLink = z.url({ protocol: /^https$/ })
/** A link that pages show and nothing fetches; `null`, absent and the empty text mean none. */
const proofLink = z
  .string()
  .trim()
  .max(linkLength)
  .refine((link) => link === '' || httpsLink.safeParse(link).success, 'must be a link that begins with https://')
  .nullish()
  .transform((link) => link || null)

/** Gives points to a team, or takes them. */
export const ManualPointsCreate = z
  .object({
    team_id: TeamId,
    /** The player they are for; null: the whole team. */
    user_id: nullableId(UserId),
    points: z
      .int({ error: 'must be a whole number' })
      .min(-largestManualPoints)
      .max(largestManualPoints)
      .refine((points) => points !== 0, 'must not be 0'),
    reason: requiredText(textLength),
    public_note: publicNote,
    proof: proofLink,
  })
  .meta({ id: 'ManualPointsCreate' })
export type ManualPointsCreate = z.output<typeof ManualPointsCreate>

/** A second person's decision about waiting points. */
export const ManualPointsDecision = z
  .object({
    is_approved: z.boolean(),
    /** Required to decline. */
    reason: optionalText(),
  })
  .refine(({ is_approved, reason }) => is_approved || reason.trim() !== '', { path: ['reason'], error: 'is required' })
  .meta({ id: 'ManualPointsDecision' })
export type ManualPointsDecision = z.output<typeof ManualPointsDecision>

/** Points given or taken by hand, as everyone sees them. */
export const ManualPoints = z
  .object({
    /** Number of their fact in the ledger. */
    sequence: z.int(),
    team_id: TeamId,
    /** The player they are for. */
    user: MinimalUser.nullable(),
    points: z.int(),
    timestamp: unixSeconds,
    /** The public note, otherwise the reason. */
    note: z.string(),
    proof: z.string().nullable(),
    author: MinimalUser.nullable(),
    /** The second person; null if none was needed. */
    approver: MinimalUser.nullable(),
  })
  .meta({ id: 'ManualPoints' })
export type ManualPoints = z.output<typeof ManualPoints>

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
    z.object({ kind: z.literal('points'), points: ManualPointsCreate }),
    z.object({ kind: z.literal('approve'), id: CorrectionId }),
    z.object({ kind: z.literal('exclude'), exclusion: ExclusionCreate }),
    z.object({ kind: z.literal('withdraw'), id: CorrectionId }),
  ])
  .meta({ id: 'CorrectionTrial' })
export type CorrectionTrial = z.output<typeof CorrectionTrial>
/** The caller's form: fields with defaults are optional. */
export type CorrectionTrialInput = z.input<typeof CorrectionTrial>

export const CorrectionWithdrawal = z.object({ reason: requiredText(textLength) }).meta({ id: 'CorrectionWithdrawal' })
