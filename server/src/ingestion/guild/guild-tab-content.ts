import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { lockSnapshots, notify } from '../../db/ledger.ts'
import { awaitAll } from '../../db/transaction.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import type { FreshItems } from '../stash/fresh-items.ts'
import { packSnapshots, type SnapshotContent } from '../stash/pack-items.ts'
import type { SnapshotBases } from '../stash/snapshot-bases.ts'
import { packFull } from '../stash/stored-items.ts'
import { joinItems, type WrittenItems, writeItems } from '../stash/written-items.ts'
import { hashComparables, hashContent, isContentHashOf } from './content-hash.ts'
import { readColor } from './guild-tab-list.ts'

/** Event time: how soon a tab that suddenly shows nothing is looked at again. */
const confirmAfter_ms = 10_000

/** What the evaluation reads: the items of a tab at a moment. */
export type GuildSnapshot = NewRow<'stash_snapshots'>

/** What a tab shows, with the moment. */
type SeenTab = SnapshotContent & { readonly timestamp: Date }

const sourceOf = ({ event_id, id, team_id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id' | 'team_id'>) => ({
  event_id,
  kind: 'stash',
  stash_id: id,
  team_id,
  user_id: null,
})

/** What members see of a tab, packed. @param items of it. */
function packContent({ items: sent, ...rest }: Omit<StashTabOfGame, 'children'>, items: WrittenItems): Promise<Buffer> {
  const text = JSON.stringify(rest)
  // A tab has an id, so that something stands before its items.
  return packFull(sent === undefined ? text : `${text.slice(0, -1)},"items":${joinItems(items)}}`)
}

async function makeSnapshots(
  tx: Tx,
  event_id: EventId,
  tabs: readonly SeenTab[],
  fresh: FreshItems | undefined,
  bases: SnapshotBases | undefined,
): Promise<GuildSnapshot[]> {
  const packed = await packSnapshots(tx, event_id, tabs, bases)
  return tabs.flatMap(({ kind: _, list, written: _written, comparables: _comparables, ...tab }, place) => {
    const stored = packed[place]
    if (!stored) return []
    const { items, items_hash, base_id, overlap } = stored
    fresh?.keep(items_hash, list, overlap)
    return [{ ...tab, item_count: list.length, items, items_hash, base_id }]
  })
}

/** Adds snapshots of guild tabs, and tells whoever waits for them. */
export function insertSnapshots(tx: Tx, event_id: EventId, snapshots: readonly GuildSnapshot[]): void {
  if (snapshots.length === 0) return
  lockSnapshots(tx, event_id)
  tx.defer(
    tx
      .insertInto('stash_snapshots')
      .values([...snapshots])
      // The same moment twice is the same fetch.
      .onConflict((conflict) => conflict.columns(['event_id', 'stash_id', 'change_id']).doNothing()),
  )
  notify(tx, 'snapshots', event_id)
}

/** What the game showed of a tab. */
export interface TabContent {
  readonly id: string
  readonly content: StashTabOfGame
  /** Replaces the game's name, for parts of a collection. */
  readonly own_name: string | null
  readonly at: Date
  /** When to fetch again. */
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

/** A tab that was full and shows nothing: whether that is true, the next fetch tells. */
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
 * Keeps what the game showed of these tabs, each of which is named once. A tab that was full and shows nothing is believed
 * when it shows nothing twice.
 * @param fresh is told the items of these. @param bases what they are compared with, so that only the delta is stored.
 * @returns snapshots to add of those of which a condition could tell the difference.
 */
export async function storeTabContents(
  tx: Tx,
  event_id: EventId,
  contents: readonly TabContent[],
  fresh?: FreshItems,
  bases?: SnapshotBases,
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
  const changes: Promise<Change>[] = []
  const shown: SeenTab[] = []
  for (const sent of contents) {
    const tab = kept.get(sent.id)
    // Given up meanwhile, with its team or its event.
    if (!tab) continue
    const { children: _, ...content } = sent.content
    const list = content.items ?? []
    if (list.length === 0 && tab.item_count > 0 && !tab.is_empty_unconfirmed) {
      doubtful.push(sent)
      continue
    }
    const source = sourceOf(tab)
    const written = writeItems(list, bases?.find(source))
    const comparables = hashComparables(written)
    const content_hash = hashContent(comparables)
    const hasChanged = tab.content_hash === null ? list.length > 0 : !isContentHashOf(tab.content_hash, { list, content_hash })
    const packing = packContent(content, written)
    changes.push(packing.then((packed) => ({ tab, sent, packed, content_hash, item_count: list.length })))
    const change_id = `guild-${sent.at.getTime()}`
    if (hasChanged) shown.push({ ...source, change_id, timestamp: sent.at, list, written, comparables })
  }
  const [packed, made] = await awaitAll([Promise.all(changes), makeSnapshots(tx, event_id, shown, fresh, bases)])
  doubtEmpty(tx, event_id, doubtful)
  updateTabs(tx, event_id, packed)
  return made
}
