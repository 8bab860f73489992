import { z } from 'zod'
import { WhatIf } from '../definition.ts'
import { LogReply, LogReport } from '../game-log.ts'
import { largestUpload_bytes, PictureUpload } from '../pictures.ts'
import { callsOf } from './calls-of.ts'
import {
  BuildReport,
  ItemReport,
  ItemReportPreview,
  ProofPicture,
  ReportPoints,
  ReportedItem,
  Submission,
  SubmissionClaim,
  SubmissionClaimCreate,
  SubmissionCreate,
  SubmissionHistory,
  SubmissionObjection,
  SubmissionPage,
  SubmissionReview,
  TeamSubmissionCreate,
} from '../submissions.ts'

const { GET, PUT, POST, DELETE } = callsOf('submissions')

export const submissionsEndpoints = {
  getSubmissions: GET('/events/{event_id}/submissions', {
    access: 'public',
    query: SubmissionPage,
    reply: z.array(Submission),
    summary: 'Submissions, oldest first; if objectives hide progress, only those the caller may see',
  }),
  submitBounty: PUT('/events/{event_id}/submissions', {
    access: ['team_member'],
    status: 201,
    body: SubmissionCreate,
    reply: Submission,
    refusals: ['event_over', 'reports_refused', 'objective_not_found', 'submission_not_found'],
    needs_raw_data: true,
    summary:
      "Submits for the caller's team, or with an id edits the caller's own submission; an approved one becomes pending again, unless it is an item that the event's rule confirmed",
  }),
  reportItem: POST('/events/{event_id}/submissions/items', {
    access: ['team_member'],
    status: 201,
    body: ItemReport,
    reply: z.array(Submission),
    refusals: ['event_over', 'reports_refused', 'no_objective_matches', 'already_reported'],
    needs_raw_data: true,
    summary: 'Reports an item by its copied text: one submission for each visible objective that it counts for',
  }),
  previewItemReport: POST('/events/{event_id}/submissions/items/what-if', {
    access: ['team_member'],
    body: ItemReportPreview,
    reply: z.array(ReportPoints),
    refusals: ['event_over', 'reports_refused', 'no_objective_matches', 'already_reported', 'preview_busy'],
    needs_raw_data: true,
    summary: "Points that the same report would bring the caller's team, for each objective; stores nothing",
  }),
  reportBuild: POST('/events/{event_id}/submissions/builds', {
    access: ['team_member'],
    status: 201,
    body: BuildReport,
    reply: z.array(Submission),
    refusals: ['event_over', 'reports_refused', 'no_objective_matches', 'already_reported'],
    needs_raw_data: true,
    costs_much: true,
    summary: 'Reports a character by a code of Path of Building: worn items and numbers, as far as they are new',
  }),
  reportLog: POST('/events/{event_id}/submissions/log', {
    access: ['team_member'],
    status: 201,
    body: LogReport,
    reply: LogReply,
    refusals: ['event_over', 'reports_refused', 'log_refused', 'log_full'],
    needs_raw_data: true,
    summary:
      "Reports events from the log of the player's game: submissions for each visible objective whose number rises. An event that is known already adds nothing",
  }),
  uploadProofPicture: POST('/events/{event_id}/proof-pictures', {
    access: ['team_member'],
    status: 201,
    body: PictureUpload,
    largest_body_bytes: largestUpload_bytes,
    reply: ProofPicture,
    refusals: ['event_over'],
    needs_raw_data: true,
    summary:
      "Stores a screenshot as proof: a PNG, JPEG or WebP picture, which is redrawn. Unless a submission names its address within a day, the player's next upload deletes it",
  }),
  getProofPicture: GET('/events/{event_id}/proof-pictures/{picture_id}', {
    access: ['team_member', 'admin', 'submission_judge'],
    answer_type: 'image/webp',
    refusals: ['picture_not_found'],
    summary: 'A screenshot, for judges and the team of its player',
  }),
  setBulkSubmissionForAdmin: PUT('/events/{event_id}/submissions/admin', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: TeamSubmissionCreate,
    reply: z.array(Submission),
    refusals: ['objective_not_found', 'own_team'],
    summary: 'Awards places to teams: creates one approved submission each, in the given order, all or none',
  }),
  deleteSubmission: DELETE('/events/{event_id}/submissions/{submission_id}', {
    access: ['owner', 'admin', 'submission_judge'],
    refusals: ['submission_not_found', 'own_team', 'another_judge_needed', 'challenge_open'],
    summary: 'Deletes a submission and the points it earned',
  }),
  reviewSubmission: PUT('/events/{event_id}/submissions/{submission_id}/review', {
    access: ['admin', 'submission_judge'],
    body: SubmissionReview,
    reply: Submission,
    refusals: ['submission_not_found', 'own_team', 'already_claimed', 'changed_meanwhile', 'event_over', 'another_judge_needed'],
    summary: 'Reviews a submission; only approved ones count. Nobody reviews their own team',
  }),
  previewReview: POST('/events/{event_id}/submissions/{submission_id}/review/what-if', {
    access: ['admin', 'submission_judge'],
    body: SubmissionReview,
    reply: WhatIf,
    refusals: [
      'submission_not_found',
      'own_team',
      'already_claimed',
      'changed_meanwhile',
      'event_over',
      'another_judge_needed',
      'preview_busy',
      'preview_too_long',
    ],
    summary: 'The effect of the same review on the standings; stores nothing',
  }),
  challengeSubmission: POST('/events/{event_id}/submissions/{submission_id}/challenge', {
    access: ['team_member'],
    status: 201,
    body: SubmissionObjection,
    reply: Submission,
    refusals: ['submission_not_found', 'own_team', 'changed_meanwhile', 'already_challenged', 'no_challenges_left'],
    needs_raw_data: true,
    summary: 'Asks judges to look again at a counting submission of another team; it counts until they decide',
  }),
  appealSubmission: POST('/events/{event_id}/submissions/{submission_id}/appeal', {
    access: ['owner'],
    status: 201,
    body: SubmissionObjection,
    reply: Submission,
    refusals: ['submission_not_found', 'changed_meanwhile', 'already_appealed'],
    needs_raw_data: true,
    summary: "Asks judges to look again at the caller's own rejected submission, once; the next decision is final",
  }),
  getSubmissionClaims: GET('/events/{event_id}/submissions/claims', {
    access: ['admin', 'submission_judge'],
    reply: z.array(SubmissionClaim),
    summary: 'The judges who are looking at submissions now',
  }),
  claimSubmission: PUT('/events/{event_id}/submissions/{submission_id}/claim', {
    access: ['admin', 'submission_judge'],
    body: SubmissionClaimCreate,
    reply: SubmissionClaim,
    refusals: ['submission_not_found', 'own_team', 'already_claimed'],
    summary: 'Claims a submission for three minutes, or renews the claim; other judges cannot decide it meanwhile',
  }),
  releaseSubmission: DELETE('/events/{event_id}/submissions/{submission_id}/claim', {
    access: ['admin', 'submission_judge'],
    summary: "Releases the caller's own claim; does nothing if there is none",
  }),
  getSubmissionItem: GET('/events/{event_id}/submissions/{submission_id}/item', {
    access: ['owner', 'admin', 'submission_judge'],
    reply: ReportedItem,
    refusals: ['submission_not_found'],
    summary: 'The copied text of the item that the submission reports; empty for one without an item',
  }),
  getSubmissionHistory: GET('/events/{event_id}/submissions/{submission_id}/history', {
    access: ['owner', 'admin', 'submission_judge'],
    reply: z.array(SubmissionHistory),
    refusals: ['submission_not_found'],
    summary: "A submission's history: sent, edited and decided, with author and reason, oldest first",
  }),
} as const
