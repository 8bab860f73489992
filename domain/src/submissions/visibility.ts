import type { ApprovalStatus } from '@muster/contract/submissions'
import { type Audience, isVisible } from '../scoring/visibility.ts'

/** The facts that decide who sees a submission. */
export interface ShownSubmission {
  readonly team_id: number
  readonly approval_status: ApprovalStatus
  /** Whether the objective hides unfinished progress from other teams. */
  readonly hide_progress: boolean
  /** Whether the team has finished the objective. */
  readonly is_finished: boolean
}

/**
 * The viewers of a submission: its team, and other teams except where the objective hides progress. There they see reviewed submissions
 * after the team has finished, because a claim reveals as much as a score.
 */
export function isSubmissionVisible(audience: Audience, submission: ShownSubmission): boolean {
  const { team_id, hide_progress, is_finished, approval_status } = submission
  if (!isVisible(audience, team_id, { finished: is_finished }, hide_progress)) return false
  return audience === team_id || !hide_progress || approval_status !== 'PENDING'
}
