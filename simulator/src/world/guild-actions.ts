/** Actions of members in the guild stash. Each action writes a line to the guild log. */
import { bases } from '../items/bases.ts'
import type { PlacedItem, WorldItem } from '../items/item.ts'
import { resizeStack } from '../items/stackables.ts'
import type { Guild, GuildLine, GuildTab } from './guilds.ts'
import type { Account, TabType } from './model.ts'
import type { StashWriter } from './stash-actions.ts'
import { clearOut, createTab, putItem, reduceStack, takeItem } from './tabs.ts'

export interface GuildWriter extends Pick<StashWriter, 'log'> {
  now: () => number
  /** Runs a function after a delay. */
  after: (ms: number, run: () => void) => void
  /** The next number of a log line; all guilds of the game share one sequence. */
  nextLineId: () => number
  /** Called when the content of a tab has changed. */
  onChange: (guild: Guild, tab: GuildTab) => void
}

const CLEAR_OUT = 24

/** `20× Chaos Orb`; name and base for a named item; otherwise the item's label. */
export const describeItem = (item: WorldItem, count = item.stack ?? 1): string => {
  const name = item.name === '' ? item.type_line : `${item.name} ${item.base_type}`
  return count > 1 ? `${count}× ${name}` : name
}

export const writeLine = (
  writer: GuildWriter,
  guild: Guild,
  account: Account,
  changed: GuildTab,
  line: Pick<GuildLine, 'action' | 'item'> & { x: number; y: number; league?: string },
): void => {
  const { tab } = changed
  const { action, item, x, y, league = tab.league } = line
  const fields = { id: writer.nextLineId(), at: writer.now(), league, tab_id: tab.id, stash: tab.name }
  guild.log.push({ ...fields, item, action, account: account.name, x, y })
  writer.onChange(guild, changed)
}

const partKinds: Partial<Record<TabType, (item: WorldItem) => string>> = {
  UniqueStash: (item) => bases.find((base) => base.name === item.base_type)?.kind ?? item.family,
  MapStash: ({ frame, base_type }) =>
    frame === 'Unique' ? 'Unique Maps' : base_type.startsWith('Blight') ? 'Blighted Maps' : base_type,
}

/** A collection stores each kind of item in a separate part, created with the first item of that kind. */
const choosePart = (guild: Guild, into: GuildTab, item: WorldItem): GuildTab => {
  const { type } = into.tab
  const kind = partKinds[type]?.(item)
  if (kind === undefined || into.tab.kind !== undefined) return into
  const known = into.parts.find((part) => part.tab.kind === kind)
  if (known) return known
  const { league } = into.tab
  const name = String(into.parts.length + 1)
  const fields = {
    id: guild.draws.hex(10),
    name,
    type,
    purpose: 'collection',
    league,
    index: into.tab.index,
  } as const
  const part: GuildTab = { ...into, tab: { ...createTab({ ...fields, public: false }), kind }, parts: [] }
  into.parts.push(part)
  return part
}

const removeItem = (writer: GuildWriter, guild: Guild, account: Account, from: GuildTab, placed: PlacedItem): void => {
  takeItem(from.tab, placed.item.id)
  const { x, y } = placed
  writeLine(writer, guild, account, from, { action: 'removed', item: describeItem(placed.item), x, y })
  writer.log('guild.withdraw', account, placed.item.id, { tab: from.tab.id, base: placed.item.base_type })
}

/** Puts an item into a tab; a full tab is cleared out first. */
export const depositInGuild = (
  writer: GuildWriter,
  guild: Guild,
  account: Account,
  into: GuildTab,
  item: WorldItem,
): { placed: PlacedItem; tab: GuildTab } | null => {
  const tab = choosePart(guild, into, item)
  let placed = putItem(tab.tab, item)
  if (!placed) {
    const before = [...tab.tab.items]
    clearOut(tab.tab, CLEAR_OUT)
    const sold = before.filter((one) => !tab.tab.items.includes(one))
    for (const { item: gone, x, y } of sold)
      writeLine(writer, guild, account, tab, { action: 'removed', item: describeItem(gone), x, y })
    placed = putItem(tab.tab, item)
  }
  if (!placed) return null
  const { x, y } = placed
  writeLine(writer, guild, account, tab, { action: 'added', item: describeItem(item), x, y })
  writer.log('guild.deposit', account, placed.item.id, {
    tab: tab.tab.id,
    base: item.base_type,
    name: item.name,
    stack: item.stack ?? 1,
  })
  return { placed, tab }
}

/** Finds an item of the guild, including parts of collections. */
export const findInGuild = (guild: Guild, itemId: string): { tab: GuildTab; placed: PlacedItem } | null => {
  for (const tab of guild.tabs.flatMap((one) => [one, ...one.parts])) {
    const placed = tab.tab.items.find((one) => one.item.id === itemId)
    if (placed) return { tab, placed }
  }
  return null
}

/**
 * Takes out an item, or a part of its stack; for a part, the log line shows how many are left.
 * @param part count and new id of the part
 * @returns the item taken out
 */
export const withdrawFromGuild = (
  writer: GuildWriter,
  guild: Guild,
  account: Account,
  { tab, placed }: { tab: GuildTab; placed: PlacedItem },
  part?: { count: number; id: string },
): WorldItem => {
  const left = part && reduceStack(tab.tab, placed.item.id, part.count)
  if (!left) {
    removeItem(writer, guild, account, tab, placed)
    return placed.item
  }
  const { x, y, item } = left
  writeLine(writer, guild, account, tab, { action: 'modified', item: describeItem(item), x, y })
  writer.log('guild.withdraw', account, item.id, { tab: tab.tab.id, base: item.base_type, stack: part.count })
  return { ...resizeStack(placed.item, part.count), id: part.id }
}

/**
 * Moves an item, or a part of its stack, to another tab. For some seconds it is in neither tab. If the other tab has no room, the
 * item returns to the first.
 * @returns the moved item
 */
export const moveInGuild = (
  writer: GuildWriter,
  guild: Guild,
  account: Account,
  from: { tab: GuildTab; placed: PlacedItem },
  { into, part, carried_ms }: { into: GuildTab; part?: { count: number; id: string } | undefined; carried_ms: number },
): WorldItem => {
  const item = withdrawFromGuild(writer, guild, account, from, part)
  writer.after(carried_ms, () => {
    const isThere = guild.tabs.includes(into)
    if (isThere && depositInGuild(writer, guild, account, into, item)) return
    depositInGuild(writer, guild, account, from.tab, item)
  })
  return item
}
