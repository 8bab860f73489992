/** A visit to the guild stash: mostly to deposit items, sometimes to take, change, tidy or move them. */
import { dropItem } from '../items/families.ts'
import type { WorldItem } from '../items/item.ts'
import { createDraws, type Draws } from '../prng.ts'
import { depositInGuild, describeItem, type GuildWriter, moveInGuild, withdrawFromGuild, writeLine } from './guild-actions.ts'
import { findGuildOf, type Guild, type GuildTab, listTabsSeenBy } from './guilds.ts'
import type { Account } from './model.ts'

const chooseTab = (draws: Draws, tabs: readonly GuildTab[], item: WorldItem): GuildTab | undefined => {
  const special = tabs.find(({ takes }) => takes.includes(item.family))
  if (special) return special
  const wanted =
    item.frame === 'Unique' ? 'collection' : item.family === 'currency' ? 'currency' : item.family === 'map' ? 'maps' : 'gear'
  const fitting = tabs.filter(({ tab }) => tab.purpose === wanted)
  return fitting.length > 0 ? draws.pick(fitting) : tabs.find(({ tab }) => tab.purpose === 'gear')
}

const otherLeague = 'Standard'

/** Moves an item to another suitable tab; from a large stack, only one full stack. */
const moveSomething = (writer: GuildWriter, guild: Guild, account: Account, tabs: readonly GuildTab[], draws: Draws): void => {
  const filled = tabs.flatMap((one) => [one, ...one.parts]).filter(({ tab }) => tab.items.length > 0)
  const tab = draws.pick(filled)
  const placed = draws.pick(tab.tab.items)
  const { family, stack = 1, max_stack = 1 } = placed.item
  const others = tabs.filter(
    (one) => one !== tab && !one.parts.includes(tab) && (one.takes.includes(family) || one.tab.purpose === 'gear'),
  )
  if (others.length === 0) return
  const part = stack > max_stack ? { count: max_stack, id: draws.hex(64) } : undefined
  moveInGuild(
    writer,
    guild,
    account,
    { tab, placed },
    { into: draws.pick(others), part, carried_ms: draws.between(2_000, 12_000) },
  )
}

/** Uses up part of a stack. */
const useSome = (writer: GuildWriter, guild: Guild, account: Account, tabs: readonly GuildTab[], draws: Draws): void => {
  const stacks = tabs.flatMap((tab) => tab.tab.items.flatMap((placed) => ((placed.item.stack ?? 1) > 1 ? [{ tab, placed }] : [])))
  if (stacks.length === 0) return
  const from = draws.pick(stacks)
  const { stack = 1, max_stack = 1 } = from.placed.item
  withdrawFromGuild(writer, guild, account, from, { count: draws.between(1, Math.min(stack - 1, max_stack)), id: draws.hex(64) })
}

/** Occasional other actions. They have a random stream of their own, so that the rest of the world does not depend on them. */
const createPastimes = (writer: GuildWriter, seed: number) => {
  const drawsOf = createDrawsOf(seed, 'pastimes')
  return (guild: Guild, account: Account, tabs: readonly GuildTab[]): void => {
    const draws = drawsOf(account)
    const roll = draws.float()
    if (roll < 0.08) moveSomething(writer, guild, account, tabs, draws)
    else if (roll < 0.14) useSome(writer, guild, account, tabs, draws)
  }
}

/** One random stream per account for this purpose. */
const createDrawsOf = (seed: number, purpose: string) => {
  const known = new Map<Account, Draws>()
  return (account: Account): Draws => {
    const draws = known.get(account) ?? createDraws(seed, `account/${account.ordinal}/${purpose}`)
    known.set(account, draws)
    return draws
  }
}

export const createGuildVisits = (writer: GuildWriter, guilds: readonly Guild[], seed: number, boost: number) => {
  const drawsOf = createDrawsOf(seed, 'guild')
  const pass = createPastimes(writer, seed)
  return (account: Account): void => {
    const draws = drawsOf(account)
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
    if (roll < 0.12) withdrawFromGuild(writer, guild, account, { tab: from, placed })
    else if (roll < 0.16)
      writeLine(writer, guild, account, from, { action: 'modified', item: describeItem(placed.item), x: placed.x, y: placed.y })
    // the guild also plays in another league
    else if (roll < 0.19)
      writeLine(writer, guild, account, from, { action: 'added', item: 'Chaos Orb', x: 0, y: 0, league: otherLeague })
    else pass(guild, account, tabs)
  }
}
