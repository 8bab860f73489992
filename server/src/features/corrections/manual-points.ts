import type { CorrectionId, ManualPointsCreate, ManualPointsDecision } from '@muster/contract/corrections'
import { appendStatements, retractFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { refuseOwnTeam } from '../../own-team.ts'
import { Refusal } from '../../refusal.ts'
import { hasTeam } from '../receipts/store.ts'
import { type Correcting, refuseStranger } from './add-fact.ts'

type Given = Row<'manual_points'>

/** Whether points of this size need a second person; read in the transaction, because the setting may just have changed. */
async function needsApproval({ tx, event }: Correcting, points: number): Promise<boolean> {
  const { points_need_approval_above: limit } = await tx
    .selectFrom('events')
    .select('points_need_approval_above')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  return limit !== null && Math.abs(points) > limit
}

/** Lets points count: as a fact of the event's root, from the time at which they were given. */
async function count({ tx, event }: Correcting, given: Given): Promise<void> {
  const root = await tx
    .selectFrom('objectives')
    .select('id')
    .where('event_id', '=', event.id)
    .where('parent_id', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!root) throw new Error(`event ${event.id} has no root of its objectives`)
  const { id, team_id, user_id, points, author_id, reason, public_note, created_at } = given
  if (author_id === null) throw new Error(`the points ${id} have no author`)
  const fact = { objective_id: root.id, team_id, user_id, number: points, timestamp: created_at }
  const [fact_sequence] = await appendStatements(tx, event.id, [
    { ...fact, source: `correction:${id}`, author_id, reason, public_note },
  ])
  await tx.updateTable('manual_points').set({ fact_sequence }).where('id', '=', id).execute()
}

/**
 * Gives points to a team or takes them away; above the event's limit they wait for a second person.
 * @param counts_at_once for previews: as if a second person had approved them
 * @throws Refusal team_not_found, own_team, invalid_request
 */
export async function givePoints(at: Correcting, body: ManualPointsCreate, counts_at_once = false): Promise<CorrectionId> {
  const { tx, event, judge, now } = at
  const { team_id, user_id } = body
  if (!(await hasTeam(tx, event.id, team_id))) throw new Refusal('team_not_found')
  refuseOwnTeam(judge, body)
  if (user_id !== null) await refuseStranger(tx, team_id, user_id)
  const waits = !counts_at_once && (await needsApproval(at, body.points))
  const given = await tx
    .insertInto('manual_points')
    .values({
      ...body,
      event_id: event.id,
      author_id: judge.user_id,
      created_at: new Date(now),
      approval: waits ? 'waiting' : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!waits) await count(at, given)
  return given.id
}

/** Points with their row locked; null if the correction is of another kind. The ledger of the event is locked. */
async function lockPoints({ tx, event }: Correcting, id: CorrectionId): Promise<Given | null> {
  const given = await tx
    .selectFrom('manual_points')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return given ?? null
}

/**
 * Decides about points that wait for approval; the same decision again changes nothing.
 * @throws Refusal correction_not_found, own_team, own_correction, changed_meanwhile
 */
export async function decidePoints(at: Correcting, id: CorrectionId, body: ManualPointsDecision): Promise<void> {
  const { tx, judge } = at
  const given = await lockPoints(at, id)
  if (!given) throw new Refusal('correction_not_found')
  refuseOwnTeam(judge, given)
  if (given.author_id === judge.user_id) throw new Refusal('own_correction')
  const approval = body.is_approved ? 'approved' : 'declined'
  if (given.withdrawn_at === null && given.approval === approval) return
  if (given.withdrawn_at !== null || given.approval !== 'waiting') throw new Refusal('changed_meanwhile')
  const decision = { approval, decided_by: judge.user_id, decision_reason: body.reason.trim() || null } as const
  await tx.updateTable('manual_points').set(decision).where('id', '=', id).execute()
  if (body.is_approved) await count(at, given)
}

/**
 * Withdraws points, waiting ones too.
 * @throws Refusal changed_meanwhile if they were declined
 */
export async function withdrawPoints({ tx, event, judge, now }: Correcting, id: CorrectionId, reason: string): Promise<void> {
  const given = await lockPoints({ tx, event, judge, now }, id)
  if (!given || given.withdrawn_at !== null) return
  if (given.approval === 'declined') throw new Refusal('changed_meanwhile')
  const withdrawal = { withdrawn_at: new Date(now), withdrawn_by: judge.user_id, withdrawal_reason: reason }
  await tx.updateTable('manual_points').set(withdrawal).where('id', '=', id).execute()
  if (given.fact_sequence !== null) retractFacts(tx, event.id, [given.fact_sequence], { author_id: judge.user_id, reason })
}
