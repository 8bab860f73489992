import type { EventId, ObjectiveId, UserId } from '@muster/contract/ids'
import type { LogEventKind } from '@muster/contract/game-log'
import { asksForEveryArea } from '@muster/domain/game-log/log-demand'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
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

/** A log whose last area is older says nothing about a find. */
const areasOfFind_ms = 60 * 60_000

/** The find of an item. */
export interface Find {
  readonly event_id: EventId
  readonly user_id: UserId
  /** In milliseconds. */
  readonly happened_at: number
}

/**
 * The level of the highest area that the player's log names before a find; null: it names none in the hour before, or the event
 * does not ask for all areas.
 */
export async function findHighestArea(
  tx: Tx,
  { objectives }: EventDefinition,
  { event_id, user_id, happened_at }: Find,
): Promise<number | null> {
  if (!asksForEveryArea(objectives)) return null
  const row = await tx
    .selectFrom('game_log_events')
    .select(({ fn }) => fn.max('number').as('level'))
    .where('user_id', '=', user_id)
    .where('event_id', '=', event_id)
    .where('kind', '=', 'area')
    .where('timestamp', '<=', new Date(happened_at))
    .having(({ fn }) => fn.max('timestamp'), '>=', new Date(happened_at - areasOfFind_ms))
    .executeTakeFirst()
  return row?.level ?? null
}

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
    // The rejection of a number that was typed by hand is no judgement of a log.
    .where('report_key', 'is not', null)
    .groupBy('objective_id')
    .execute()
  return new Map(rows.map(({ objective_id, number }) => [objective_id, number]))
}

/** The objectives that count a number of a single player, with their conditions. */
export const listPlayerObjectives = (tx: Tx, event_id: EventId) =>
  tx
    .selectFrom('objectives')
    .select(['id', 'objective_type', 'number_field', 'aggregation', 'required_number', 'valid_from', 'valid_to'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('conditions')
          .select(['field', 'operator', 'value', 'any_of'])
          .whereRef('conditions.objective_id', '=', 'objectives.id')
          .orderBy('conditions.id'),
      ).as('conditions'),
    )
    .where('event_id', '=', event_id)
    .where('objective_type', '=', 'PLAYER')
    .orderBy('id')
    .execute()
