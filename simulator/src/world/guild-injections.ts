/** Guild events triggered by an organiser or a test. */
import type { PlacedItem } from '../items/item.ts'
import { makeOrderedItem } from '../items/order.ts'
import type { Draws } from '../prng.ts'
import { depositInGuild, findInGuild, moveInGuild, withdrawFromGuild } from './guild-actions.ts'
import { fillByHand } from './guild-stock.ts'
import { findGuildOf, findGuildTab, type Guild, type GuildTab } from './guilds.ts'
import type { EventOutcome, WorldEvent } from './events.ts'
import type { Account } from './model.ts'
import { isGrid } from './tabs.ts'
import type { World } from './world.ts'

type GuildEvent = Extract<WorldEvent, { kind: `guild_${string}` }>

const getGuild = (world: World, account: Account): Guild => {
  const guild = findGuildOf(world.guilds, account)
  if (!guild) throw new Error(`${account.name} is in no guild`)
  return guild
}

const getTab = (guild: Guild, wanted: string | number): GuildTab => {
  const tab = findGuildTab(guild, wanted)
  if (!tab) throw new Error(`${guild.name} has no tab ${wanted}`)
  return tab
}

const getItem = (guild: Guild, itemId: string) => {
  const found = findInGuild(guild, itemId)
  if (!found) throw new Error(`${guild.name} has no item ${itemId}`)
  return found
}

/** The part of a stack to move; undefined for the whole stack. */
const getPart = ({ placed: { item } }: { placed: PlacedItem }, count: number | undefined, draws: Draws) => {
  const { stack = 1 } = item
  if (count !== undefined && count > stack) throw new Error(`only ${stack} of ${item.type_line} are there, not ${count}`)
  return count === undefined || count === stack ? undefined : { count, id: draws.hex(64) }
}

/** Duration of an ordered move between tabs. */
const CARRIED_MS = 3_000

/** @throws Error that names an unknown guild, tab or item */
export const changeGuild = (world: World, account: Account, event: GuildEvent, draws: Draws): Partial<EventOutcome> => {
  const { guild_writer } = world
  switch (event.kind) {
    case 'guild_deposit': {
      const guild = getGuild(world, account)
      const into = getTab(guild, event.tab ?? 1)
      const done = depositInGuild(guild_writer, guild, account, into, makeOrderedItem(draws, event.item))
      if (!done) throw new Error(`tab ${into.tab.name} of ${guild.name} has no room`)
      return { item_id: done.placed.item.id, tab_id: done.tab.tab.id }
    }
    case 'guild_withdraw': {
      const guild = getGuild(world, account)
      const from = getItem(guild, event.item_id)
      const item = withdrawFromGuild(guild_writer, guild, account, from, getPart(from, event.count, draws))
      return { item_id: item.id, tab_id: from.tab.tab.id }
    }
    case 'guild_move': {
      const guild = getGuild(world, account)
      const from = getItem(guild, event.item_id)
      const into = getTab(guild, event.tab)
      const { max_stack = 1, stack = 1, type_line } = from.placed.item
      const carried = event.count ?? stack
      if (isGrid(into.tab) && carried > max_stack)
        throw new Error(`${carried} of ${type_line} do not fit into one cell of ${into.tab.name}, only ${max_stack}`)
      const move = { into, part: getPart(from, event.count, draws), carried_ms: CARRIED_MS }
      const item = moveInGuild(guild_writer, guild, account, from, move)
      return { item_id: item.id, tab_id: into.tab.id }
    }
    case 'guild_fill': {
      const guild = getGuild(world, account)
      const into = getTab(guild, event.tab)
      return { tab_id: into.tab.id, count: fillByHand(guild_writer, guild, account, into, draws, event.count) }
    }
    case 'guild_rank': {
      const guild = event.rank === 'none' ? getGuild(world, account) : world.guilds[account.team]
      if (!guild) throw new Error(`the team of ${account.name} has no guild`)
      if (event.rank === 'none') guild.ranks.delete(account)
      else guild.ranks.set(account, event.rank)
      return {}
    }
    case 'guild_tab_rename': {
      const { tab } = getTab(getGuild(world, account), event.tab)
      tab.name = event.name
      return { tab_id: tab.id }
    }
    case 'guild_tab_remove': {
      const guild = getGuild(world, account)
      const gone = getTab(guild, event.tab)
      guild.tabs = guild.tabs.filter((one) => one !== gone)
      for (const one of guild.tabs) one.parts = one.parts.filter((part) => part !== gone)
      return { tab_id: gone.tab.id }
    }
  }
}
