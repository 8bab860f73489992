import type { EventId, ProofPictureId, UserId } from '@muster/contract/ids'
import { longestProofSide, maxProof_bytes, maxProofPictures } from '@muster/contract/pictures'
import { readProof } from '@muster/domain/submissions/proof-pictures'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { drawPicture } from '../../draw-picture.ts'
import { refuseField } from '../../refusal.ts'
import { type Author, demandRunning } from './store-report.ts'

const drawing = { side: longestProofSide, quality: 80 }
/** An older picture that no submission names is deleted. */
const unused_ms = 24 * 3_600_000

/** Deletes pictures of the player that no proof named within a day. */
async function removeUnused(tx: Tx, event_id: EventId, user_id: UserId, now: number): Promise<void> {
  const old = await tx
    .selectFrom('proof_pictures')
    .select('id')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where('uploaded_at', '<', new Date(now - unused_ms))
    // Waits for a submission that is about to name one.
    .forUpdate()
    .execute()
  if (old.length === 0) return
  const rows = await tx
    .selectFrom('submissions')
    .select('proof')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where('proof', 'like', '%/proof-pictures/%')
    .execute()
  const named = new Set<number>(rows.flatMap(({ proof }) => readProof(proof).pictures.map(({ picture_id }) => picture_id)))
  const unused = old.map(({ id }) => id).filter((id) => !named.has(id))
  if (unused.length > 0) await tx.deleteFrom('proof_pictures').where('id', 'in', unused).execute()
}

/** @throws Refusal invalid_request about `picture`, if the player or the event has too many pictures */
async function demandPlace(tx: Tx, event_id: EventId, user_id: UserId, added_bytes: number): Promise<void> {
  const { own, total } = await tx
    .selectFrom('proof_pictures')
    .select([
      sql<number>`(count(*) filter (where user_id = ${user_id}))::int`.as('own'),
      sql<string>`coalesce(sum(bytes), 0)`.as('total'),
    ])
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow()
  if (own >= maxProofPictures)
    throw refuseField(
      'picture',
      `is one too many: you have stored ${maxProofPictures} screenshots in this event; add a link, or ask a judge to enter the result`,
    )
  if (Number(total) + added_bytes > maxProof_bytes)
    throw refuseField(
      'picture',
      'does not fit: the screenshots of this event have reached their limit; add a link, or ask a judge to enter the result',
    )
}

/**
 * Stores a screenshot of a player, redrawn.
 * @param picture a file as base64
 * @throws Refusal event_over; invalid_request about `picture`; rate_limited
 */
export async function savePicture(
  ctx: Context,
  event: Row<'events'>,
  { user_id, team }: Author,
  picture: string,
): Promise<ProofPictureId> {
  const event_id: EventId = event.id
  demandRunning(event, ctx.clock.now())
  const drawn = await drawPicture(picture, drawing)
  return ctx.db.transact(async (tx) => {
    // Simultaneous uploads of a player are counted one after the other.
    await tx
      .selectFrom('team_users')
      .select('user_id')
      .where('event_id', '=', event_id)
      .where('user_id', '=', user_id)
      .forUpdate()
      .execute()
    const now = ctx.clock.now()
    await removeUnused(tx, event_id, user_id, now)
    await demandPlace(tx, event_id, user_id, drawn.length)
    const row = { event_id, team_id: team.team_id, user_id, picture: drawn, bytes: drawn.length, uploaded_at: new Date(now) }
    return (await tx.insertInto('proof_pictures').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
}
