/** What an organiser or a test makes happen in a guild. */
import { makeOrderedItem } from '../items/order.ts'
import type { Draws } from '../prng.ts'
import { depositInGuild, withdrawFromGuild } from './guild-actions.ts'
import { findGuildOf, findGuildTab, type Guild, type GuildTab } from './guilds.ts'
import type { EventOutcome, WorldEvent } from './events.ts'
import type { Account } from './model.ts'
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

/** Unknown guilds, tabs and items are an Error that names them. */
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
      const tab = withdrawFromGuild(guild_writer, getGuild(world, account), account, event.item_id)
      if (!tab) throw new Error(`the guild of ${account.name} has no item ${event.item_id}`)
      return { item_id: event.item_id, tab_id: tab.tab.id }
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
