import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Submission, SubmissionCreate, SubmissionPage, SubmissionReview, TeamSubmissionCreate } from '../submissions.ts'
import { byEvent, event_id, submission_id } from './params.ts'

const bySubmission = z.object({ event_id, submission_id })

export const submissionsEndpoints = {
  getSubmissions: endpoint({
    method: 'GET',
    path: '/events/{event_id}/submissions',
    tag: 'submissions',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: SubmissionPage,
    reply: z.array(Submission),
    summary: 'Submissions, oldest first; where objectives hide progress, only those the caller may see',
  }),
  submitBounty: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/submissions',
    tag: 'submissions',
    access: ['team_member'],
    event: 'visible',
    status: 201,
    params: byEvent,
    body: SubmissionCreate,
    reply: Submission,
    refusals: ['event_over', 'objective_not_found', 'submission_not_found'],
    summary:
      "Submits for the caller's team, or with an id edits the caller's own submission; an approved one becomes pending again",
  }),
  setBulkSubmissionForAdmin: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/submissions/admin',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 201,
    params: byEvent,
    body: TeamSubmissionCreate,
    reply: z.array(Submission),
    refusals: ['objective_not_found'],
    summary: 'Awards places to teams: one approved submission each, in the given order, all or none',
  }),
  deleteSubmission: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/submissions/{submission_id}',
    tag: 'submissions',
    access: ['owner', 'admin', 'submission_judge'],
    event: 'visible',
    status: 204,
    params: bySubmission,
    refusals: ['submission_not_found'],
    summary: 'Deletes a submission and the points it earned',
  }),
  reviewSubmission: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/submissions/{submission_id}/review',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 200,
    params: bySubmission,
    body: SubmissionReview,
    reply: Submission,
    refusals: ['submission_not_found'],
    summary: 'Reviews a submission; only approved ones count',
  }),
} as const
