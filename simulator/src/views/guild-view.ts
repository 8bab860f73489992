/** Guild stash in the format of the game's API, and history in the format of its site. */
import type { Guild, GuildFolder, GuildTab } from '../world/guilds.ts'
import type { PlacedItem } from '../items/item.ts'
import type { TabLayout } from '../items/slot-layouts.ts'
import type { Tab } from '../world/model.ts'
import { type ItemViewOptions, renderItem } from './item-view.ts'
import { createMemory, formOf } from './memory.ts'

/** Without leading zeros, as in the game. */
const renderColour = (id: string): string => Number.parseInt(id.slice(0, 4), 16).toString(16)

/** The properties of a map series are undocumented: an assumption. */
const renderSeries = ({ kind = '' }: Tab) => ({ name: kind, tier: Number(/\d+/.exec(kind)?.[0] ?? 0), series: 'Allflame' })

/** Slots in the game's format: by number, with their sections if there are any. */
const renderLayout = (layout: TabLayout | undefined) => {
  if (layout === undefined || layout === true) return layout
  const slots = Object.fromEntries(layout.slots.map(({ holds: _, ...slot }, at) => [at, slot]))
  return layout.sections ? { sections: layout.sections, layout: slots } : slots
}

const renderPart = (parent: GuildTab, { tab }: GuildTab) => ({
  id: tab.id,
  parent: parent.tab.id,
  name: tab.name,
  type: tab.type,
  metadata: { items: tab.items.length, map: tab.type === 'MapStash' ? renderSeries(tab) : undefined },
})

const renderTabHead = (one: GuildTab) => {
  const { tab, folder, parts } = one
  return {
    id: tab.id,
    folder: folder?.id,
    name: tab.name,
    type: tab.type,
    index: tab.index,
    metadata: { colour: renderColour(tab.id) },
    children: parts.length > 0 ? parts.map((part) => renderPart(one, part)) : undefined,
  }
}

/** A tab in its own answer also describes its layout. */
const renderOpened = (one: GuildTab) => {
  const { metadata, ...head } = renderTabHead(one)
  return { ...head, metadata: { ...metadata, layout: renderLayout(one.tab.layout) } }
}

const renderFolder = (folder: GuildFolder, tabs: readonly GuildTab[]) => ({
  id: folder.id,
  name: folder.name,
  type: 'Folder',
  index: folder.index,
  metadata: { folder: true, colour: '7c5436' },
  children: tabs.filter((tab) => tab.folder === folder).map(renderTabHead),
})

/** The list: tabs in order, tabs of a folder inside it, all without items. Empty folders are omitted. */
export const renderGuildTabs = (guild: Guild, tabs: readonly GuildTab[]) => ({
  stashes: [
    ...tabs.filter((tab) => tab.folder === null).map(renderTabHead),
    ...guild.folders.map((folder) => renderFolder(folder, tabs)).filter((folder) => folder.children.length > 0),
  ].toSorted((a, b) => a.index - b.index),
})

const rememberItem = createMemory<PlacedItem, string>()
const rememberTab = createMemory<GuildTab, Buffer>()

/** A tab with its items, or one part of a collection, as JSON; null if it is not among these tabs. */
export const renderGuildTab = (
  guild: Guild,
  tabs: readonly GuildTab[],
  wanted: { id: string; sub: string | null },
  options: ItemViewOptions,
): Buffer | null => {
  const folder = guild.folders.find((one) => one.id === wanted.id)
  if (folder && wanted.sub === null) return Buffer.from(JSON.stringify({ stash: renderFolder(folder, tabs) }))
  const parent = tabs.find(({ tab }) => tab.id === wanted.id)
  if (!parent) return null
  const part = wanted.sub === null ? null : parent.parts.find(({ tab }) => tab.id === wanted.sub)
  if (part === undefined) return null
  const shown = part ?? parent
  const head = JSON.stringify(part ? renderPart(parent, part) : renderOpened(parent))
  const form = formOf(options)
  return rememberTab(shown, [...form, head, ...shown.tab.items], () => {
    const render = (placed: PlacedItem) =>
      rememberItem(placed, form, () => JSON.stringify(renderItem(placed.item, options, placed)))
    return Buffer.from(`{"stash":${head.slice(0, -1)},"items":[${shown.tab.items.map(render).join(',')}]}}`)
  })
}

/** Query of the site's page, in seconds: newest first, from `from` down to `end`, continuing at line `fromid`. */
export interface HistoryQuestion {
  from?: number | undefined
  end?: number | undefined
  fromid?: number | undefined
  most: number
}

/** A page of the history. Deleted tabs have no name. */
export const renderHistory = (guild: Guild, { from, end, fromid, most }: HistoryQuestion) => {
  const present = new Set(guild.tabs.flatMap((one) => [one.tab.id, ...one.parts.map((part) => part.tab.id)]))
  const toSeconds = (at: number) => Math.floor(at / 1000)
  const asked = guild.log.filter(
    ({ id, at }) => toSeconds(at) <= (from ?? Infinity) && toSeconds(at) >= (end ?? 0) && id <= (fromid ?? Infinity),
  )
  const page = asked.slice(-most).toReversed()
  return {
    entries: page.map(({ id, at, league, tab_id, stash, item, action, account, x, y }) => ({
      id: String(id),
      time: toSeconds(at),
      league,
      stash: present.has(tab_id) ? stash : null,
      item,
      action,
      account: { name: account },
      x,
      y,
    })),
    truncated: asked.length > page.length,
  }
}
