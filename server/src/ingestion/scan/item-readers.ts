import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SnapshotKind } from '../../db/schema.ts'
import type { GameFailure, GameGateway } from '../../gateways/game/gateway.ts'
import { baseItems } from '../stash/pack-snapshots.ts'
import { unpackItems } from '../stash/stored-items.ts'
import { moveBack } from '../stash/stream-position.ts'
import type { SeenItems } from './tally.ts'

/** Items in one place, unpacked when they are needed. */
export interface FoundItems {
  readonly kind: SnapshotKind
  open(): SeenItems
}

/** The next part of a source. */
export type ReadPart =
  | { readonly ok: true; readonly found: readonly FoundItems[]; readonly done: number; readonly isEnd: boolean }
  | { readonly ok: false; readonly failure: GameFailure }

export type ItemReader = (signal: AbortSignal) => Promise<ReadPart>

/**
 * How far before the end of the stream to begin, in numbers of its position on each shard: the page at the end stays empty for
 * five minutes (`game-api.md` 8), and a million numbers take hours.
 */
const headStart = 100_000n

/** Reads the live stream page by page, at a position of its own; an event's cursor does not move. */
export function createStreamReader(
  game: Pick<GameGateway, 'fetchLatestChangeId' | 'fetchPublicStashes'>,
  now: () => number,
): ItemReader {
  let change_id: string | null = null
  return async (signal) => {
    if (change_id === null) {
      const latest = await game.fetchLatestChangeId(signal)
      if (!latest.ok) return latest
      change_id = moveBack(latest.value, headStart)
    }
    const page = await game.fetchPublicStashes(change_id, (tab) => tab.public && (tab.items?.length ?? 0) > 0, signal)
    if (!page.ok) return page
    change_id = page.value.next_change_id
    const at = now()
    const found = page.value.stashes.map(({ items, league }) => ({
      kind: 'stash' as const,
      open: () => ({ items: items ?? [], place: league ?? '', at }),
    }))
    return { ok: true, found, done: 1, isEnd: false }
  }
}

/** Snapshots of one query, and items of one part: few enough to keep memory small and pauses short. */
const batchSize = 100
const itemsOfPart = 4000

/** Reads the stored snapshots of events, one event after the other, each in the order of time. */
export function createStoredReader(db: Db, events: readonly { readonly id: EventId; readonly name: string }[]): ItemReader {
  let place = 0
  let after = 0
  return async () => {
    const event = events[place]
    if (event === undefined) return { ok: true, found: [], done: 0, isEnd: true }
    const listed = await db
      .selectFrom('stash_snapshots')
      .select(['id', 'kind', 'timestamp', 'item_count', 'items', baseItems.as('base')])
      .where('event_id', '=', event.id)
      .where('id', '>', after)
      .where(sql<boolean>`items_hash <> ''::bytea`)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    let items = 0
    const end = listed.findIndex(({ item_count }, index) => (items += item_count) > itemsOfPart && index > 0)
    const rows = end === -1 ? listed : listed.slice(0, end)
    if (end === -1 && listed.length < batchSize) {
      place += 1
      after = 0
    } else after = rows.at(-1)?.id ?? 0
    const found = rows.map(({ kind, timestamp, items, base }) => ({
      kind,
      open: () => ({ items: unpackItems({ items, base }), place: event.name, at: timestamp.getTime() }),
    }))
    return { ok: true, found, done: rows.length, isEnd: place === events.length }
  }
}
