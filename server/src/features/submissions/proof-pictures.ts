import { maxPicturesOfProof } from '@muster/contract/pictures'
import type { EventId, ProofPictureId, UserId } from '@muster/contract/ids'
import { readProof } from '@muster/domain/submissions/proof-pictures'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { refuseField } from '../../refusal.ts'

/** A picture of the event with the team that sees it. */
export async function findPicture(db: Db, event_id: EventId, id: ProofPictureId) {
  const row = await db
    .selectFrom('proof_pictures')
    .select(['picture', 'team_id'])
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws Refusal invalid_request about `proof`, if it names a picture that is not the author's in this event */
export async function demandOwnPictures(tx: Tx, event_id: EventId, user_id: UserId, proof: string): Promise<void> {
  const { pictures } = readProof(proof)
  if (pictures.length === 0) return
  if (pictures.length > maxPicturesOfProof) throw refuseField('proof', `names more than ${maxPicturesOfProof} screenshots`)
  const rows = await tx
    .selectFrom('proof_pictures')
    .select('id')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`id::bigint = any(${pictures.map(({ picture_id }) => picture_id)}::bigint[])`)
    .forKeyShare()
    .execute()
  const own = new Set<number>(rows.map(({ id }) => id))
  if (pictures.some((one) => one.event_id !== event_id || !own.has(one.picture_id)))
    throw refuseField('proof', 'names a screenshot that is not stored for you in this event; please add it again')
}
