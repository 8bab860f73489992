/** Watches a world, and keeps for each objective and team what a reader could have seen, and when. */
import type { PlacedItem, WorldItem } from '../items/item.ts'
import type { Guild, GuildTab } from '../world/guilds.ts'
import type { Account } from '../world/model.ts'
import type { PublishedTab } from '../world/stream.ts'
import type { World } from '../world/world.ts'
import { type Contest, listObjectives, type Look, type Patience } from './contest.ts'
import { createLookLog, type LookLog } from './look-log.ts'
import { readPlayer } from './player-truth.ts'
import { compileWanted } from './wanted.ts'

type Numbers = ReadonlyMap<number, number>

export interface Looks {
  /** Looks at an objective that count for a team, in no particular order; what is shown now goes on. */
  of: (objective_id: number, team: number) => readonly Look[]
  /** From this moment on the tabs of guilds are looked at. */
  guildsFrom: (at: number) => void
}

/** What a tab of a guild holds since its last change. */
interface GuildTabState {
  since: number
  team: number
  isPart: boolean
  numbers: Numbers
}

const sameContent = (a: readonly PlacedItem[], b: readonly PlacedItem[]): boolean =>
  a.length === b.length && a.every((placed, at) => placed === b[at])

export const watchLooks = (world: World, contest: Contest, patience: Patience): Looks => {
  const objectives = listObjectives(contest.root)
  const wanted = objectives
    .filter(({ objective_type, conditions }) => objective_type === 'ITEM' && conditions.length > 0)
    .map((objective) => ({ objective, fits: compileWanted(objective.conditions) }))
  /** By team, then by objective. */
  const kept = world.teams.map(() => new Map<number, LookLog>())
  const fitting = new WeakMap<WorldItem, readonly number[]>()
  const published = new Map<string, { items: readonly PlacedItem[]; numbers: Numbers }>()
  const guildTabs = new Map<string, GuildTabState>()
  let guilds_from = Number.POSITIVE_INFINITY

  const keep = (objective_id: number, team: number, look: Look) => {
    const ofTeam = kept[team]
    const log = ofTeam?.get(objective_id) ?? createLookLog()
    log.add(look)
    ofTeam?.set(objective_id, log)
  }

  const objectivesOf = (item: WorldItem): readonly number[] => {
    const known = fitting.get(item)
    if (known) return known
    const found = wanted.filter(({ fits }) => fits(item)).map(({ objective }) => objective.id)
    fitting.set(item, found)
    return found
  }

  const count = (items: readonly PlacedItem[]): Numbers => {
    const numbers = new Map<number, number>()
    for (const { item } of items) for (const id of objectivesOf(item)) numbers.set(id, (numbers.get(id) ?? 0) + (item.stack ?? 1))
    return numbers
  }

  const onPublished = (tab: PublishedTab, at: number) => {
    const account = world.findAccount(tab.account_name)
    if (!account || tab.league !== world.options.league) return
    const before = published.get(tab.tab_id)
    const isNews = !before || !sameContent(before.items, tab.items)
    const numbers = isNews ? count(tab.items) : before.numbers
    published.set(tab.tab_id, { items: tab.items, numbers })
    for (const [id, number] of numbers)
      keep(id, account.team, { earliest: at, latest: at + patience.stream_ms, number, least: number, certain: isNews })
  }

  /** What a tab showed until a moment, in one look. */
  const lookIntoTab = ({ since, isPart }: GuildTabState, number: number, until: number): Look | null => {
    const wait_ms = isPart ? patience.part_ms : patience.guild_ms
    const earliest = Math.max(since, guilds_from)
    if (until < earliest) return null
    const certain = until - earliest >= wait_ms
    const latest = (certain ? earliest + wait_ms : until) + patience.stream_ms
    return { earliest, latest, number, least: number, certain }
  }

  const onGuildTab = (guild: Guild, tab: GuildTab, at: number) => {
    const { id, league, items } = tab.tab
    if (league !== world.options.league) return
    const before = guildTabs.get(id)
    for (const [objective_id, number] of before?.numbers ?? []) {
      const look = before && lookIntoTab(before, number, at)
      if (look) keep(objective_id, before.team, look)
    }
    const isPart = guild.tabs.some((one) => one.parts.includes(tab))
    guildTabs.set(id, { since: at, team: guild.team, isPart, numbers: count(items) })
  }

  const goals = objectives
    .filter(({ objective_type }) => objective_type === 'PLAYER')
    .map((objective) => ({ objective, reached: new Map<Account, { at: number; number: number }>() }))

  const lookAtPlayer = ({ objective, reached }: (typeof goals)[number], account: Account, at: number) => {
    const number = readPlayer(objective.number_field, account, world.options.league)
    const before = reached.get(account)
    if (number <= (before?.number ?? 0)) {
      if (before) before.at = at
      else reached.set(account, { at, number: 0 })
      return
    }
    keep(objective.id, account.team, {
      earliest: before?.at ?? contest.start_ms,
      latest: at + patience.ladder_ms,
      number,
      least: (before?.number ?? 0) + 1,
      certain: true,
    })
    reached.set(account, { at, number })
  }

  const onLadder = (at: number) => {
    for (const goal of goals) for (const account of world.accounts) lookAtPlayer(goal, account, at)
  }

  world.observe({ onPublished, onGuildTab, onLadder })
  // what lies there already is seen by the first who looks
  for (const guild of world.guilds)
    for (const tab of guild.tabs) for (const one of [tab, ...tab.parts]) onGuildTab(guild, one, world.now())
  return {
    of: (objective_id, team) => {
      const shown = [...guildTabs.values()].flatMap((tab) => {
        const number = tab.team === team ? tab.numbers.get(objective_id) : undefined
        return number === undefined ? [] : (lookIntoTab(tab, number, Number.POSITIVE_INFINITY) ?? [])
      })
      return [...(kept[team]?.get(objective_id)?.list() ?? []), ...shown]
    },
    guildsFrom: (at) => {
      guilds_from = at
    },
  }
}
