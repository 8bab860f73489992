import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { Participant } from '../participants.ts'

/** A tab in the game's list of tabs. */
export interface ListedTab {
  readonly id: string
  readonly parent_id: string | null
  readonly folder_name: string | null
  readonly name: string
  readonly type: string
  readonly index: number | null
  readonly color: string | null
}

/** The game omits leading zeros of colours. */
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

/** Tabs that can hold items: folders are replaced by their contents, parts of collections follow their collection. */
export function flattenTabs(stashes: readonly StashTabOfGame[], folder_name: string | null = null): ListedTab[] {
  return stashes.flatMap((stash) => {
    const children = stash.children ?? []
    if (stash.type === 'Folder' || stash.metadata?.folder === true) return flattenTabs(children, stash.name ?? '')
    return [readTab(stash, null, folder_name), ...children.map((child) => readTab(child, stash, folder_name))]
  })
}

/** Whether the stored tab matches the list; a fetched part keeps its own name. */
export const isListedAs = (listed: ListedTab, known: (ListedTab & { fetched_at: Date | null }) | undefined): boolean =>
  known !== undefined &&
  known.parent_id === listed.parent_id &&
  known.folder_name === listed.folder_name &&
  known.type === listed.type &&
  known.index === listed.index &&
  known.color === (listed.color ?? known.color) &&
  (known.name === listed.name || (listed.parent_id !== null && known.fetched_at !== null))

/**
 * Stores how tabs are listed. A new tab belongs to the team through which it was found; a new part is fetched together with its
 * collection. A fetched part keeps Muster's name, because the game's is meaningless.
 */
export function upsertTabs(
  tx: Tx,
  place: Pick<Participant, 'team_id'> & { event_id: EventId },
  tabs: readonly ListedTab[],
  at: Date,
): void {
  // One order for all writers prevents deadlocks.
  const sorted = tabs.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const some of [sorted.filter((tab) => tab.parent_id === null), sorted.filter((tab) => tab.parent_id !== null)]) {
    if (some.length === 0) continue
    const column = <T>(pick: (tab: ListedTab) => T) => some.map(pick)
    tx.defer(sql`
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
        name = case when excluded.parent_id is null or guild_stash_tabs.content is null then excluded.name else guild_stash_tabs.name end
      -- Most lists say what the last one said.
      where (guild_stash_tabs.parent_id, guild_stash_tabs.folder_name, guild_stash_tabs.type, guild_stash_tabs.index, guild_stash_tabs.color)
          is distinct from (excluded.parent_id, excluded.folder_name, excluded.type, excluded.index, coalesce(excluded.color, guild_stash_tabs.color))
        or (guild_stash_tabs.name <> excluded.name and (excluded.parent_id is null or guild_stash_tabs.content is null))`)
  }
}

/** Members who see a collection also see its parts; their next list confirms it. */
export function inheritAccess(tx: Tx, { event_id, id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'id'>): void {
  tx.defer(sql`
    insert into guild_stash_access (event_id, tab_id, user_id, seen_at)
    select access.event_id, part.id, access.user_id, access.seen_at
    from guild_stash_access access
    join guild_stash_tabs part on part.event_id = access.event_id and part.parent_id = access.tab_id
    where access.event_id = ${event_id} and access.tab_id = ${id}
    on conflict do nothing`)
}

/** The complete list of tabs visible to a player. */
export interface SeenList {
  readonly participant: Participant
  readonly stashes: readonly StashTabOfGame[]
}

const readSeen = ({ stashes }: SeenList) => [...new Map(flattenTabs(stashes).map((tab) => [tab.id, tab])).values()]

/** Stores the players' lists: how tabs are listed, and which players see them. */
export async function recordTabLists(tx: Tx, event_id: EventId, lists: readonly SeenList[], at: Date): Promise<void> {
  if (lists.length === 0) return
  // Members of a guild share tabs.
  for (const [team_id, ofTeam] of Map.groupBy(lists, ({ participant }) => participant.team_id)) {
    const tabs = new Map(ofTeam.flatMap(readSeen).map((tab) => [tab.id, tab]))
    upsertTabs(tx, { event_id, team_id }, [...tabs.values()], at)
  }
  const users = lists.map(({ participant }) => participant.user_id)
  const seen = lists
    .flatMap((list) => readSeen(list).map(({ id }) => ({ tab_id: id, user_id: list.participant.user_id })))
    .sort((a, b) => a.user_id - b.user_id || (a.tab_id < b.tab_id ? -1 : 1))
  const [ids, owners] = [seen.map((one) => one.tab_id), seen.map((one) => one.user_id)]
  tx.defer(sql`
    delete from guild_stash_access
    where event_id = ${event_id} and user_id = any(${users}::int[])
      and (tab_id, user_id) not in (select * from unnest(${ids}::text[], ${owners}::int[]))`)
  if (seen.length === 0) return
  // `seen_at` keeps the time at which the tab became visible to the player.
  tx.defer(sql`
    insert into guild_stash_access (event_id, tab_id, user_id, seen_at)
    select ${event_id}, tab_id, user_id, ${at} from unnest(${ids}::text[], ${owners}::int[]) as seen (tab_id, user_id)
    on conflict do nothing`)
}
