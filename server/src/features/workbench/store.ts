import type { EventId, TeamId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SnapshotKind } from '../../db/schema.ts'
import { baseItems } from '../../ingestion/stash/pack-snapshots.ts'
import type { PackedSnapshot } from '../../ingestion/stash/stored-items.ts'

/** The newest snapshot of a tab, or of the worn or carried items of a character. */
export interface StoredTab {
  readonly snapshot_id: number
  readonly kind: SnapshotKind
  readonly team_id: TeamId
  /** For a character its name. */
  readonly tab_name: string
  readonly seen_at: Date
  readonly item_count: number
}

/**
 * The newest snapshot of every tab and character of the event, the latest first, without their items; empty ones are left out.
 */
export async function listStoredTabs(db: Db, event_id: EventId): Promise<StoredTab[]> {
  const columns = ['stash_snapshots.id as snapshot_id', 'stash_snapshots.kind', 'stash_snapshots.timestamp as seen_at'] as const
  const tabs = db
    .selectFrom('stashes')
    .innerJoin('stash_snapshots', 'stash_snapshots.id', 'stashes.latest_snapshot_id')
    .select([...columns, 'stash_snapshots.item_count', 'stashes.team_id', 'stashes.name as tab_name'])
    .where('stashes.event_id', '=', event_id)
    .where('stash_snapshots.item_count', '>', 0)
  const characters = db
    .selectFrom('character_items')
    .innerJoin('stash_snapshots', 'stash_snapshots.id', 'character_items.latest_snapshot_id')
    .innerJoin('characters', (join) =>
      join
        .onRef('characters.event_id', '=', 'character_items.event_id')
        .onRef('characters.id', '=', 'character_items.character_id'),
    )
    .select([...columns, 'stash_snapshots.item_count', 'character_items.team_id', 'characters.name as tab_name'])
    .where('character_items.event_id', '=', event_id)
    .where('stash_snapshots.item_count', '>', 0)
  return tabs.unionAll(characters).orderBy('snapshot_id', 'desc').execute()
}

/** Compressed items of snapshots, by id; deleted ones are left out. */
export async function loadPackedTabs(db: Db, event_id: EventId, ids: readonly number[]): Promise<Map<number, PackedSnapshot>> {
  const rows = await db
    .selectFrom('stash_snapshots')
    .select(['id', 'items', baseItems.as('base')])
    .where('event_id', '=', event_id)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}

/** The largest number of players in a team of the event; null without teams. */
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
