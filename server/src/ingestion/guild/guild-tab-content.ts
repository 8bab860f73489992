import { hash } from 'node:crypto'
import type { GameItem, StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { writeComparable } from '@muster/domain/items/comparable'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { lockSnapshots, notify } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { type FreshItems, hashKey } from '../stash/fresh-items.ts'
import { packSnapshots } from '../stash/pack-snapshots.ts'
import { packText, type WrittenItems, writeItems } from '../stash/stored-items.ts'
import { readColor } from './guild-tab-list.ts'

/** Event time: delay of the second look at a tab that is suddenly empty. */
const confirmAfter_ms = 10_000

/** Input of the evaluation: the items of a tab at a moment. */
export type GuildSnapshot = NewRow<'stash_snapshots'>

/** Items of a tab at a moment. */
type SeenTab = WrittenItems & Pick<GuildSnapshot, 'stash_id' | 'team_id' | 'change_id' | 'timestamp'> & { readonly kind: 'stash' }

const hash_bytes = 16

/** Equal for two lists exactly if no condition can tell them apart. */
const hashContent = (list: readonly GameItem[]): Buffer => hash('sha256', writeComparable(list), 'buffer').subarray(0, hash_bytes)

/** Stores snapshots of guild tabs and notifies their readers. */
export function insertSnapshots(tx: Tx, event_id: EventId, snapshots: readonly GuildSnapshot[]): void {
  if (snapshots.length === 0) return
  lockSnapshots(tx, event_id)
  tx.defer(
    tx
      .insertInto('stash_snapshots')
      .values([...snapshots])
      // The same time means the same fetch.
      .onConflict((conflict) => conflict.columns(['event_id', 'stash_id', 'change_id']).doNothing()),
  )
  notify(tx, 'snapshots', event_id)
}

/** A tab's content, as received from the game. */
export interface TabContent {
  readonly id: string
  readonly content: StashTabOfGame
  /** Replaces the game's name, for parts of a collection. */
  readonly own_name: string | null
  readonly at: Date
  /** Time of the next fetch. */
  readonly due_at: Date
}

const keptColumns = [
  'event_id',
  'id',
  'team_id',
  'name',
  'index',
  'color',
  'item_count',
  'is_empty_unconfirmed',
  'content_hash',
] as const
type Kept = Pick<Row<'guild_stash_tabs'>, (typeof keptColumns)[number]>

/** A full tab is suddenly empty: the next fetch confirms or refutes it. */
function doubtEmpty(tx: Tx, event_id: EventId, contents: readonly TabContent[]): void {
  for (const { id, at } of contents) {
    tx.defer(
      tx
        .updateTable('guild_stash_tabs')
        .set({
          is_empty_unconfirmed: true,
          due_at: new Date(at.getTime() + confirmAfter_ms),
          failures_in_a_row: 0,
          last_error: null,
        })
        .where('event_id', '=', event_id)
        .where('id', '=', id),
    )
  }
}

interface Change {
  readonly tab: Kept
  readonly sent: TabContent
  readonly packed: Buffer
  readonly content_hash: Buffer
  readonly item_count: number
}

function updateTabs(tx: Tx, event_id: EventId, changes: readonly Change[]): void {
  if (changes.length === 0) return
  const column = <T>(pick: (change: Change) => T) => changes.map(pick)
  tx.defer(sql`
    update guild_stash_tabs set name = shown.name, type = shown.type, index = shown.index, color = shown.color,
      content = shown.content, content_hash = shown.content_hash, item_count = shown.item_count, is_empty_unconfirmed = false,
      fetched_at = shown.at, due_at = shown.due_at, failures_in_a_row = 0, last_error = null
    from unnest(
      ${column(({ tab }) => tab.id)}::text[], ${column(({ tab, sent }) => sent.own_name ?? sent.content.name ?? tab.name)}::text[],
      ${column(({ sent }) => sent.content.type)}::text[], ${column(({ tab, sent }) => sent.content.index ?? tab.index)}::int[],
      ${column(({ tab, sent }) => readColor(sent.content.metadata?.colour) ?? tab.color)}::text[],
      ${column((change) => change.packed)}::bytea[], ${column((change) => change.content_hash)}::bytea[],
      ${column((change) => change.item_count)}::int[], ${column(({ sent }) => sent.at)}::timestamptz[],
      ${column(({ sent }) => sent.due_at)}::timestamptz[]
    ) as shown (id, name, type, index, color, content, content_hash, item_count, at, due_at)
    where event_id = ${event_id} and guild_stash_tabs.id = shown.id`)
}

/**
 * Stores the content of these tabs; each appears once. A full tab counts as empty only after two empty fetches.
 * @param fresh receives the items of the new snapshots.
 * @returns snapshots to add, for tabs with a difference visible to conditions.
 */
export async function storeTabContents(
  tx: Tx,
  event_id: EventId,
  contents: readonly TabContent[],
  fresh?: FreshItems,
): Promise<GuildSnapshot[]> {
  if (contents.length === 0) return []
  const query = tx
    .selectFrom('guild_stash_tabs')
    .select(keptColumns)
    .where('event_id', '=', event_id)
    .where('id', '=', sql<string>`any(${contents.map((sent) => sent.id)}::text[])`)
    .orderBy('id')
    .forUpdate()
  const rows = await query.execute()
  const kept = new Map<string, Kept>(rows.map((row) => [row.id, row]))
  const doubtful: TabContent[] = []
  const changes: Change[] = []
  const shown: SeenTab[] = []
  for (const sent of contents) {
    const tab = kept.get(sent.id)
    // Deleted in the meantime, with its team or its event.
    if (!tab) continue
    const { children: _, ...content } = sent.content
    const list = content.items ?? []
    if (list.length === 0 && tab.item_count > 0 && !tab.is_empty_unconfirmed) {
      doubtful.push(sent)
      continue
    }
    const content_hash = hashContent(list)
    const hasChanged = tab.content_hash === null ? list.length > 0 : !tab.content_hash.equals(content_hash)
    changes.push({ tab, sent, packed: packText(JSON.stringify(content)), content_hash, item_count: list.length })
    if (!hasChanged) continue
    const change_id = `guild-${sent.at.getTime()}`
    shown.push({ kind: 'stash', stash_id: tab.id, team_id: tab.team_id, change_id, timestamp: sent.at, ...writeItems(list) })
  }
  const packed = await packSnapshots(tx, event_id, shown)
  doubtEmpty(tx, event_id, doubtful)
  updateTabs(tx, event_id, changes)
  return shown.flatMap(({ list, text: _, ...tab }, place) => {
    const stored = packed[place]
    if (!stored) return []
    fresh?.set(hashKey(tab.items_hash), list)
    return [{ event_id, ...tab, item_count: list.length, ...stored }]
  })
}
