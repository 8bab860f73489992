import { z } from 'zod'
import { optionalText, requiredTime } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, SubmissionId, TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'

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
  .object({ approval_status: ApprovalStatus, review_comment: optionalText() })
  .meta({ id: 'SubmissionReview' })

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
