import type { EventId, UserId } from '@muster/contract/ids'
import type { PublicStashChange } from '@muster/contract/game-api'
import { sql } from 'kysely'
import { lockPeopleShared, lockSnapshots, notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { appendActivity } from '../characters/activity.ts'
import { listFormer, nameKey, type Participant } from '../participants.ts'
import type { Tx } from '../../db/connect.ts'
import { packSnapshots } from './pack-snapshots.ts'
import { type PackedItems, type WrittenItems, writeItems } from './stored-items.ts'

/** A participant's tab on a page. */
export interface PickedTab extends WrittenItems {
  readonly change: PublicStashChange
  /** null for a tab that is no longer listed: the page does not name its owner. */
  readonly owner: Participant | null
  /** Number of earlier entries of the same tab on the page. */
  readonly place: number
}

/** The owner of a tab; null if it belongs to no participant, or to another league. */
function findOwner(
  { accountName, id, league }: PublicStashChange,
  eventLeague: string,
  participants: ReadonlyMap<string, Participant>,
  knownTabs: ReadonlyMap<string, Participant>,
): Participant | null {
  if (!accountName || league !== eventLeague) return null
  return participants.get(nameKey(accountName)) ?? knownTabs.get(id) ?? null
}

/**
 * Whether a tab concerns an event: tabs of its league that belong to participants do, and so does any tab that is no longer
 * listed (its owner is looked up when it is stored).
 * @param knownTabs owners of known tabs by tab id: they stay with their owner even if the account has been renamed.
 */
export const concernsEvent = (
  change: PublicStashChange,
  league: string,
  participants: ReadonlyMap<string, Participant>,
  knownTabs: ReadonlyMap<string, Participant>,
): boolean => !change.public || findOwner(change, league, participants, knownTabs) !== null

/**
 * Picks the tabs of a page that concern the event. After a pause a page may show a tab several times; each entry is picked: items
 * that were in the tab for a while count as seen, even if they are gone by the end of the page.
 * @param knownTabs see `concernsEvent`.
 */
export function pickTabs(
  page: { readonly stashes: readonly PublicStashChange[] },
  league: string,
  participants: ReadonlyMap<string, Participant>,
  knownTabs: ReadonlyMap<string, Participant> = new Map(),
): PickedTab[] {
  const picked: PickedTab[] = []
  const entries = new Map<string, number>()
  for (const change of page.stashes) {
    if (!concernsEvent(change, league, participants, knownTabs)) continue
    const place = entries.get(change.id) ?? 0
    entries.set(change.id, place + 1)
    const list = change.public ? (change.items ?? []) : []
    picked.push({ change, owner: findOwner(change, league, participants, knownTabs), place, ...writeItems(list) })
  }
  return picked
}

const ownerOf = ({ user_id, team_id }: Participant) => ({ user_id, team_id })

/** The owner of a tab: named by the page, or known from an earlier one. */
function resolveOwner(tab: PickedTab, known: Row<'stashes'> | undefined) {
  if (tab.owner) return ownerOf(tab.owner)
  return known ? { user_id: known.user_id, team_id: known.team_id } : null
}

/** The part of a page that concerns the event. */
export interface PickedPage {
  /** Identifies the page, for idempotence. */
  readonly change_id: string
  /** Time of receipt. */
  readonly at: Date
  readonly tabs: readonly PickedTab[]
}

/** A tab on a page. */
interface Entry extends PickedTab {
  /** Identifies the entry, for idempotence. */
  readonly change_id: string
  readonly at: Date
}

const listEntries = ({ change_id, at, tabs }: PickedPage): Entry[] =>
  tabs.map((tab) => ({ ...tab, at, change_id: tab.place === 0 ? change_id : `${change_id}#${tab.place + 1}` }))

/** Splits the entries, in order, wherever a tab repeats: each run contains a tab once. */
function cutWhereRepeated(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  let seen = new Set<string>()
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run === undefined || seen.has(entry.change.id)) {
      runs.push([entry])
      seen = new Set([entry.change.id])
    } else {
      run.push(entry)
      seen.add(entry.change.id)
    }
  }
  return runs
}

/**
 * Stores snapshots of the tabs that changed and updates their newest snapshot. A tab that is no longer listed gets an empty
 * snapshot, so that its items do not count forever. Storing a page again stores nothing. Snapshots are numbered in the order of
 * the stream, which is the order of evaluation.
 * @param pages in the order of the stream.
 * @returns the number of snapshots written.
 */
export async function storePages(tx: Tx, event: Row<'events'>, pages: readonly PickedPage[]): Promise<number> {
  const entries = pages.flatMap(listEntries)
  let written = 0
  const active = new Map<UserId, Date>()
  lockPeopleShared(tx, event.id)
  const former = await listFormer(
    tx,
    entries.flatMap(({ owner }) => owner?.user_id ?? []),
  )
  const wanted = entries.filter(({ owner }) => owner === null || !former.has(owner.user_id))
  for (const run of cutWhereRepeated(wanted)) {
    const stored = await storeEntries(tx, event, run)
    written += stored.length
    for (const { isSame, owner, tab } of stored) if (!isSame && owner.user_id !== null) active.set(owner.user_id, tab.at)
  }
  appendActivity(tx, event.id, active)
  return written
}

/**
 * Stores entries of different tabs.
 * @returns the entries that made a snapshot.
 */
async function storeEntries(tx: Tx, event: Row<'events'>, entries: readonly Entry[]): Promise<readonly StoredRow[]> {
  lockSnapshots(tx, event.id)
  const ids = entries.map((entry) => entry.change.id)
  const query = tx
    .selectFrom('stashes')
    .leftJoin('stash_snapshots', 'stash_snapshots.id', 'stashes.latest_snapshot_id')
    .selectAll('stashes')
    .select('stash_snapshots.items_hash')
    .where('stashes.event_id', '=', event.id)
    .where('stashes.stash_id', '=', sql<string>`any(${ids})`)
  const known = new Map((await query.execute()).map((row) => [row.stash_id, row]))
  const rows = entries.flatMap((tab) => {
    const before = known.get(tab.change.id)
    const owner = resolveOwner(tab, before)
    if (!owner) return []
    const hasMoved = before !== undefined && (before.team_id !== owner.team_id || before.user_id !== owner.user_id)
    const isSame = before?.items_hash?.equals(tab.items_hash) === true && before.is_public === tab.change.public
    return isSame && !hasMoved ? [] : [{ tab, before, owner, isSame }]
  })
  if (rows.length === 0) return []
  const packed = await packSnapshots(
    tx,
    event.id,
    rows.map(({ tab }) => ({ ...tab, kind: 'stash', stash_id: tab.change.id })),
  )
  const snapshots = await insertSnapshots(tx, event.id, rows, packed)
  const written = rows.flatMap((row) => {
    const snapshot_id = snapshots.get(row.tab.change.id)
    return snapshot_id === undefined ? [] : [{ ...row, snapshot_id }]
  })
  if (written.length === 0) return []
  upsertTabs(tx, event.id, written)
  notify(tx, 'snapshots', event.id)
  return written
}

interface TabRow {
  readonly tab: Entry
  readonly before: Row<'stashes'> | undefined
  readonly owner: Pick<Row<'stashes'>, 'user_id' | 'team_id'>
  /** Same content as before, under another name or visible to other people. */
  readonly isSame: boolean
}
type StoredRow = TabRow & { readonly snapshot_id: number }

/** @returns the snapshot of each tab, without those already stored for the page. */
async function insertSnapshots(
  tx: Tx,
  event_id: EventId,
  rows: readonly TabRow[],
  packed: readonly PackedItems[],
): Promise<Map<string, number>> {
  const result = await sql<{ stash_id: string; id: number }>`
    insert into stash_snapshots (event_id, stash_id, change_id, user_id, team_id, timestamp, item_count, items, items_hash, base_id)
    select ${event_id}, stash_id, change_id, user_id, team_id, at, item_count, items, items_hash, base_id
    from unnest(
      ${rows.map(({ tab }) => tab.change.id)}::text[], ${rows.map(({ tab }) => tab.change_id)}::text[],
      ${rows.map(({ owner }) => owner.user_id)}::int[], ${rows.map(({ owner }) => owner.team_id)}::int[],
      ${rows.map(({ tab }) => tab.at)}::timestamptz[], ${rows.map(({ tab }) => tab.list.length)}::int[],
      ${packed.map(({ items }) => items)}::bytea[], ${packed.map(({ items_hash }) => items_hash)}::bytea[],
      ${packed.map(({ base_id }) => base_id)}::bigint[]
    ) with ordinality as tab (stash_id, change_id, user_id, team_id, at, item_count, items, items_hash, base_id, place)
    order by place
    on conflict (event_id, stash_id, change_id) do nothing
    returning stash_id, id`.execute(tx)
  return new Map(result.rows.map((row) => [row.stash_id, row.id]))
}

/** Updates the tabs to their newest snapshots. */
function upsertTabs(tx: Tx, event_id: EventId, rows: readonly StoredRow[]): void {
  tx.defer(sql`
    insert into stashes (event_id, stash_id, user_id, team_id, name, stash_type, is_public, latest_snapshot_id)
    select ${event_id}, tab.*
    from unnest(
      ${rows.map(({ tab }) => tab.change.id)}::text[], ${rows.map(({ owner }) => owner.user_id)}::int[],
      ${rows.map(({ owner }) => owner.team_id)}::int[], ${rows.map(({ tab, before }) => tab.change.stash ?? before?.name ?? '')}::text[],
      ${rows.map(({ tab, before }) => tab.change.stashType ?? before?.stash_type ?? '')}::text[],
      ${rows.map(({ tab }) => tab.change.public)}::boolean[], ${rows.map(({ snapshot_id }) => snapshot_id)}::bigint[]
    ) as tab
    on conflict (event_id, stash_id) do update set user_id = excluded.user_id, team_id = excluded.team_id, name = excluded.name,
      stash_type = excluded.stash_type, is_public = excluded.is_public, latest_snapshot_id = excluded.latest_snapshot_id`)
}
