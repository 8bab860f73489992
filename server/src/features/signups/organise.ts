import type { EventId, UserId } from '@muster/contract/ids'
import type { QueuePlace } from '@muster/contract/signups'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { Refusal } from '../../refusal.ts'
import type { NewRow } from '../../db/schema.ts'
import type { Viewer } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findMembership } from '../events/store.ts'
import { findTeam, upsertMembers } from '../teams/store.ts'
import { findMinimalUser } from '../users/store.ts'
import { findSignup, lockEvent, removeSignup } from './store.ts'

/** The texts of the organisers' log; the signup's own record has more, so that a change can be undone. */
const logged = {
  removed: 'signup_removed',
  restored: 'signup_restored',
  front: 'signup_accepted',
  back: 'signup_held_back',
  arrival: 'signup_put_back',
} as const

async function insertChange(tx: Tx, change: NewRow<'signup_changes'> & { readonly author_id: UserId }): Promise<void> {
  const { event_id, user_id, kind, author_id, changed_at } = change
  await tx.insertInto('signup_changes').values(change).execute()
  const subject = (await findMinimalUser(tx, user_id))?.display_name ?? ''
  await insertAdminChange(tx, { event_id, author_id, changed_at, kind: logged[kind], subject, detail: '' })
}

/**
 * Removes a signup and its place in a team, and keeps both for an undo, except for a withdrawal by the player. Does nothing
 * without a signup.
 */
export async function takeOut(ctx: Context, tx: Tx, event_id: EventId, user_id: UserId, viewer: Viewer): Promise<void> {
  if (viewer.user_id !== user_id) {
    const signup = await findSignup(tx, event_id, user_id)
    if (signup) {
      const { timestamp, expected_playtime, actual_playtime, needs_help, wants_to_help, extra } = signup
      const { partner_id, utc_offset_hours, answers, queue_place } = signup
      const kept = {
        timestamp: timestamp.toISOString(),
        expected_playtime,
        actual_playtime,
        needs_help,
        wants_to_help,
        extra,
        partner_id,
        utc_offset_hours,
        answers,
        queue_place,
      }
      const membership = await findMembership(tx, event_id, user_id)
      await insertChange(tx, {
        event_id,
        user_id,
        kind: 'removed',
        author_id: viewer.user_id,
        changed_at: new Date(ctx.clock.now()),
        signup: JSON.stringify(kept),
        membership:
          membership &&
          JSON.stringify({
            team_id: membership.team_id,
            is_team_lead: membership.is_team_lead,
          }),
      })
    }
  }
  await removeSignup(tx, event_id, user_id)
}

/**
 * Restores the last signup removed by `takeOut`.
 * @throws Refusal signup_not_found if there is none; changed_meanwhile if the player has signed up again
 */
export async function bringBack(ctx: Context, tx: Tx, event_id: EventId, user_id: UserId, viewer: Viewer): Promise<void> {
  await lockEvent(tx, event_id)
  const removed = await tx
    .selectFrom('signup_changes')
    .select(['kind', 'signup', 'membership'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where('kind', 'in', ['removed', 'restored'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (removed?.kind !== 'removed' || !removed.signup) throw new Refusal('signup_not_found')
  if (await findSignup(tx, event_id, user_id)) throw new Refusal('changed_meanwhile')
  const { timestamp, answers, ...signup } = removed.signup
  await tx
    .insertInto('signups')
    .values({ ...signup, event_id, user_id, timestamp: new Date(timestamp), answers: JSON.stringify(answers) })
    .execute()
  const place = removed.membership
  if (place && (await findTeam(tx, place.team_id))?.event_id === event_id) {
    await upsertMembers(tx, event_id, [{ user_id, ...place }])
    await notifyAccess(tx)
  }
  await insertChange(tx, {
    event_id,
    user_id,
    kind: 'restored',
    author_id: viewer.user_id,
    changed_at: new Date(ctx.clock.now()),
  })
}

/** Moves a signup to the front or end of the queue, or back into the order of arrival. @throws Refusal signup_not_found */
export async function placeInQueue(
  ctx: Context,
  tx: Tx,
  event_id: EventId,
  user_id: UserId,
  queue_place: QueuePlace | null,
  viewer: Viewer,
): Promise<void> {
  await lockEvent(tx, event_id)
  const { numUpdatedRows } = await tx
    .updateTable('signups')
    .set({ queue_place })
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('signup_not_found')
  const changed_at = new Date(ctx.clock.now())
  await insertChange(tx, { event_id, user_id, kind: queue_place ?? 'arrival', author_id: viewer.user_id, changed_at })
}
