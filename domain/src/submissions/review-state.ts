import type { Submission } from '@muster/contract/submissions'

/**
 * `waiting`: also a decided submission that comes back, for a second look or after an objection. `asked`: a judge has asked the
 * player for more, and the player has not changed the submission since.
 */
export type ReviewState = 'waiting' | 'asked' | 'approved' | 'rejected'

type Reviewed = Pick<Submission, 'approval_status' | 'recheck' | 'review_comment' | 'reviewed_at' | 'submitted_at'>

/** A judge asks by a comment without a decision; an edit answers it, because it renews the time of the submission. */
export function readReviewState({ approval_status, recheck, review_comment, reviewed_at, submitted_at }: Reviewed): ReviewState {
  if (approval_status !== 'PENDING' && recheck !== null) return 'waiting'
  if (approval_status === 'APPROVED') return 'approved'
  if (approval_status === 'REJECTED') return 'rejected'
  // Times of the API have one form, so their texts have the order of the times.
  const isAsked = reviewed_at !== null && reviewed_at >= submitted_at
  return isAsked && (review_comment ?? '') !== '' ? 'asked' : 'waiting'
}
