import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { writeComparable } from '@muster/domain/items/comparable'
import type { Tx } from '../db/connect.ts'
import { lockSnapshots, notify } from '../db/ledger.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { readColor } from './guild-tab-list.ts'

const gzip = promisify(gzipCallback)

/** Event time: how soon a tab that suddenly shows nothing is looked at again. */
const secondLook_ms = 10_000

/** What the evaluation reads: the items of a tab at a moment. */
export type GuildSnapshot = NewRow<'stash_snapshots'>

async function makeSnapshot(
  { event_id, id, team_id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id' | 'team_id'>,
  items: readonly object[],
  at: Date,
): Promise<GuildSnapshot> {
  const text = JSON.stringify(items)
  return {
    event_id,
    stash_id: id,
    change_id: `guild-${at.getTime()}`,
    team_id,
    user_id: null,
    timestamp: at,
    item_count: items.length,
    items: await gzip(text),
    items_hash: hash('sha256', text, 'buffer'),
  }
}

/** Adds snapshots of guild tabs, and tells whoever waits for them. */
export async function insertSnapshots(tx: Tx, event_id: EventId, snapshots: readonly GuildSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  await lockSnapshots(tx, event_id)
  await tx
    .insertInto('stash_snapshots')
    .values([...snapshots])
    // The same moment twice is the same look.
    .onConflict((conflict) => conflict.columns(['event_id', 'stash_id', 'change_id']).doNothing())
    .execute()
  await notify(tx, 'snapshots', event_id)
}

/**
 * Keeps what the game showed of a tab. A tab that was full and shows nothing is believed when it shows nothing twice.
 * @param own_name replaces the game's name, for parts of a collection.
 * @param due_at when to look again.
 * @returns a snapshot to add when a condition could tell the difference, else null.
 */
export async function storeTabContent(
  tx: Tx,
  { event_id, id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id'>,
  sent: StashTabOfGame,
  more: { own_name: string | null; at: Date; due_at: Date },
): Promise<GuildSnapshot | null> {
  const tab = await tx
    .selectFrom('guild_stash_tabs')
    .select(['event_id', 'id', 'team_id', 'name', 'index', 'color', 'item_count', 'is_empty_unconfirmed', 'content_hash'])
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // Given up meanwhile, with its team or its event.
  if (!tab) return null
  const { children: _, ...content } = sent
  const items = content.items ?? []
  const { own_name, at, due_at } = more
  const update = tx.updateTable('guild_stash_tabs').where('event_id', '=', event_id).where('id', '=', id)
  if (items.length === 0 && tab.item_count > 0 && !tab.is_empty_unconfirmed) {
    const soon = new Date(at.getTime() + secondLook_ms)
    await update.set({ is_empty_unconfirmed: true, due_at: soon, failures_in_a_row: 0, last_error: null }).execute()
    return null
  }
  const content_hash = hash('sha256', writeComparable(items), 'buffer')
  const isNews = tab.content_hash === null ? items.length > 0 : !tab.content_hash.equals(content_hash)
  await update
    .set({
      name: own_name ?? content.name ?? tab.name,
      type: content.type,
      index: content.index ?? tab.index,
      color: readColor(content.metadata?.colour) ?? tab.color,
      content: await gzip(JSON.stringify(content)),
      content_hash,
      item_count: items.length,
      is_empty_unconfirmed: false,
      fetched_at: at,
      due_at,
      failures_in_a_row: 0,
      last_error: null,
    })
    .execute()
  return isNews ? makeSnapshot(tab, items, at) : null
}
