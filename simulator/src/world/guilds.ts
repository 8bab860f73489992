/** Guilds: who is in them, their tabs and their log. One a team; drawn apart from everything else, which is the same without. */
import { createDraws, type Draws } from '../prng.ts'
import type { Account, Tab } from './model.ts'
import { createTab } from './tabs.ts'

/** Smaller may see more. */
export const guildRanks = ['leader', 'officer', 'member'] as const
export type GuildRank = (typeof guildRanks)[number]

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

const tabPlan: readonly { name: string; type: Tab['type']; purpose: Tab['purpose']; least_rank?: GuildRank; folder?: string }[] =
  [
    { name: 'Currency', type: 'CurrencyStash', purpose: 'currency' },
    { name: 'drops', type: 'QuadStash', purpose: 'gear' },
    { name: 'Uniques', type: 'UniqueStash', purpose: 'collection' },
    { name: 'Maps', type: 'PremiumStash', purpose: 'maps' },
    { name: 'drops', type: 'PremiumStash', purpose: 'gear', folder: 'Bank' },
    { name: 'officers ✦', type: 'PremiumStash', purpose: 'gear', least_rank: 'officer', folder: 'Bank' },
  ]

export const createGuild = (seed: number, team: number, teamName: string, league: string, members: readonly Account[]): Guild => {
  const draws = createDraws(seed, `guild/${team}`)
  const makeId = () => draws.hex(10)
  const folder: GuildFolder = { id: makeId(), name: 'Bank', index: 4 }
  const tabs = tabPlan.map(({ name, type, purpose, least_rank = 'member', folder: inside }, place): GuildTab => {
    // the folder itself takes a place in the row
    const index = place < folder.index ? place : place + 1
    const tab = createTab({ id: makeId(), name, type, purpose, league, index, public: false })
    return { tab, least_rank, folder: inside === undefined ? null : folder, parts: [] }
  })
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
    folders: [folder],
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

export const findGuildOf = (guilds: readonly Guild[], account: Account): Guild | null =>
  guilds.find((guild) => guild.ranks.has(account)) ?? null

/** A tab of a guild by its id, or by its name or place, parts included. */
export const findGuildTab = (guild: Guild, wanted: string | number): GuildTab | null => {
  const all = guild.tabs.flatMap((one) => [one, ...one.parts])
  return all.find(({ tab }) => tab.id === wanted || tab.index === wanted || tab.name === wanted) ?? null
}
