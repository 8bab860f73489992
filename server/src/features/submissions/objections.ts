import type { SubmissionId, UserId } from '@muster/contract/ids'
import { challengesPerEvent } from '@muster/contract/submissions'
import { isSubmissionVisible } from '@muster/domain/submissions/visibility'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { loadRelease } from '../objectives/store.ts'
import { appendHistory, countChallenges, listChallengers } from './history.ts'
import { findWithVisibility, levelOf, lockSubmission, type StoredSubmission, updateSubmission } from './store.ts'
import type { Author } from './store-report.ts'

interface Objection {
  readonly recheck: 'challenge' | 'appeal'
  readonly author_id: UserId
  readonly reason: string
  readonly now: number
}

/** Puts a submission back into the queue of judges. Its status and its points stay until they decide. */
async function addObjection(
  tx: Tx,
  known: StoredSubmission,
  { recheck, author_id, reason, now }: Objection,
): Promise<StoredSubmission> {
  const timestamp = new Date(now)
  await appendHistory(tx, [
    {
      submission_id: known.id,
      kind: recheck === 'challenge' ? 'challenged' : 'appealed',
      from_status: known.approval_status,
      to_status: known.approval_status,
      comment: reason,
      author_id,
      timestamp,
    },
  ])
  const is_appealed = known.is_appealed || recheck === 'appeal'
  return updateSubmission(tx, known.id, { recheck, recheck_at: timestamp, is_appealed })
}

/**
 * Challenges a counting submission of another team.
 * @throws Refusal submission_not_found, own_team, changed_meanwhile, already_challenged, no_challenges_left
 */
export function challenge(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  { user_id, team }: Author,
  reason: string,
): Promise<StoredSubmission> {
  return ctx.db.transact(async (tx) => {
    // Two challenges of a player are counted one after the other.
    lockLedger(tx, event.id)
    const now = ctx.clock.now()
    const known = await lockSubmission(tx, event.id, submission_id)
    const shown = known && (await findWithVisibility(tx, event.id, submission_id))
    const isOpen = known !== null && (await loadRelease(tx, event, now)).ids.has(known.objective_id)
    if (!known || !shown || !isOpen || !isSubmissionVisible(team.team_id, shown)) throw new Refusal('submission_not_found')
    if (known.team_id === team.team_id || known.user_id === user_id) {
      throw new Refusal('own_team', 'You cannot challenge your own team')
    }
    if (levelOf(known) === null) throw new Refusal('changed_meanwhile', 'This submission no longer counts')
    const isOpenChallenge = known.recheck === 'challenge'
    if (isOpenChallenge || (await listChallengers(tx, known.id)).includes(user_id)) throw new Refusal('already_challenged')
    if ((await countChallenges(tx, event.id, user_id)) >= challengesPerEvent) throw new Refusal('no_challenges_left')
    return addObjection(tx, known, { recheck: 'challenge', author_id: user_id, reason, now })
  })
}

/**
 * Appeals against the rejection of the caller's own submission.
 * @param demandOwner throws unless the caller has sent it
 * @throws Refusal submission_not_found, changed_meanwhile, already_appealed
 */
export function appeal(
  ctx: Context,
  event: Row<'events'>,
  submission_id: SubmissionId,
  demandOwner: (owner: UserId) => void,
  reason: string,
): Promise<StoredSubmission> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const known = await lockSubmission(tx, event.id, submission_id)
    if (!known) throw new Refusal('submission_not_found')
    demandOwner(known.user_id)
    if (known.is_appealed) throw new Refusal('already_appealed')
    if (known.approval_status !== 'REJECTED') throw new Refusal('changed_meanwhile', 'This submission is no longer rejected')
    return addObjection(tx, known, { recheck: 'appeal', author_id: known.user_id, reason, now: ctx.clock.now() })
  })
}
