import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { UserId } from '@muster/contract/ids'
import type { PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import { sql } from 'kysely'
import { lockSnapshots, notify } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import { appendActivity } from './activity.ts'
import { nameKey, type Participant } from './participants.ts'
import type { Tx } from '../db/connect.ts'

const gzip = promisify(gzipCallback)

/** A participant's tab as a page shows it, packed for the store. */
export interface PackedTab {
  readonly change: PublicStashChange
  /** null for a tab that is no longer listed: the page does not say whose it was. */
  readonly owner: Participant | null
  readonly item_count: number
  readonly items: Buffer
  readonly items_hash: Buffer
}

/**
 * Picks from a page what concerns the event: tabs of its league that belong to participants, and tabs that are no longer
 * listed (of anybody: whether we know them is decided when they are stored). The last entry of a tab wins.
 */
export async function packPage(
  page: PublicStashPage,
  league: string,
  participants: ReadonlyMap<string, Participant>,
): Promise<PackedTab[]> {
  const wanted = new Map<string, { change: PublicStashChange; owner: Participant | null }>()
  for (const change of page.stashes) {
    const owner = change.accountName ? (participants.get(nameKey(change.accountName)) ?? null) : null
    const isGone = !change.public
    const isOurs = owner !== null && change.league === league
    if (isOurs || isGone) wanted.set(change.id, { change, owner: isOurs ? owner : null })
  }
  return Promise.all(
    [...wanted.values()].map(async ({ change, owner }) => {
      const list = change.public ? (change.items ?? []) : []
      const text = JSON.stringify(list)
      return {
        change,
        owner,
        item_count: list.length,
        items: await gzip(text),
        items_hash: createHash('sha256').update(text).digest(),
      }
    }),
  )
}

/** Whose a tab is: named by the page, or known from an earlier one. */
function resolveOwner(tab: PackedTab, known: Row<'stashes'> | undefined) {
  if (tab.owner) return { user_id: tab.owner.user_id, team_id: tab.owner.team_id }
  return known ? { user_id: known.user_id, team_id: known.team_id } : null
}

/**
 * Stores snapshots of the tabs that changed and moves their tabs' newest snapshot. A tab that is no longer listed leaves an
 * empty snapshot, so that its items do not count as lying there for ever. Storing a page again stores nothing.
 * @param change_id names the page, for idempotence.
 * @param at when the page was received.
 * @returns how many snapshots were written.
 */
export async function storePage(
  tx: Tx,
  event: Row<'events'>,
  tabs: readonly PackedTab[],
  change_id: string,
  at: Date,
): Promise<number> {
  if (tabs.length === 0) return 0
  await lockSnapshots(tx, event.id)
  const ids = tabs.map((tab) => tab.change.id)
  const knownRows = await tx
    .selectFrom('stashes')
    .leftJoin('stash_snapshots', 'stash_snapshots.id', 'stashes.latest_snapshot_id')
    .selectAll('stashes')
    .select('stash_snapshots.items_hash')
    .where('stashes.event_id', '=', event.id)
    .where('stashes.stash_id', '=', sql<string>`any(${ids})`)
    .execute()
  const known = new Map(knownRows.map((row) => [row.stash_id, row]))
  let written = 0
  const active = new Set<UserId>()
  for (const tab of tabs) {
    const before = known.get(tab.change.id)
    const owner = resolveOwner(tab, before)
    if (!owner) continue
    const ownerMoved = before !== undefined && (before.team_id !== owner.team_id || before.user_id !== owner.user_id)
    const isSame = before?.items_hash?.equals(tab.items_hash) === true && before.is_public === tab.change.public
    if (isSame && !ownerMoved) continue
    const snapshot = await tx
      .insertInto('stash_snapshots')
      .values({
        event_id: event.id,
        stash_id: tab.change.id,
        change_id,
        ...owner,
        timestamp: at,
        item_count: tab.item_count,
        items: tab.items,
        items_hash: tab.items_hash,
      })
      .onConflict((conflict) => conflict.columns(['event_id', 'stash_id', 'change_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!snapshot) continue
    written++
    if (!isSame && owner.user_id !== null) active.add(owner.user_id)
    const newest = {
      ...owner,
      name: tab.change.stash ?? before?.name ?? '',
      stash_type: tab.change.stashType ?? before?.stash_type ?? '',
      is_public: tab.change.public,
      latest_snapshot_id: snapshot.id,
    }
    await tx
      .insertInto('stashes')
      .values({ event_id: event.id, stash_id: tab.change.id, ...newest })
      .onConflict((conflict) => conflict.columns(['event_id', 'stash_id']).doUpdateSet(newest))
      .execute()
  }
  await appendActivity(tx, event.id, active, at)
  if (written > 0) await notify(tx, 'snapshots', event.id)
  return written
}
