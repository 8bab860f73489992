import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { StashTabOfGame } from '@muster/contract/game-api'
import { writeComparable } from '@muster/domain/items/comparable'
import type { Tx } from '../db/connect.ts'
import { lockSnapshots, notify } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import { readColor } from './guild-tab-list.ts'

const gzip = promisify(gzipCallback)
const hash = (text: string) => createHash('sha256').update(text).digest()

/** Event time: how soon a tab that suddenly shows nothing is looked at again. */
const secondLook_ms = 10_000

async function insertSnapshot(tx: Tx, tab: Row<'guild_stash_tabs'>, items: readonly object[], at: Date): Promise<void> {
  const text = JSON.stringify(items)
  await lockSnapshots(tx, tab.event_id)
  await tx
    .insertInto('stash_snapshots')
    .values({
      event_id: tab.event_id,
      stash_id: tab.id,
      change_id: `guild-${at.getTime()}`,
      team_id: tab.team_id,
      user_id: null,
      timestamp: at,
      item_count: items.length,
      items: await gzip(text),
      items_hash: hash(text),
    })
    // The same moment twice is the same look.
    .onConflict((conflict) => conflict.columns(['event_id', 'stash_id', 'change_id']).doNothing())
    .execute()
  await notify(tx, 'snapshots', tab.event_id)
}

/**
 * Keeps what the game showed of a tab, and a stash snapshot when a condition could tell the difference. A tab that was full
 * and shows nothing is believed when it shows nothing twice.
 * @param own_name replaces the game's name, for parts of a collection.
 * @param due_at when to look again.
 */
export async function storeTabContent(
  tx: Tx,
  { event_id, id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id'>,
  sent: StashTabOfGame,
  more: { own_name: string | null; at: Date; due_at: Date },
): Promise<void> {
  const tab = await tx
    .selectFrom('guild_stash_tabs')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // Given up meanwhile, with its team or its event.
  if (!tab) return
  const { children: _, ...content } = sent
  const items = content.items ?? []
  const { own_name, at, due_at } = more
  const update = tx.updateTable('guild_stash_tabs').where('event_id', '=', event_id).where('id', '=', id)
  if (items.length === 0 && tab.item_count > 0 && !tab.is_empty_unconfirmed) {
    const soon = new Date(at.getTime() + secondLook_ms)
    await update.set({ is_empty_unconfirmed: true, due_at: soon, failures_in_a_row: 0, last_error: null }).execute()
    return
  }
  const content_hash = hash(writeComparable(items))
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
  if (isNews) await insertSnapshot(tx, tab, items, at)
}
