import { z } from 'zod'
import { baseVersion, flag, optionalText, requiredTime } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, SubmissionId, TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'
import { MinimalUser } from './users.ts'

export const approvalStatuses = ['APPROVED', 'REJECTED', 'PENDING'] as const
export const ApprovalStatus = z.enum(approvalStatuses).meta({ id: 'ApprovalStatus' })
export type ApprovalStatus = z.output<typeof ApprovalStatus>

/** What a player says to have done, and what a judge says to it. */
export const Submission = z
  .object({
    id: SubmissionId,
    objective_id: ObjectiveId,
    team_id: TeamId,
    user_id: UserId,
    /** When it happened, as the player says; ranks go by it. */
    timestamp: DateTime,
    number: z.int(),
    proof: z.string(),
    comment: z.string(),
    /** When the server received it in its present form. */
    submitted_at: DateTime,
    approval_status: ApprovalStatus,
    review_comment: z.string().nullable(),
    reviewer_id: UserId.nullable(),
    reviewed_at: DateTime.nullable(),
    /** Raised by 1 with every edit and every decision. */
    version: z.int(),
  })
  .meta({ id: 'Submission' })
export type Submission = z.output<typeof Submission>

export const SubmissionCreate = z
  .object({
    /** Given: an edit of one's own submission. */
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

export const SubmissionReview = z
  .object({
    approval_status: ApprovalStatus,
    review_comment: optionalText(),
    /** What the judge saw; if the submission has another version by now, nothing is decided. */
    base_version: baseVersion,
  })
  .meta({ id: 'SubmissionReview' })

/** How long a claim holds unless its judge renews it. */
export const claimLease_seconds = 180

/** Takes a submission, or renews one's own hold on it. */
export const SubmissionClaimCreate = z
  .object({
    /** Also when another judge has it. */
    take_over: flag,
  })
  .meta({ id: 'SubmissionClaimCreate' })

/** A judge is looking at a submission, and nobody else decides it meanwhile. */
export const SubmissionClaim = z
  .object({ submission_id: SubmissionId, judge: MinimalUser, claimed_at: DateTime, expires_at: DateTime })
  .meta({ id: 'SubmissionClaim' })
export type SubmissionClaim = z.output<typeof SubmissionClaim>

export const submissionHistoryKinds = ['submitted', 'edited', 'decided'] as const

/** One thing that became of a submission. */
export const SubmissionHistory = z
  .object({
    id: z.int(),
    kind: z.enum(submissionHistoryKinds),
    /** Null: there was none before. */
    from_status: ApprovalStatus.nullable(),
    to_status: ApprovalStatus,
    comment: z.string(),
    /** Null: somebody who was deleted. */
    author: MinimalUser.nullable(),
    timestamp: DateTime,
  })
  .meta({ id: 'SubmissionHistory' })
export type SubmissionHistory = z.output<typeof SubmissionHistory>

/** More teams than any event has. */
const mostPlaces = 1000
/** One approved submission a team, in the order of their places. */
export const TeamSubmissionCreate = z
  .object({ objective_id: ObjectiveId, team_ids: z.array(TeamId).max(mostPlaces) })
  .meta({ id: 'TeamSubmissionCreate' })

/** Submissions after the one with this id, oldest first. */
export const SubmissionPage = z.object({
  after: numberParam().pipe(SubmissionId).optional(),
  limit: numberParam().optional(),
})
