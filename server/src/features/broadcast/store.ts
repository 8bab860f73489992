import { timingSafeEqual } from 'node:crypto'
import type { Broadcast, OverlayKind, OverlayPlayer } from '@muster/contract/broadcast'
import type { EventId, UserId } from '@muster/contract/ids'
import type { KnownPlayer, OverlayItem } from '@muster/domain/broadcast/overlay-state'
import { readLevel } from '@muster/domain/characters/levels'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { hashSecret } from '../../secret-hash.ts'
import { selectCharactersAt } from '../characters/store.ts'

export async function findBroadcast(db: Db, event_id: EventId): Promise<Row<'broadcasts'> | null> {
  return (await db.selectFrom('broadcasts').selectAll().where('event_id', '=', event_id).executeTakeFirst()) ?? null
}

/** The broadcast, locked until the transaction ends. */
export async function lockBroadcast(tx: Tx, event_id: EventId): Promise<Row<'broadcasts'> | null> {
  const row = await tx.selectFrom('broadcasts').selectAll().where('event_id', '=', event_id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Whether an address of an overlay has the key of the event's broadcast. */
export const hasKey = (broadcast: Pick<Row<'broadcasts'>, 'key'> | null, key: string): boolean =>
  broadcast !== null && timingSafeEqual(hashSecret(broadcast.key), hashSecret(key))

export async function updateBroadcast(
  tx: Tx,
  event_id: EventId,
  fields: Partial<Omit<NewRow<'broadcasts'>, 'event_id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('event_id', '=', event_id)
    .execute()
}

/** Makes the broadcast of an event, or gives it another key. */
export async function upsertKey(tx: Tx, event_id: EventId, key: string): Promise<void> {
  await tx
    .insertInto('broadcasts')
    .values({ event_id, key })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ key, version: sql<number>`broadcasts.version + 1` }))
    .execute()
}

/** Records that overlays of these kinds were shown. */
export async function upsertLoads(
  db: Db,
  event_id: EventId,
  loads: readonly { readonly kind: OverlayKind; readonly delay_seconds: number }[],
  loaded_at: Date,
): Promise<void> {
  if (loads.length === 0) return
  await db
    .insertInto('broadcast_loads')
    .values(loads.map((load) => ({ event_id, ...load, loaded_at })))
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'kind']).doUpdateSet({
        delay_seconds: sql<number>`excluded.delay_seconds`,
        loaded_at: sql<Date>`excluded.loaded_at`,
      }),
    )
    .execute()
}

/** The broadcast as its producer sees it; without an address if none was created. */
export async function presentBroadcast(db: Db, event_id: EventId): Promise<Broadcast> {
  const row = await findBroadcast(db, event_id)
  const loads = await db
    .selectFrom('broadcast_loads')
    .select(['kind', 'delay_seconds', 'loaded_at'])
    .where('event_id', '=', event_id)
    .orderBy('kind')
    .execute()
  return {
    key: row?.key ?? null,
    least_delay_seconds: row?.least_delay_seconds ?? 0,
    pinned_objective_id: row?.pinned_objective_id ?? null,
    pinned_at: row?.pinned_at?.toISOString() ?? null,
    pinned_user_id: row?.pinned_user_id ?? null,
    hidden_objective_ids: row?.hidden_objective_ids ?? [],
    hidden_team_ids: row?.hidden_team_ids ?? [],
    version: row?.version ?? 0,
    loads: loads.map((load) => ({ ...load, loaded_at: load.loaded_at.toISOString() })),
  }
}

/** All objectives of an event with the fields of its overlays, unopened ones included. */
export async function listOverlayItems(db: Db, event_id: EventId): Promise<OverlayItem[]> {
  const rows = await db
    .selectFrom('objectives')
    .select([
      'id',
      'parent_id',
      'name',
      'view',
      'aggregation',
      'objective_type',
      'required_number',
      'hide_progress',
      'valid_from',
      'valid_to',
    ])
    .where('event_id', '=', event_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ valid_from, valid_to, ...item }) => ({
    ...item,
    valid_from: valid_from?.getTime() ?? null,
    valid_to: valid_to?.getTime() ?? null,
  }))
}

/** Users as the overlays of an event may name them. */
export async function listPlayers(
  db: Db,
  event_id: EventId,
  user_ids: readonly UserId[],
): Promise<ReadonlyMap<number, KnownPlayer>> {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .leftJoin('team_users', (join) => join.onRef('team_users.user_id', '=', 'users.id').on('team_users.event_id', '=', event_id))
    .select(['users.id', 'display_name as name', 'team_id', sql<boolean>`record_shown_to <> 'nobody'`.as('has_card')])
    .where('users.id', 'in', user_ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The character of a user with the most experience at a time, as it was then. */
export async function findCharacterAt(
  db: Db,
  event: Pick<Row<'events'>, 'id' | 'game_version'>,
  user_id: UserId,
  at: Date,
): Promise<OverlayPlayer['character']> {
  const row = await selectCharactersAt(db, event.id, at)
    .where('known.user_id', '=', user_id)
    .orderBy('reading.experience', 'desc')
    .orderBy('known.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { name, experience, figures } = row
  return {
    name,
    ascendancy: row.ascendancy || (row.build_class ?? ''),
    level: row.level > 0 ? row.level : readLevel(event.game_version, experience),
    main_skill: row.main_skill ?? '',
    // 0 stands for an unknown figure, and for a place that the character has never been to.
    dps: figures?.dps || null,
    ehp: figures?.ehp || null,
    delve_depth: row.delve_depth || null,
  }
}

/** The display names of users. */
export async function listNames(db: Db, user_ids: readonly UserId[]): Promise<ReadonlyMap<number, string>> {
  if (user_ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', user_ids).execute()
  return new Map(rows.map(({ id, display_name }) => [id, display_name]))
}
