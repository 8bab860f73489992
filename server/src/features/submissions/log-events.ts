import type { EventId, ObjectiveId, UserId } from '@muster/contract/ids'
import type { LogEventKind } from '@muster/contract/game-log'
import type { Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

export type StoredLogEvent = Row<'game_log_events'>

/** Stores the events that are not stored yet, and returns their number. */
export async function insertLogEvents(tx: Tx, rows: readonly NewRow<'game_log_events'>[]): Promise<number> {
  const added = await tx
    .insertInto('game_log_events')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length
}

export async function countLogEvents(tx: Tx, event_id: EventId, user_id: UserId): Promise<number> {
  const { count } = await tx
    .selectFrom('game_log_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow()
  return count
}

/** The player's events of these kinds, in the order of time. */
export const listLogEvents = (
  tx: Tx,
  event_id: EventId,
  user_id: UserId,
  kinds: ReadonlySet<LogEventKind>,
): Promise<StoredLogEvent[]> =>
  tx
    .selectFrom('game_log_events')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('event_id', '=', event_id)
    .where('kind', 'in', [...kinds])
    .orderBy('timestamp')
    .orderBy('id')
    .execute()

/** The characters, among these, that the log of another player in the event also names. */
export async function listSharedCharacters(
  tx: Tx,
  event_id: EventId,
  user_id: UserId,
  characters: readonly string[],
): Promise<ReadonlySet<string>> {
  if (characters.length === 0) return new Set()
  const rows = await tx
    .selectFrom('game_log_events')
    .select('character')
    .distinct()
    .where('event_id', '=', event_id)
    .where('character', 'in', [...characters])
    .where('user_id', '<>', user_id)
    .execute()
  return new Set(rows.map(({ character }) => character))
}

/** The highest number in a log or code of the player that a judge rejected, for each of the objectives. */
export async function listRejectedNumbers(
  tx: Tx,
  user_id: UserId,
  objective_ids: readonly ObjectiveId[],
): Promise<ReadonlyMap<ObjectiveId, number>> {
  if (objective_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('submissions')
    .select(({ fn }) => ['objective_id', fn.max('number').as('number')])
    .where('user_id', '=', user_id)
    .where('objective_id', 'in', [...objective_ids])
    .where('approval_status', '=', 'REJECTED')
    // The rejection of a number that was typed by hand is not a judgement of a log.
    .where('report_key', 'is not', null)
    .groupBy('objective_id')
    .execute()
  return new Map(rows.map(({ objective_id, number }) => [objective_id, number]))
}
