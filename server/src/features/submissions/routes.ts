import { judgesOwnTeam } from '@muster/domain/submissions/judging'
import { isSubmissionVisible } from '@muster/domain/submissions/visibility'
import { Answer, type Handlers, isJudges, teamOf } from '../../call.ts'
import { findJudge } from '../../own-team.ts'
import { viewerHas } from '../../viewer.ts'
import { Refusal } from '../../refusal.ts'
import { loadRelease } from '../objectives/store.ts'
import { claim, listClaims, release } from './claims.ts'
import { listHistory } from './history.ts'
import { appeal, challenge } from './objections.ts'
import { deleteSubmission, placeTeams, previewReview, review } from './review.ts'
import { findPicture } from './proof-pictures.ts'
import { savePicture } from './save-picture.ts'
import { findSubmission, listSubmissions, presentSubmission } from './store.ts'
import { previewItem } from './preview-item.ts'
import { reportBuild } from './report-build.ts'
import { reportItem } from './report-item.ts'
import { reportLog } from './report-log.ts'
import { submit } from './submit.ts'

export const submissionRoutes = {
  getSubmissions: {
    audience: async ({ viewer, membership }) => {
      const team_id = (await membership())?.team_id
      if (!viewerHas('see_hidden_progress', viewer)) return team_id ?? 'everyone'
      return team_id === undefined ? 'judges' : `judges of ${team_id}`
    },
    read: async ({ ctx, db, event, query, audience }) => {
      const rows = await listSubmissions(db, event.id, query.after)
      const { ids, next_at } = await loadRelease(db, event, ctx.clock.now())
      const isJudge = isJudges(audience)
      const team_id = teamOf(audience)
      const visible = rows.filter((row) => isJudge || (ids.has(row.objective_id) && isSubmissionVisible(team_id, row)))
      return new Answer(
        visible.slice(0, query.limit).map((row) => presentSubmission(row, isJudge && row.team_id !== team_id)),
        { changes_at: next_at ?? undefined },
      )
    },
  },

  submitBounty: async ({ ctx, event, viewer, team, body }) =>
    presentSubmission(await submit(ctx, event, { user_id: viewer.user_id, team }, body), false),

  reportItem: async ({ ctx, event, viewer, team, body }) =>
    (await reportItem(ctx, event, { user_id: viewer.user_id, team }, body)).map((row) => presentSubmission(row, false)),

  previewItemReport: ({ ctx, event, viewer, team, body, signal }) =>
    previewItem(ctx, event, { user_id: viewer.user_id, team }, body, signal()),

  reportBuild: async ({ ctx, event, viewer, team, body }) =>
    (await reportBuild(ctx, event, { user_id: viewer.user_id, team }, body)).map((row) => presentSubmission(row, false)),

  reportLog: async ({ ctx, event, viewer, team, body }) => {
    const { added, submissions } = await reportLog(ctx, event, { user_id: viewer.user_id, team }, body)
    return { added, submissions: submissions.map((row) => presentSubmission(row, false)) }
  },

  uploadProofPicture: async ({ ctx, event, viewer, team, body }) => ({
    id: await savePicture(ctx, event, { user_id: viewer.user_id, team }, body.picture),
  }),

  getProofPicture: async ({ ctx, event, viewer, params, membership }) => {
    const found = await findPicture(ctx.db, event.id, params.picture_id)
    if (!found) throw new Refusal('picture_not_found')
    const isTheirs = viewerHas('see_hidden_progress', viewer) || (await membership())?.team_id === found.team_id
    if (!isTheirs) throw new Refusal('not_allowed', 'Only judges and the team of the player see this screenshot')
    return { bytes: found.picture, headers: { 'cache-control': 'private, no-cache' } }
  },

  setBulkSubmissionForAdmin: async ({ ctx, event, viewer, body }) =>
    (await placeTeams(ctx, event, viewer.user_id, body)).map((row) => presentSubmission(row, true)),

  deleteSubmission: async ({ ctx, event, viewer, params, requireOwner }) => {
    await deleteSubmission(ctx, event, params.submission_id, viewer.user_id, requireOwner)
    return undefined
  },

  reviewSubmission: async ({ ctx, event, viewer, params, body }) =>
    presentSubmission(await review(ctx, event, params.submission_id, viewer.user_id, body), true),

  previewReview: ({ ctx, event, viewer, params, body, signal }) =>
    previewReview(ctx, event, params.submission_id, viewer.user_id, body, signal()),

  getSubmissionClaims: ({ ctx, event }) => listClaims(ctx.db, event.id),

  claimSubmission: ({ ctx, event, viewer, params, body }) =>
    claim(ctx, event.id, params.submission_id, viewer.user_id, body.take_over),

  releaseSubmission: ({ ctx, event, viewer, params }) => release(ctx.db, event.id, params.submission_id, viewer.user_id),

  getSubmissionItem: async ({ ctx, event, params, requireOwner }) => {
    const known = await findSubmission(ctx.db, event.id, params.submission_id)
    if (!known) throw new Refusal('submission_not_found')
    requireOwner(known.user_id)
    return { text: known.item_text ?? '' }
  },

  getSubmissionHistory: async ({ ctx, event, viewer, params, requireOwner }) => {
    const known = await findSubmission(ctx.db, event.id, params.submission_id)
    if (!known) throw new Refusal('submission_not_found')
    requireOwner(known.user_id)
    const isJudge = viewerHas('see_hidden_progress', viewer)
    const showsChallengers = isJudge && !judgesOwnTeam(await findJudge(ctx.db, event.id, viewer.user_id), known)
    return listHistory(ctx.db, known.id, showsChallengers)
  },

  challengeSubmission: async ({ ctx, event, viewer, team, params, body }) =>
    presentSubmission(await challenge(ctx, event, params.submission_id, { user_id: viewer.user_id, team }, body.reason), false),

  appealSubmission: async ({ ctx, event, params, body, requireOwner }) =>
    presentSubmission(await appeal(ctx, event, params.submission_id, requireOwner, body.reason), false),
} satisfies Partial<Handlers>
