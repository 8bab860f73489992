/** What members do at the guild's stash; every step is a line of its log. */
import { dropItem } from '../items/families.ts'
import { bases } from '../items/bases.ts'
import type { PlacedItem, WorldItem } from '../items/item.ts'
import { createDraws, type Draws } from '../prng.ts'
import { findGuildOf, type Guild, type GuildLine, type GuildTab, listTabsSeenBy } from './guilds.ts'
import type { Account, TabType } from './model.ts'
import type { StashWriter } from './stash-actions.ts'
import { clearOut, createTab, putItem, takeItem } from './tabs.ts'

export interface GuildWriter extends Pick<StashWriter, 'log'> {
  now: () => number
  /** The next number of a log line: all guilds of the game share them. */
  nextLineId: () => number
  /** A tab holds something else now. */
  onChange: (guild: Guild, tab: GuildTab) => void
}

const CLEAR_OUT = 24

/** `20× Chaos Orb`; a named piece with its base; anything else as its label says. */
export const describeItem = (item: WorldItem, count = item.stack ?? 1): string => {
  const name = item.name === '' ? item.type_line : `${item.name} ${item.base_type}`
  return count > 1 ? `${count}× ${name}` : name
}

const writeLine = (
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

/** A collection keeps each kind of thing in a part of its own, which appears with the first of its kind. */
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

/** Puts an item into a tab; a full one is cleared out first. */
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

export const withdrawFromGuild = (writer: GuildWriter, guild: Guild, account: Account, itemId: string): GuildTab | null => {
  for (const tab of guild.tabs.flatMap((one) => [one, ...one.parts])) {
    const placed = tab.tab.items.find((one) => one.item.id === itemId)
    if (!placed) continue
    removeItem(writer, guild, account, tab, placed)
    return tab
  }
  return null
}

const chooseTab = (draws: Draws, tabs: readonly GuildTab[], item: WorldItem): GuildTab | undefined => {
  const special = tabs.find(({ takes }) => takes.includes(item.family))
  if (special) return special
  const wanted =
    item.frame === 'Unique' ? 'collection' : item.family === 'currency' ? 'currency' : item.family === 'map' ? 'maps' : 'gear'
  const fitting = tabs.filter(({ tab }) => tab.purpose === wanted)
  return fitting.length > 0 ? draws.pick(fitting) : tabs.find(({ tab }) => tab.purpose === 'gear')
}

const otherLeague = 'Standard'

/** A walk to the guild's stash: mostly to leave something there, at times to take, to change or to tidy. */
export const createGuildVisits = (writer: GuildWriter, guilds: readonly Guild[], seed: number, boost: number) => {
  const drawsOf = new Map<Account, Draws>()
  return (account: Account): void => {
    const draws = drawsOf.get(account) ?? createDraws(seed, `account/${account.ordinal}/guild`)
    drawsOf.set(account, draws)
    const guild = findGuildOf(guilds, account)
    const tabs = guild && listTabsSeenBy(guild, account)
    const level = account.characters[0]?.level ?? 1
    if (!tabs || tabs.length === 0 || !draws.chance(0.35)) return
    for (let count = draws.between(1, 2); count > 0; count--) {
      const item = dropItem(draws, level, boost)
      const tab = chooseTab(draws, tabs, item)
      if (tab) depositInGuild(writer, guild, account, tab, item)
    }
    const roll = draws.float()
    const filled = tabs.filter(({ tab }) => tab.items.length > 0)
    if (filled.length === 0) return
    const from = draws.pick(filled)
    const placed = draws.pick(from.tab.items)
    if (roll < 0.12) removeItem(writer, guild, account, from, placed)
    else if (roll < 0.16)
      writeLine(writer, guild, account, from, { action: 'modified', item: describeItem(placed.item), x: placed.x, y: placed.y })
    // the same guild plays elsewhere too
    else if (roll < 0.19)
      writeLine(writer, guild, account, from, { action: 'added', item: 'Chaos Orb', x: 0, y: 0, league: otherLeague })
  }
}
