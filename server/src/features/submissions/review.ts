import type { ObjectiveId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import type { ApprovalStatus } from '@muster/contract/submissions'
import { readClaimWindow, timePlaces } from '@muster/domain/submissions/claim'
import type { Context } from '../../context.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { countSubmissions, retractSubmission } from './counting.ts'
import {
  insertSubmissions,
  listLeads,
  lockSubmission,
  removeSubmission,
  type StoredSubmission,
  updateSubmission,
} from './store.ts'
import { getOpenObjective, toClaimed } from './submit.ts'

/**
 * Decides a submission. Status and what counts change together, or not at all.
 * @throws Refusal submission_not_found
 */
export function review(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  judge_id: UserId,
  decision: { readonly approval_status: ApprovalStatus; readonly review_comment: string },
): Promise<StoredSubmission> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const known = await lockSubmission(tx, event.id, submission_id)
    if (!known) throw new Refusal('submission_not_found')
    const reviewed_at = new Date(ctx.clock.now())
    const decided = await updateSubmission(tx, known.id, { ...decision, reviewer_id: judge_id, reviewed_at })
    if (decided.approval_status === 'APPROVED') await countSubmissions(tx, event.id, [decided], judge_id)
    else await retractSubmission(tx, known, judge_id, tellWithdrawal(decided))
    return decided
  })
}

function tellWithdrawal({ id, approval_status, review_comment }: StoredSubmission): string {
  const what = approval_status === 'REJECTED' ? 'rejected' : 'put back to be reviewed'
  return review_comment ? `Submission ${id} ${what}: ${review_comment}` : `Submission ${id} ${what}`
}

/**
 * Deletes a submission and takes what it counted out of the count.
 * @param mayDelete throws when the caller may not delete what this user submitted.
 * @throws Refusal submission_not_found
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
    await retractSubmission(tx, known, caller_id, `Submission ${known.id} deleted`)
    await removeSubmission(tx, known.id)
  })
}

const refuseTeams = (problem: string) => new Refusal('invalid_request', undefined, [{ field: 'team_ids', problem }])

/**
 * Decides the places of teams: an approved submission each, in the name of its first lead, in the order given.
 * @throws Refusal objective_not_found, invalid_request with the name of the team that is at fault
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
    const objective = toClaimed(await getOpenObjective(tx, event.id, objective_id, now))
    const span = { starts_at: event.event_start_time.getTime(), ends_at: event.event_end_time.getTime() }
    const window = readClaimWindow(objective, span)
    const field = 'objective_id'
    if (objective.objective_type !== 'SUBMISSION') {
      throw new Refusal('invalid_request', undefined, [{ field, problem: 'is not an objective that takes submissions' }])
    }
    if (now < window.from) throw new Refusal('invalid_request', undefined, [{ field, problem: 'is not open yet' }])

    const teams = await listLeads(tx, event.id)
    const times = timePlaces(team_ids.length, window, now)
    const at = new Date(now)
    const decided = { approval_status: 'APPROVED' as const, review_comment: '', reviewer_id: judge_id, reviewed_at: at }
    const rows = team_ids.map((team_id, place) => {
      const team = teams.get(team_id)
      if (!team) throw refuseTeams(`has ${team_id}, which is not a team of this event`)
      if (team_ids.indexOf(team_id) !== place) throw refuseTeams(`names the team ${team.name} twice`)
      if (team.lead_id === null) throw refuseTeams(`has the team ${team.name}, which has no lead to submit for it`)
      const timestamp = new Date(times[place] ?? now)
      const claim = { event_id: event.id, objective_id, team_id, user_id: team.lead_id, number: 1, timestamp }
      return { ...claim, ...decided, submitted_at: at }
    })
    const written = await insertSubmissions(tx, rows)
    if (!written) throw refuseTeams('includes a team that already has a place at this exact time')
    await countSubmissions(tx, event.id, written, judge_id)
    return written
  })
}
