/** Planned content of guild tabs, without luck: items that members add on the first evening, and items present from the start. */
import { families, guildFamilies } from '../items/families.ts'
import type { WorldItem } from '../items/item.ts'
import { createDraws, type Draws } from '../prng.ts'
import { depositInGuild, type GuildWriter } from './guild-actions.ts'
import { type Guild, type GuildTab, listMembersSeeing } from './guilds.ts'
import type { GuildTabPlan } from './guild-plans.ts'
import type { Account } from './model.ts'
import type { Schedule } from './schedule.ts'
import { hasRoom, putItem } from './tabs.ts'

const MINUTE = 60_000
/** Nearly all players have logged in by then. */
const FIRST_MS = 8 * MINUTE
/** Items arrive quickly at first; the last arrives after about an hour. */
const SPAN_MS = 52 * MINUTE
/** Levels of characters that find such items. */
const LEVELS = [66, 88] as const

const makeOf = (draws: Draws, wanted: readonly string[]): WorldItem => {
  const family = draws.pick(wanted)
  const found = [...families, ...guildFamilies].find(({ name }) => name === family)
  if (!found) throw new Error(`unknown family: ${family}`)
  return found.make(draws, draws.between(...LEVELS))
}

/** Families whose items take one cell each and never stack. */
const smallFamilies = ['gem', 'jewel', 'map'] as const

/**
 * Puts up to `count` small items into a tab until it is full.
 * @returns the number of items added
 */
export const fillTab = (draws: Draws, { tab }: GuildTab, count: number): number => {
  for (let placed = 0; placed < count; placed++) {
    if (!putItem(tab, makeOf(draws, smallFamilies))) return placed
  }
  return count
}

/** The same, item by item through a member: each item writes a log line. */
export const fillByHand = (
  writer: GuildWriter,
  guild: Guild,
  account: Account,
  into: GuildTab,
  draws: Draws,
  count: number,
): number => {
  for (let placed = 0; placed < count; placed++) {
    const item = makeOf(draws, smallFamilies)
    if (!hasRoom(into.tab, item)) return placed
    depositInGuild(writer, guild, account, into, item)
  }
  return count
}

/** Fills a guild's tabs according to its plan: some are full from the beginning, others are filled by members over time. */
export const stockGuild = (
  writer: GuildWriter,
  guild: Guild,
  plan: readonly GuildTabPlan[],
  at: { seed: number; start_ms: number; schedule: Schedule },
): void => {
  for (const [place, { stock, filled = 0 }] of plan.entries()) {
    const into = guild.tabs[place]
    if (!into) continue
    fillTab(createDraws(at.seed, `guild/${guild.team}/filled/${place}`), into, filled)
    if (!stock) continue
    for (let count = 0; count < stock.count; count++) {
      const draws = createDraws(at.seed, `guild/${guild.team}/stock/${place}/${count}`)
      const share = (count + draws.float()) / stock.count
      at.schedule.add(at.start_ms + FIRST_MS + Math.floor(share * share * SPAN_MS), () => {
        const members = listMembersSeeing(guild, into).filter(({ characters }) => characters.length > 0)
        const isThere = guild.tabs.includes(into)
        if (isThere && members.length > 0) depositInGuild(writer, guild, draws.pick(members), into, makeOf(draws, stock.families))
      })
    }
  }
}
