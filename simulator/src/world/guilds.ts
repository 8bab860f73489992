/**
 * Guilds: members, tabs and log. One guild per team, with its own random stream, so that the rest of the world does not depend on
 * it.
 */
import { createDraws, type Draws } from '../prng.ts'
import { type GuildPlanName, type GuildRank, type GuildTabPlan, guildPlans, guildRanks } from './guild-plans.ts'
import type { Account, Tab } from './model.ts'
import { createTab } from './tabs.ts'

export interface GuildFolder {
  id: string
  name: string
  index: number
}

export interface GuildTab {
  tab: Tab
  /** The lowest rank that sees the tab. */
  least_rank: GuildRank
  folder: GuildFolder | null
  /** Item families that go into this tab with priority. */
  takes: readonly string[]
  /** Parts of a collection, in order of creation. */
  parts: GuildTab[]
}

/** A history line, as shown to members on the game's site. */
export interface GuildLine {
  id: number
  /** Milliseconds. */
  at: number
  league: string
  /** The tab's id, used to check later whether the tab still exists. */
  tab_id: string
  /** Name of the tab at that time. */
  stash: string
  item: string
  action: 'added' | 'modified' | 'removed'
  account: string
  x: number
  y: number
}

export interface Guild {
  id: number
  name: string
  tag: string
  /** Index of the guild's team. */
  team: number
  ranks: Map<Account, GuildRank>
  folders: GuildFolder[]
  /** By index; collections contain their parts. */
  tabs: GuildTab[]
  /** Oldest first. */
  log: GuildLine[]
  draws: Draws
}

/** Tabs and folders in order: a folder comes before its first tab. */
const createTabs = (plan: readonly GuildTabPlan[], league: string, makeId: () => string) => {
  const folders = [...new Set(plan.flatMap(({ folder }) => folder ?? []))].map(
    (name): GuildFolder => ({ id: makeId(), name, index: 0 }),
  )
  let index = 0
  const opened = new Set<GuildFolder>()
  const tabs = plan.map(({ name, type, purpose, layout, least_rank = 'member', takes = [], folder: inside }): GuildTab => {
    const folder = folders.find((one) => one.name === inside) ?? null
    if (folder && !opened.has(folder)) {
      folder.index = index++
      opened.add(folder)
    }
    const fields = { id: makeId(), name, type, purpose, league, index: index++, public: false }
    const tab = createTab(layout === undefined ? fields : { ...fields, layout })
    return { tab, least_rank, folder, takes, parts: [] }
  })
  return { folders, tabs }
}

export const createGuild = (
  seed: number,
  team: number,
  teamName: string,
  { league, plan }: { league: string; plan: GuildPlanName },
  members: readonly Account[],
): Guild => {
  const draws = createDraws(seed, `guild/${team}`)
  const { folders, tabs } = createTabs(guildPlans[plan], league, () => draws.hex(10))
  const rankOf = (place: number): GuildRank => (place === 0 ? 'leader' : place === 1 ? 'officer' : 'member')
  return {
    id: 700_000 + draws.int(90_000) + team,
    name: teamName,
    tag: teamName
      .replaceAll(/[^A-Z]/gi, '')
      .slice(0, 4)
      .toUpperCase(),
    team,
    ranks: new Map(members.map((account, place) => [account, rankOf(place)])),
    folders,
    tabs,
    log: [],
    draws,
  }
}

const sees = (rank: GuildRank, tab: GuildTab) => guildRanks.indexOf(rank) <= guildRanks.indexOf(tab.least_rank)

/** Tabs that an account may see, or null if it is not a member. */
export const listTabsSeenBy = (guild: Guild, account: Account): GuildTab[] | null => {
  const rank = guild.ranks.get(account)
  return rank ? guild.tabs.filter((tab) => sees(rank, tab)) : null
}

export const listMembersSeeing = (guild: Guild, tab: GuildTab): Account[] =>
  [...guild.ranks].filter(([, rank]) => sees(rank, tab)).map(([account]) => account)

export const findGuildOf = (guilds: readonly Guild[], account: Account): Guild | null =>
  guilds.find((guild) => guild.ranks.has(account)) ?? null

/** Finds a tab of a guild by id, name or index, including parts. */
export const findGuildTab = (guild: Guild, wanted: string | number): GuildTab | null => {
  const all = guild.tabs.flatMap((one) => [one, ...one.parts])
  return all.find(({ tab }) => tab.id === wanted || tab.index === wanted || tab.name === wanted) ?? null
}
