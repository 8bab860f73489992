import type { Correction, CorrectionId } from '@muster/contract/corrections'
import type { EventId } from '@muster/contract/ids'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'

/** Corrections of an event, newest first: one of them, or those before a number. */
export async function listCorrections(
  db: Db,
  event_id: EventId,
  part: { readonly id?: CorrectionId; readonly before?: CorrectionId | undefined; readonly limit: number },
): Promise<Correction[]> {
  let query = db
    .selectFrom('facts')
    .leftJoin('facts as withdrawal', 'withdrawal.retracts', 'facts.sequence')
    .select(['facts.sequence', 'facts.objective_id', 'facts.team_id', 'facts.user_id', 'facts.number', 'facts.timestamp'])
    .select(['facts.reason', 'withdrawal.sequence as withdrawal_sequence', 'withdrawal.reason as withdrawal_reason'])
    .select((eb) => [
      jsonObjectFrom(eb.selectFrom('users').select(['users.id', 'display_name']).whereRef('users.id', '=', 'facts.author_id')).as(
        'author',
      ),
      jsonObjectFrom(
        eb.selectFrom('users').select(['users.id', 'display_name']).whereRef('users.id', '=', 'withdrawal.author_id'),
      ).as('withdrawn_by'),
    ])
    .where('facts.event_id', '=', event_id)
    .where('facts.kind', '=', 'fact')
    .where('facts.source', 'like', 'correction:%')
    .orderBy('facts.sequence', 'desc')
    .limit(part.limit)
  if (part.id !== undefined) query = query.where('facts.sequence', '=', part.id)
  if (part.before !== undefined) query = query.where('facts.sequence', '<', part.before)
  return (await query.execute()).map((row) => ({
    id: row.sequence as CorrectionId,
    objective_id: row.objective_id,
    team_id: row.team_id,
    user_id: row.user_id,
    number: row.number,
    timestamp: row.timestamp.toISOString(),
    reason: row.reason ?? '',
    author: row.author,
    withdrawal: row.withdrawal_sequence === null ? null : { author: row.withdrawn_by, reason: row.withdrawal_reason ?? '' },
  }))
}

export const findCorrection = async (db: Db, event_id: EventId, id: CorrectionId): Promise<Correction | null> =>
  (await listCorrections(db, event_id, { id, limit: 1 }))[0] ?? null
