import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { WantedItem, WantedItemStates, WishPlace } from '@muster/contract/wishes'
import { collectWantedNames, keyOfWanted, listWantedKeys, readTitle } from '@muster/domain/wishes/wanted-item'
import { listCounting } from '@muster/domain/wishes/counts-for'
import { createClassifier } from '@muster/domain/items/classes'
import { shownOf } from '../../db/event-columns.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { yieldTurn } from '../../ingestion/stash/match-in-slices.ts'
import { unpackItems } from '../../ingestion/stash/stored-items.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { loadItemNames } from '../item-names/store.ts'
import { listPublicTabs, listWantedItems, type PublicTab } from '../wishes/store.ts'
import { loadPackedTabs } from '../workbench/store.ts'
import { readTabs } from './read-tabs.ts'
import { listTeamTabs } from './team-store.ts'
import { findVisibleObjectives } from './visible-objectives.ts'

/** Maximum number of tabs and objectives listed for an item. */
const maxPlaces = 10
const maxObjectives = 20
/** Public tabs read from the database at a time. */
const tabsAtOnce = 8
/** Maximum number of items of public tabs to search; the latest tabs come first. */
const maxPublicItems = 50_000

class Places {
  readonly byKey: ReadonlyMap<string, WishPlace[]>
  constructor(wanted: readonly WantedItem[]) {
    this.byKey = new Map(wanted.map((item) => [keyOfWanted(item), []]))
  }
  /** Counts the wanted items among the items of one tab. */
  addTab(items: Iterable<readonly string[]>, place: Omit<WishPlace, 'items'>): void {
    const counts = new Map<string, number>()
    for (const keys of items) for (const key of keys) if (this.byKey.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
    for (const [key, count] of counts) this.byKey.get(key)?.push({ ...place, items: count })
  }
}

/** @returns the number of searched tabs */
async function addPublicTabs(db: Db, event: Row<'events'>, tabs: readonly PublicTab[], places: Places): Promise<number> {
  let items = 0
  const end = tabs.findIndex(({ item_count }) => (items += item_count) > maxPublicItems)
  const searched = end === -1 ? tabs : tabs.slice(0, end)
  for (let from = 0; from < searched.length; from += tabsAtOnce) {
    const some = searched.slice(from, from + tabsAtOnce)
    const packed = await loadPackedTabs(
      db,
      event.id,
      some.map(({ snapshot_id }) => snapshot_id),
    )
    for (const { snapshot_id, name, user_id: id, display_name } of some) {
      const stored = packed.get(snapshot_id)
      if (!stored) continue
      await yieldTurn()
      const keys = unpackItems(stored).map((item) => listWantedKeys(readTitle(item)))
      places.addTab(keys, { guild_tab_id: null, tab_name: name, owner: { id, display_name } })
    }
  }
  return searched.length
}

/**
 * Where the items of a team's open wishes are now, in tabs that the whole team may see, and the open objectives they count for.
 */
export async function loadWantedItems(ctx: Context, event: Row<'events'>, team_id: TeamId): Promise<WantedItemStates> {
  const { db } = ctx
  const wanted = await listWantedItems(db, event.id, team_id)
  if (wanted.length === 0) return { items: [], guild_tabs: 0, public_tabs: 0 }
  const places = new Places(wanted)
  const prepared = await prepareMatcher(ctx, event)
  const listed = await listTeamTabs(db, event.id, team_id)
  const keys = listed.map(({ id, content_key }) => ({ event_id: event.id, team_id, id, content_key }))
  const indexes = await readTabs(ctx, keys, prepared)
  for (const { id, name } of listed) {
    await yieldTurn()
    const heads = indexes.get(id)?.heads ?? []
    places.addTab(
      heads.map((head) => listWantedKeys(head)),
      { guild_tab_id: id, tab_name: name, owner: null },
    )
  }
  const public_tabs = await addPublicTabs(db, event, await listPublicTabs(db, event.id, team_id), places)

  const { classes } = await loadMatcherOptions(ctx, event.game_version)
  const context = createClassifier({ game_version: event.game_version, ...(classes && { table: classes }) })
  const names = collectWantedNames(await loadItemNames(ctx, db, event.game_version))
  const { released, isOpen } = findVisibleObjectives(prepared.definition, shownOf(event), ctx.clock.now())
  const open = [...released.values()].filter(({ id }) => isOpen(id))
  const items = wanted.map((item) => {
    const found = places.byKey.get(keyOfWanted(item)) ?? []
    const base = item.kind === 'unique' ? names.bases.get(item.name) : undefined
    const objectives = listCounting(item, base, open, context).slice(0, maxObjectives)
    return {
      ...item,
      places: found.slice(0, maxPlaces),
      places_total: found.length,
      objectives: objectives.map(({ objective_id, is_certain }) => ({ objective_id: objective_id as ObjectiveId, is_certain })),
    }
  })
  return { items, guild_tabs: indexes.size, public_tabs }
}
