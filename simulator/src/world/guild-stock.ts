/** What a guild's tabs hold without anybody's luck: what members bring on the first evening, and what was always there. */
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
/** By then nearly everybody has logged in. */
const FIRST_MS = 8 * MINUTE
/** The first things come quickly, the last after about an hour. */
const SPAN_MS = 52 * MINUTE
/** Levels of characters that find such things. */
const LEVELS = [66, 88] as const

const makeOf = (draws: Draws, wanted: readonly string[]): WorldItem => {
  const family = draws.pick(wanted)
  const found = [...families, ...guildFamilies].find(({ name }) => name === family)
  if (!found) throw new Error(`unknown family: ${family}`)
  return found.make(draws, draws.between(...LEVELS))
}

/** Small enough for one cell each, and never stacked. */
const smallFamilies = ['gem', 'jewel', 'map'] as const

/** Puts so many small things into a tab, as far as there is room; returns how many. */
export const fillTab = (draws: Draws, { tab }: GuildTab, count: number): number => {
  for (let placed = 0; placed < count; placed++) {
    if (!putItem(tab, makeOf(draws, smallFamilies))) return placed
  }
  return count
}

/** The same, put in by somebody one after the other: every one is a line of the log. */
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

/** Fills a guild's tabs as its plan says: some lie full from the beginning, into others members put things as they come. */
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
