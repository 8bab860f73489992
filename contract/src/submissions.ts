import { z } from 'zod'
import { baseVersion, flag, optionalText, requiredText, requiredTime, textLength } from './body.ts'
import { DateTime } from './date-time.ts'
import { ObjectiveId, ProofPictureId, SubmissionId, TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'
import { MinimalUser } from './users.ts'

export const approvalStatuses = ['APPROVED', 'REJECTED', 'PENDING'] as const
export const ApprovalStatus = z.enum(approvalStatuses).meta({ id: 'ApprovalStatus' })
export type ApprovalStatus = z.output<typeof ApprovalStatus>

/**
 * Whose word a submission counts on: a judge has confirmed it, or the player has reported it in an event that counts reports at
 * once.
 */
export const trustLevels = ['confirmed', 'reported'] as const
export const TrustLevel = z.enum(trustLevels).meta({ id: 'TrustLevel' })
export type TrustLevel = z.output<typeof TrustLevel>

/** Why a decided submission waits for another decision. Until then its last decision stays. */
export const rechecks = ['second_look', 'challenge', 'appeal'] as const
export const Recheck = z.enum(rechecks).meta({ id: 'Recheck' })
export type Recheck = z.output<typeof Recheck>

/** Signs that a report may be wrong. They refuse nothing: the report waits for a judge. */
export const suspicions = [
  'normal_with_mods',
  'out_of_range',
  'too_many_sockets',
  'level_out_of_order',
  // Signs of the game's log.
  'log_clock_jumps',
  'log_level_out_of_order',
  'log_of_two_players',
  'log_areas_too_low',
] as const
export const Suspicion = z.enum(suspicions).meta({ id: 'Suspicion' })
export type Suspicion = z.output<typeof Suspicion>

/** A player's claim to have completed an objective, and the judge's review. */
export const Submission = z
  .object({
    id: SubmissionId,
    objective_id: ObjectiveId,
    team_id: TeamId,
    user_id: UserId,
    /** When it happened, according to the player; used for ranks. */
    timestamp: DateTime,
    number: z.int(),
    proof: z.string(),
    comment: z.string(),
    /** Name of the reported item; null: a submission without an item. Its text: `getSubmissionItem`. */
    item_name: z.string().nullable(),
    /** Null: it does not count. */
    counts_as: TrustLevel.nullable(),
    /** For judges: an earlier submission of the same item. Null for others. */
    same_item_as: SubmissionId.nullable(),
    /** For judges; empty for others. */
    suspicions: z.array(Suspicion),
    /** Null: it does not wait again. `second_look` is shown to judges only. */
    recheck: Recheck.nullable(),
    /** When it came back to the judges. */
    recheck_at: DateTime.nullable(),
    /** Whether its player has appealed; the decision after that is final. */
    is_appealed: z.boolean(),
    /** When the server received its current form. */
    submitted_at: DateTime,
    approval_status: ApprovalStatus,
    review_comment: z.string().nullable(),
    reviewer_id: UserId.nullable(),
    reviewed_at: DateTime.nullable(),
    /** Incremented with every edit and every decision. */
    version: z.int(),
  })
  .meta({ id: 'Submission' })
export type Submission = z.output<typeof Submission>

export const SubmissionCreate = z
  .object({
    /** If given, edits the caller's own submission. */
    id: SubmissionId.nullish(),
    objective_id: ObjectiveId,
    timestamp: requiredTime,
    number: z
      .int()
      .nonnegative()
      .nullish()
      .transform((number) => number ?? 0),
    proof: optionalText(),
    comment: optionalText(),
  })
  .meta({ id: 'SubmissionCreate' })
export type SubmissionCreate = z.output<typeof SubmissionCreate>

/** A stored screenshot; a proof names it by its address, `/api/events/3/proof-pictures/17`. */
export const ProofPicture = z.object({ id: ProofPictureId }).meta({ id: 'ProofPicture' })

/** The reported item, as copied in the game; the empty text after its removal with the raw data of the event. */
export const ReportedItem = z.object({ text: z.string() }).meta({ id: 'ReportedItem' })

/** Longest text of an item, in characters. */
export const copiedItemLength = 20_000

/** An item as copied in the game; it becomes a submission for each objective that it counts for. */
export const ItemReport = z
  .object({
    /** Drawn by the client. A report that is sent again, because its answer was lost, has the same key and is stored once. */
    key: z.uuid(),
    text: requiredText(copiedItemLength),
    /** When it was found. */
    timestamp: requiredTime,
    proof: optionalText(),
    comment: optionalText(),
  })
  .meta({ id: 'ItemReport' })
export type ItemReport = z.output<typeof ItemReport>

/** An item that a player may report. */
export const ItemReportPreview = ItemReport.pick({ text: true, timestamp: true }).meta({ id: 'ItemReportPreview' })

/** The points that a report would bring the player's team, if nothing else happened before it counts. */
export const ReportPoints = z
  .object({
    objective_id: ObjectiveId,
    /** Whether it would wait for a judge. Null, like the points: the answer would tell of hidden progress of rivals. */
    waits: z.boolean().nullable(),
    points: z.int().nullable(),
  })
  .meta({ id: 'ReportPoints' })
export type ReportPoints = z.output<typeof ReportPoints>

/** Longest code of a build, in characters: many times that of a real one. */
export const buildCodeLength = 256 * 1024

/** A code of Path of Building: what the character wears and its numbers become submissions, as if they were reported one by one. */
export const BuildReport = z
  .object({
    /** Drawn by the client, like the key of an `ItemReport`. */
    key: z.uuid(),
    /** Not an address: the server fetches nothing. */
    code: requiredText(buildCodeLength),
    /** When the character was like this. */
    timestamp: requiredTime,
    proof: optionalText(),
    comment: optionalText(),
  })
  .meta({ id: 'BuildReport' })
export type BuildReport = z.output<typeof BuildReport>

export const SubmissionReview = z
  .object({
    approval_status: ApprovalStatus,
    review_comment: optionalText(),
    /** The version that the judge saw; if it has changed since, nothing is decided. */
    base_version: baseVersion,
  })
  .meta({ id: 'SubmissionReview' })

/** How long a claim lasts unless its judge renews it. */
export const claimLease_seconds = 180

/** Claims a submission, or renews the caller's own claim. */
export const SubmissionClaimCreate = z
  .object({
    /** Also if another judge has claimed it. */
    take_over: flag,
  })
  .meta({ id: 'SubmissionClaimCreate' })

/** A judge is reviewing a submission, and no other judge can decide it meanwhile. */
export const SubmissionClaim = z
  .object({ submission_id: SubmissionId, judge: MinimalUser, claimed_at: DateTime, expires_at: DateTime })
  .meta({ id: 'SubmissionClaim' })
export type SubmissionClaim = z.output<typeof SubmissionClaim>

/** Number of challenges that a player has in an event, one for each submission. */
export const challengesPerEvent = 5

/** Why a player objects: to a counting submission of a rival, or to a rejection of their own. */
export const SubmissionObjection = z.object({ reason: requiredText(textLength) }).meta({ id: 'SubmissionObjection' })

export const submissionHistoryKinds = ['submitted', 'edited', 'decided', 'challenged', 'appealed'] as const

/** One event in a submission's history. */
export const SubmissionHistory = z
  .object({
    id: z.int(),
    kind: z.enum(submissionHistoryKinds),
    /** Null: none before. */
    from_status: ApprovalStatus.nullable(),
    to_status: ApprovalStatus,
    comment: z.string(),
    /** Null: a deleted user, or a challenger, whom only judges see. */
    author: MinimalUser.nullable(),
    timestamp: DateTime,
  })
  .meta({ id: 'SubmissionHistory' })
export type SubmissionHistory = z.output<typeof SubmissionHistory>

/** More teams than any event has. */
const maxPlaces = 1000
/** One approved submission per team, in the order of their places. */
export const TeamSubmissionCreate = z
  .object({ objective_id: ObjectiveId, team_ids: z.array(TeamId).max(maxPlaces) })
  .meta({ id: 'TeamSubmissionCreate' })

/** Submissions after the one with this id, oldest first. */
export const SubmissionPage = z.object({
  after: numberParam().pipe(SubmissionId).optional(),
  limit: numberParam().optional(),
})
