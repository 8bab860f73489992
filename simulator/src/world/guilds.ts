/** Guilds: who is in them, their tabs and their log. One a team; drawn apart from everything else, which is the same without. */
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
  /** The lowest rank that sees it. */
  least_rank: GuildRank
  folder: GuildFolder | null
  /** Families of things that go here before anywhere else. */
  takes: readonly string[]
  /** Parts of a collection, in the order in which they were opened. */
  parts: GuildTab[]
}

/** A line of the history that the game's site shows to members. */
export interface GuildLine {
  id: number
  /** Milliseconds. */
  at: number
  league: string
  /** The tab, so that a later look can tell whether it is still there. */
  tab_id: string
  /** Its name when it happened. */
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
  /** Of the team that plays in it. */
  team: number
  ranks: Map<Account, GuildRank>
  folders: GuildFolder[]
  /** By index; parts of collections are within. */
  tabs: GuildTab[]
  /** Oldest first. */
  log: GuildLine[]
  draws: Draws
}

/** Tabs and folders in one row: a folder takes the place before the first tab in it. */
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

/** The tabs of a guild that an account may look into, or null for who is no member. */
export const listTabsSeenBy = (guild: Guild, account: Account): GuildTab[] | null => {
  const rank = guild.ranks.get(account)
  return rank ? guild.tabs.filter((tab) => sees(rank, tab)) : null
}

export const listMembersSeeing = (guild: Guild, tab: GuildTab): Account[] =>
  [...guild.ranks].filter(([, rank]) => sees(rank, tab)).map(([account]) => account)

export const findGuildOf = (guilds: readonly Guild[], account: Account): Guild | null =>
  guilds.find((guild) => guild.ranks.has(account)) ?? null

/** A tab of a guild by its id, or by its name or place, parts included. */
export const findGuildTab = (guild: Guild, wanted: string | number): GuildTab | null => {
  const all = guild.tabs.flatMap((one) => [one, ...one.parts])
  return all.find(({ tab }) => tab.id === wanted || tab.index === wanted || tab.name === wanted) ?? null
}
