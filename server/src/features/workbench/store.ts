import type { EventId, TeamId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The newest snapshot of a tab. */
export interface StoredTab {
  readonly snapshot_id: number
  readonly team_id: TeamId
  readonly tab_name: string
  readonly seen_at: Date
  readonly item_count: number
}

/** The newest snapshot of every tab of the event, the latest first, without their items; empty ones are left out. */
export function listStoredTabs(db: Db, event_id: EventId): Promise<StoredTab[]> {
  return db
    .selectFrom('stashes')
    .innerJoin('stash_snapshots', 'stash_snapshots.id', 'stashes.latest_snapshot_id')
    .select(['stash_snapshots.id as snapshot_id', 'stashes.team_id', 'stashes.name as tab_name'])
    .select(['stash_snapshots.timestamp as seen_at', 'stash_snapshots.item_count'])
    .where('stashes.event_id', '=', event_id)
    .where('stash_snapshots.item_count', '>', 0)
    .orderBy('stash_snapshots.id', 'desc')
    .execute()
}

/** Packed items of snapshots, by id; those that are gone by now are absent. */
export async function loadPackedTabs(db: Db, event_id: EventId, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('stash_snapshots')
    .select(['id', 'items'])
    .where('event_id', '=', event_id)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, items }) => [id, items]))
}

/** The most players that a team of the event has; null without teams. */
export async function findLargestTeam(db: Db, event_id: EventId): Promise<number | null> {
  const row = await db
    .selectFrom('team_users')
    .select((select) => select.fn.countAll<number>().as('players'))
    .where('event_id', '=', event_id)
    .groupBy('team_id')
    .orderBy('players', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.players ?? null
}
