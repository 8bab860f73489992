import type { EventId, SubmissionId, UserId } from '@muster/contract/ids'
import { claimLease_seconds, type SubmissionClaim } from '@muster/contract/submissions'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { personOf } from '../../db/person-of.ts'
import { findJudge, refuseOwnTeam } from '../../own-team.ts'
import { Refusal } from '../../refusal.ts'
import { lockSubmission } from './store.ts'

// A claim marks a submission as being reviewed, so that two judges do not do the same work. It is a lease on the wall clock,
// because the event clock of a rehearsal may run faster than a person reads.

const isHeld = sql<boolean>`expires_at > now()`

/** Current claims: of an event, or of one submission. */
export async function listClaims(db: Db, event_id: EventId, submission_id?: SubmissionId): Promise<SubmissionClaim[]> {
  let query = db
    .selectFrom('submission_claims')
    .innerJoin('submissions', 'submissions.id', 'submission_claims.submission_id')
    .select(['submission_id', 'claimed_at', 'expires_at'])
    .select(personOf('submission_claims.judge_id').$notNull().as('judge'))
    .where('submissions.event_id', '=', event_id)
    .where(isHeld)
    .orderBy('submission_id')
  if (submission_id !== undefined) query = query.where('submission_id', '=', submission_id)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    claimed_at: row.claimed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

/**
 * Refuses if another judge has claimed the submission; the refusal names them.
 * @throws Refusal already_claimed
 */
export async function refuseClaimed(tx: Tx, event_id: EventId, submission_id: SubmissionId, judge_id: UserId): Promise<void> {
  const [held] = await listClaims(tx, event_id, submission_id)
  if (held && held.judge.id !== judge_id)
    throw new Refusal('already_claimed', `${held.judge.display_name} is judging this submission`)
}

/**
 * Takes a claim, or renews the caller's own. Another judge's claim is valid until it expires, unless it is taken over on purpose:
 * nobody has to wait for a judge who has left.
 * @throws Refusal submission_not_found, own_team, already_claimed
 */
export function claim(
  ctx: Context,
  event_id: EventId,
  submission_id: SubmissionId,
  judge_id: UserId,
  takesOver: boolean,
): Promise<SubmissionClaim> {
  return ctx.db.transact(async (tx) => {
    const known = await lockSubmission(tx, event_id, submission_id)
    if (!known) throw new Refusal('submission_not_found')
    refuseOwnTeam(await findJudge(tx, event_id, judge_id), known)
    if (!takesOver) await refuseClaimed(tx, event_id, submission_id, judge_id)
    const expires_at = sql<Date>`now() + make_interval(secs => ${claimLease_seconds})`
    await tx
      .insertInto('submission_claims')
      .values({ submission_id, judge_id, claimed_at: sql<Date>`now()`, expires_at })
      .onConflict((conflict) =>
        conflict.column('submission_id').doUpdateSet({
          judge_id,
          expires_at,
          claimed_at: sql<Date>`case when submission_claims.judge_id = ${judge_id} and submission_claims.expires_at > now()
            then submission_claims.claimed_at else now() end`,
        }),
      )
      .execute()
    const [written] = await listClaims(tx, event_id, submission_id)
    if (!written) throw new Error('a claim that was just made is missing')
    return written
  })
}

/** Releases the caller's claim; does nothing without one. */
export async function release(db: Db, event_id: EventId, submission_id: SubmissionId, judge_id: UserId): Promise<void> {
  await db
    .deleteFrom('submission_claims')
    .where('submission_id', '=', submission_id)
    .where('judge_id', '=', judge_id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('submissions').select('id').where('id', '=', submission_id).where('event_id', '=', event_id)),
    )
    .execute()
}

/** Ends any claim of a decided submission. */
export async function endClaim(tx: Tx, submission_id: SubmissionId): Promise<void> {
  await tx.deleteFrom('submission_claims').where('submission_id', '=', submission_id).execute()
}
