import { type GuildStashTab, neverFetched } from '@muster/contract/guild-stash'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'

type Tab = Row<'guild_stash_tabs'>

/** Tabs for lists, without their content, with all members who can see them. */
export const tabsOf = (db: Db, event_id: EventId) =>
  db
    .selectFrom('guild_stash_tabs as tab')
    .select(['id', 'name', 'type', 'index', 'color', 'parent_id', 'folder_name', 'fetch_enabled', 'is_priority', 'fetched_at'])
    .select(['team_id', 'item_count', 'last_error'])
    .select(
      sql<UserId[]>`array(
        select user_id from guild_stash_access access where access.event_id = tab.event_id and access.tab_id = tab.id
        order by user_id)`.as('user_ids'),
    )
    .where('tab.event_id', '=', event_id)
    .orderBy('index')
    .orderBy('id')

export type ListedTab = Omit<GuildStashTab, 'last_fetch'> & { fetched_at: Date | null }

export const presentListedTab = ({ fetched_at, ...tab }: ListedTab): GuildStashTab => ({
  ...tab,
  last_fetch: fetched_at?.toISOString() ?? neverFetched,
})

/** Tabs that a user can see in the game, in their order. */
export async function listTabsSeenBy(db: Db, event_id: EventId, user_id: UserId): Promise<GuildStashTab[]> {
  const rows = await tabsOf(db, event_id)
    .where(
      sql<boolean>`exists (
        select from guild_stash_access access
        where access.event_id = tab.event_id and access.tab_id = tab.id and access.user_id = ${user_id})`,
    )
    .execute()
  return rows.map(presentListedTab)
}

export async function findListedTab(db: Db, event_id: EventId, id: string): Promise<GuildStashTab | null> {
  const row = await tabsOf(db, event_id).where('tab.id', '=', id).executeTakeFirst()
  return row ? presentListedTab(row) : null
}

/** A tab and its parts with their content, the tab first; empty if there is no such tab. */
export async function listTabWithParts(db: Db, event_id: EventId, id: string): Promise<Tab[]> {
  const rows = await db
    .selectFrom('guild_stash_tabs')
    .selectAll()
    .where('event_id', '=', event_id)
    .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.sort((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** The content of tabs of one event; deleted and never fetched tabs are left out. */
export function loadContents(db: Db, tabs: readonly Pick<Tab, 'event_id' | 'id'>[]) {
  return db
    .selectFrom('guild_stash_tabs')
    .select(['event_id', 'team_id', 'id', 'content', 'content_key'])
    .where('event_id', '=', tabs[0]?.event_id ?? (0 as EventId))
    .where('id', '=', sql<string>`any(${tabs.map(({ id }) => id)}::text[])`)
    .where('content', 'is not', null)
    .orderBy('id')
    .execute()
}

/** A text that changes whenever the answer about a tab may change for a reason other than time or conditions. */
export async function findTabVersion(db: Db, event_id: EventId, id: string): Promise<string> {
  const row = await db
    .selectFrom('guild_stash_tabs')
    .select(
      sql<string>`coalesce(string_agg(id || ' ' || name || ' ' || coalesce(fetched_at::text, ''), '|' order by id), '')`.as(
        'version',
      ),
    )
    .where('event_id', '=', event_id)
    .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
    .executeTakeFirstOrThrow()
  return row.version
}

/**
 * Toggles the fetching of a tab in one statement, so that two simultaneous presses undo each other; its parts follow. Switched
 * off, it loses its priority.
 */
export async function toggleFetching(tx: Tx, event_id: EventId, id: string, now: Date): Promise<void> {
  const switched = await tx
    .updateTable('guild_stash_tabs')
    .set({ fetch_enabled: sql`not fetch_enabled`, is_priority: sql`is_priority and not fetch_enabled`, due_at: now })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .returning('fetch_enabled')
    .executeTakeFirst()
  if (!switched) return
  await tx
    .updateTable('guild_stash_tabs')
    .set({ fetch_enabled: switched.fetch_enabled, due_at: now })
    .where('event_id', '=', event_id)
    .where('parent_id', '=', id)
    .execute()
  notify(tx, 'guild_stashes', event_id)
}

/** Puts a tab first in the queue; part of a collection is fetched through the collection. */
export async function wantTab(tx: Tx, { event_id, id, parent_id }: Tab, now: Date): Promise<void> {
  await tx
    .updateTable('guild_stash_tabs')
    .set({ wanted_at: now })
    .where('event_id', '=', event_id)
    .where('id', 'in', parent_id === null ? [id] : [id, parent_id])
    .execute()
  notify(tx, 'guild_stashes', event_id)
}

/** Requests the lists of all participants again, as soon as the game allows. */
export async function wantAccess(tx: Tx, event_id: EventId, now: Date): Promise<void> {
  await tx.updateTable('guild_stash_polls').set({ due_at: now }).where('event_id', '=', event_id).execute()
  notify(tx, 'guild_stashes', event_id)
}

/** Requests by a lead before this time are ignored: fetching a list takes a while, and the game limits requests. */
const wantTeamAccessEvery_ms = 60_000

/** The same for the members of one team. Lists that were never read are due anyway. */
export async function wantTeamAccess(tx: Tx, event_id: EventId, team_id: TeamId, now: Date): Promise<void> {
  await tx
    .updateTable('guild_stash_polls')
    .set({ due_at: sql`least(due_at, ${now}::timestamptz)`, wanted_at: now })
    .where('event_id', '=', event_id)
    .where('user_id', 'in', (members) =>
      members.selectFrom('team_users').select('user_id').where('event_id', '=', event_id).where('team_id', '=', team_id),
    )
    .where((where) =>
      where.or([where('wanted_at', 'is', null), where('wanted_at', '<=', new Date(now.getTime() - wantTeamAccessEvery_ms))]),
    )
    .execute()
  notify(tx, 'guild_stashes', event_id)
}
