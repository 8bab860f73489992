import type { WhatIf } from '@muster/contract/definition'
import type { ObjectiveId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import type { ApprovalStatus, Recheck } from '@muster/contract/submissions'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { readClaimWindow, timePlaces } from '@muster/domain/submissions/claim'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { spanOf } from '../../db/event-columns.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { previewChange } from '../../definition/preview/preview.ts'
import { findJudge, refuseOwnTeam } from '../../own-team.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { endClaim, refuseClaimed } from './claims.ts'
import { settleFacts } from './counting.ts'
import { appendHistory, findLastDecision, listChallengers } from './history.ts'
import { isDrawn } from './second-look.ts'
import {
  insertSubmissions,
  listLeads,
  lockSubmission,
  removeSubmission,
  type StoredSubmission,
  toClaimed,
  updateSubmission,
} from './store.ts'
import { getOpenObjective, refuseRejected } from './submit.ts'

/** A judge's decision, and the version of the submission that they saw; without one, any version. */
export interface Decision {
  readonly approval_status: ApprovalStatus
  readonly review_comment: string
  readonly base_version?: number | null | undefined
}

/**
 * Decides a submission in a transaction that holds the ledger. Status, facts and history change together, or not at all.
 * @throws Refusal submission_not_found, own_team, already_claimed, changed_meanwhile, event_over, another_judge_needed
 */
async function decide(
  ctx: Context,
  tx: Tx,
  event: Row<'events'>,
  submission_id: SubmissionId,
  judge_id: UserId,
  { approval_status, review_comment, base_version }: Decision,
  reviewed_at: Date,
): Promise<StoredSubmission> {
  const known = await lockSubmission(tx, event.id, submission_id)
  if (!known) throw new Refusal('submission_not_found')
  refuseOwnTeam(await findJudge(tx, event.id, judge_id), known)
  checkVersion(base_version, known.version)
  // A question that its player cannot answer would keep the submission out of the queue for ever.
  if (approval_status === 'PENDING' && review_comment !== '' && reviewed_at > event.event_end_time) {
    throw new Refusal('event_over', 'The event is over, so the player can add nothing: approve or reject')
  }
  await refuseClaimed(tx, event.id, known.id, judge_id)
  await refuseSameJudge(ctx, tx, event, known, judge_id, approval_status)
  // A judge who puts a submission back to be reviewed takes it out of the count.
  const decision = { approval_status, review_comment, reviewer_id: judge_id, reviewed_at, counts_unreviewed: false }
  // An appeal is final against one rejection; an approval ends that.
  const is_appealed = known.is_appealed && approval_status !== 'APPROVED'
  const recheck = findNextRecheck(ctx, event, known, approval_status)
  const recheck_at = recheck === known.recheck ? known.recheck_at : reviewed_at
  const decided = await updateSubmission(tx, known.id, {
    ...decision,
    is_appealed,
    recheck,
    recheck_at: recheck === null ? null : recheck_at,
  })
  await appendHistory(tx, [tellDecision(decided, known.approval_status, reviewed_at)])
  await endClaim(tx, known.id)
  await settleFacts(tx, decided, { author_id: judge_id, reason: tellWithdrawal(decided) })
  return decided
}

/**
 * Only another judge confirms an approval that is drawn for a second look. A judge who challenged a submission does not decide
 * it.
 * @throws Refusal another_judge_needed
 */
async function refuseSameJudge(
  ctx: Context,
  tx: Tx,
  event: Row<'events'>,
  known: StoredSubmission,
  judge_id: UserId,
  status: ApprovalStatus,
): Promise<void> {
  await refuseChallenger(tx, known.id, judge_id)
  const confirmsOwn = known.reviewer_id === judge_id && status === 'APPROVED'
  if (confirmsOwn && (await needsSecondLook(ctx, tx, event, known))) throw new Refusal('another_judge_needed')
}

/** @throws Refusal another_judge_needed */
async function refuseChallenger(tx: Tx, submission_id: SubmissionId, judge_id: UserId): Promise<void> {
  if ((await listChallengers(tx, submission_id)).includes(judge_id)) throw new Refusal('another_judge_needed')
}

/** Whether one judge alone has approved a drawn submission. A challenge replaces the mark of the draw. */
async function needsSecondLook(ctx: Context, tx: Tx, event: Row<'events'>, known: StoredSubmission): Promise<boolean> {
  const { id, recheck, approval_status } = known
  if (recheck !== 'challenge' || approval_status !== 'APPROVED') return recheck === 'second_look'
  return isDrawn(ctx.config, id, event.second_look_percent) && (await findLastDecision(tx, id))?.from_status !== 'APPROVED'
}

/** Why the submission waits again after a decision. A judge who asks for more has not answered an objection yet. */
function findNextRecheck(ctx: Context, event: Row<'events'>, known: StoredSubmission, status: ApprovalStatus): Recheck | null {
  const { id, recheck, approval_status } = known
  if (status === 'PENDING') return recheck === 'second_look' ? null : recheck
  const isFirst = status === 'APPROVED' && approval_status !== 'APPROVED' && recheck === null
  return isFirst && isDrawn(ctx.config, id, event.second_look_percent) ? 'second_look' : null
}

/** Decides a submission. */
export function review(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  judge_id: UserId,
  decision: Decision,
): Promise<StoredSubmission> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    return decide(ctx, tx, event, submission_id, judge_id, decision, new Date(ctx.clock.now()))
  })
}

/** The change of the standings by a decision; nothing is stored. */
export function previewReview(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  judge_id: UserId,
  decision: Decision,
  signal?: AbortSignal,
): Promise<WhatIf> {
  const make = async (tx: Tx) => {
    await decide(ctx, tx, event, submission_id, judge_id, decision, new Date(ctx.clock.now()))
    return {}
  }
  return previewChange(ctx, event, make, signal)
}

const tellDecision = (decided: StoredSubmission, from_status: ApprovalStatus | null, timestamp: Date) => ({
  submission_id: decided.id,
  kind: 'decided' as const,
  from_status,
  to_status: decided.approval_status,
  comment: decided.review_comment ?? '',
  author_id: decided.reviewer_id,
  timestamp,
})

const words = { APPROVED: 'approved', REJECTED: 'rejected', PENDING: 'put back to be reviewed' } as const

/** The reason of retractions by a decision: an approval retracts the fact that rested on the player's word. */
function tellWithdrawal({ id, approval_status, review_comment }: StoredSubmission): string {
  const what = words[approval_status]
  return review_comment ? `Submission ${id} ${what}: ${review_comment}` : `Submission ${id} ${what}`
}

/**
 * Deletes a submission and retracts its facts.
 * @param mayDelete throws if the caller may not delete submissions of this user
 * @throws Refusal submission_not_found, own_team, another_judge_needed, challenge_open, not_allowed
 */
export function deleteSubmission(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  caller_id: UserId,
  mayDelete: (owner: UserId) => void,
): Promise<void> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const known = await lockSubmission(tx, event.id, submission_id)
    if (!known) throw new Refusal('submission_not_found')
    mayDelete(known.user_id)
    // Players withdraw their own submissions; anyone else acts as a judge.
    if (known.user_id !== caller_id) {
      refuseOwnTeam(await findJudge(tx, event.id, caller_id), known)
      await refuseChallenger(tx, known.id, caller_id)
    } else {
      // The same report, sent again, would count without the challenge.
      if (known.recheck === 'challenge') throw new Refusal('challenge_open')
      await refuseRejected(tx, event, known)
    }
    await removeSubmission(tx, known.id)
    await settleFacts(tx, known, { author_id: caller_id, reason: `Submission ${known.id} deleted` })
  })
}

const refuseTeams = (problem: string) => refuseField('team_ids', problem)

/**
 * Decides the places of teams: an approved submission each, by its first lead, in the given order.
 * @throws Refusal objective_not_found, own_team, invalid_request with the name of the invalid team
 */
export function placeTeams(
  ctx: Context,
  event: Row<'events'>,
  judge_id: UserId,
  { objective_id, team_ids }: { readonly objective_id: ObjectiveId; readonly team_ids: readonly TeamId[] },
): Promise<StoredSubmission[]> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const now = ctx.clock.now()
    const objective = toClaimed(await getOpenObjective(tx, event, objective_id, now))
    const window = readClaimWindow(objective, spanOf(event))
    const field = 'objective_id'
    if (!takesSubmissions(objective)) {
      throw refuseField(field, 'is not an objective that accepts submissions')
    }
    if (now < window.from) throw refuseField(field, 'is not open yet')

    const judge = await findJudge(tx, event.id, judge_id)
    for (const team_id of team_ids) refuseOwnTeam(judge, { team_id, user_id: null })
    const teams = await listLeads(tx, event.id)
    const times = timePlaces(team_ids.length, window, now)
    const at = new Date(now)
    const decided = { approval_status: 'APPROVED' as const, review_comment: '', reviewer_id: judge_id, reviewed_at: at }
    const rows = team_ids.map((team_id, place) => {
      const team = teams.get(team_id)
      if (!team) throw refuseTeams(`includes ${team_id}, which is not a team of this event`)
      if (team_ids.indexOf(team_id) !== place) throw refuseTeams(`names the team ${team.name} twice`)
      if (team.lead_id === null) throw refuseTeams(`includes the team ${team.name}, which has no lead to submit for it`)
      const timestamp = new Date(times[place] ?? now)
      const claim = { event_id: event.id, objective_id, team_id, user_id: team.lead_id, number: 1, timestamp }
      return { ...claim, ...decided, submitted_at: at }
    })
    const written = await insertSubmissions(tx, rows)
    if (!written) throw refuseTeams('includes a team that already has a place at this exact time')
    await appendHistory(
      tx,
      written.map((one) => tellDecision(one, null, at)),
    )
    for (const one of written) await settleFacts(tx, one, { author_id: judge_id, reason: tellWithdrawal(one) })
    return written
  })
}
