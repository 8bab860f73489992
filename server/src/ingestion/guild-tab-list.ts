import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import type { Participant } from './participants.ts'

/** A tab as a list tells of it. */
export interface ListedTab {
  readonly id: string
  readonly parent_id: string | null
  readonly folder_name: string | null
  readonly name: string
  readonly type: string
  readonly index: number | null
  readonly color: string | null
}

/** The game leaves the leading zeros of a colour out. */
export const readColor = (colour: string | null | undefined): string | null =>
  /^[0-9a-f]{1,6}$/i.test(colour ?? '') ? (colour as string).toLowerCase().padStart(6, '0') : null

const readTab = (tab: StashTabOfGame, parent: StashTabOfGame | null, folder_name: string | null): ListedTab => ({
  id: tab.id,
  parent_id: parent?.id ?? null,
  folder_name,
  name: tab.name ?? '',
  type: tab.type,
  index: tab.index ?? null,
  color: readColor(tab.metadata?.colour),
})

/** Tabs that can hold items: folders give way to what is in them, parts of collections follow their collection. */
export function flattenTabs(stashes: readonly StashTabOfGame[], folder_name: string | null = null): ListedTab[] {
  return stashes.flatMap((stash) => {
    const children = stash.children ?? []
    if (stash.type === 'Folder' || stash.metadata?.folder === true) return flattenTabs(children, stash.name ?? '')
    return [readTab(stash, null, folder_name), ...children.map((child) => readTab(child, stash, folder_name))]
  })
}

/** Whether a tab is known to look so; of a part that was fetched only the name is ours. */
export const isListedAs = (listed: ListedTab, known: (ListedTab & { fetched_at: Date | null }) | undefined): boolean =>
  known !== undefined &&
  known.parent_id === listed.parent_id &&
  known.folder_name === listed.folder_name &&
  known.type === listed.type &&
  known.index === listed.index &&
  known.color === (listed.color ?? known.color) &&
  (known.name === listed.name || (listed.parent_id !== null && known.fetched_at !== null))

/**
 * Takes over what tabs look like. A new one belongs to the team through which it was found; a new part is fetched when its
 * collection is. The name of a part that was fetched is ours, because the game's says nothing.
 */
export async function upsertTabs(
  tx: Tx,
  place: Pick<Participant, 'team_id'> & { event_id: EventId },
  tabs: readonly ListedTab[],
  at: Date,
) {
  // In one order, so that two who see the same tabs wait for each other instead of blocking each other.
  const sorted = tabs.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const some of [sorted.filter((tab) => tab.parent_id === null), sorted.filter((tab) => tab.parent_id !== null)]) {
    if (some.length === 0) continue
    const column = <T>(pick: (tab: ListedTab) => T) => some.map(pick)
    await sql`
      insert into guild_stash_tabs (event_id, team_id, due_at, id, parent_id, folder_name, name, type, index, color, fetch_enabled)
      select ${place.event_id}, coalesce(parent.team_id, ${place.team_id}), ${at}, tab.*, coalesce(parent.fetch_enabled, false)
      from unnest(
        ${column((tab) => tab.id)}::text[], ${column((tab) => tab.parent_id)}::text[], ${column((tab) => tab.folder_name)}::text[],
        ${column((tab) => tab.name)}::text[], ${column((tab) => tab.type)}::text[], ${column((tab) => tab.index)}::int[],
        ${column((tab) => tab.color)}::text[]) as tab (id, parent_id, folder_name, name, type, index, color)
      left join guild_stash_tabs parent on parent.event_id = ${place.event_id} and parent.id = tab.parent_id
      on conflict (event_id, id) do update set
        parent_id = excluded.parent_id, folder_name = excluded.folder_name, type = excluded.type, index = excluded.index,
        color = coalesce(excluded.color, guild_stash_tabs.color),
        name = case when excluded.parent_id is null or guild_stash_tabs.content is null then excluded.name else guild_stash_tabs.name end`.execute(
      tx,
    )
  }
}

/** Whoever sees a collection sees its parts; the next list of theirs says so too. */
export async function inheritAccess(tx: Tx, { event_id, id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id'>): Promise<void> {
  await sql`
    insert into guild_stash_access (event_id, tab_id, user_id, seen_at)
    select access.event_id, part.id, access.user_id, access.seen_at
    from guild_stash_access access
    join guild_stash_tabs part on part.event_id = access.event_id and part.parent_id = access.tab_id
    where access.event_id = ${event_id} and access.tab_id = ${id}
    on conflict do nothing`.execute(tx)
}

/** Notes that this user sees these tabs, and only these. */
export async function replaceAccess(tx: Tx, event_id: EventId, user_id: UserId, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .deleteFrom('guild_stash_access')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`tab_id <> all(${ids}::text[])`)
    .execute()
  if (ids.length === 0) return
  await sql`
    insert into guild_stash_access (event_id, tab_id, user_id, seen_at)
    select ${event_id}, id, ${user_id}, ${at} from unnest(${ids.toSorted()}::text[]) as id
    on conflict (event_id, tab_id, user_id) do update set seen_at = excluded.seen_at`.execute(tx)
}

/** Takes over a participant's list of tabs: what they look like, and that these are the ones the player sees. */
export async function recordTabList(
  tx: Tx,
  event_id: EventId,
  participant: Participant,
  stashes: readonly StashTabOfGame[],
  at: Date,
): Promise<void> {
  const tabs = [...new Map(flattenTabs(stashes).map((tab) => [tab.id, tab])).values()]
  await upsertTabs(tx, { event_id, team_id: participant.team_id }, tabs, at)
  await replaceAccess(
    tx,
    event_id,
    participant.user_id,
    tabs.map((tab) => tab.id),
    at,
  )
}
