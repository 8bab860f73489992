/** Sightings of items in tabs: of players as the public stream shows them, and of guilds. */
import type { Objective } from '@muster/contract/objectives'
import type { PlacedItem, WorldItem } from '../items/item.ts'
import type { Guild, GuildTab } from '../world/guilds.ts'
import type { PublishedTab } from '../world/stream.ts'
import type { Sighting } from './contest.ts'
import type { Numbers, Watch } from './watch.ts'
import { compileWanted } from './wanted.ts'

/** Items of a tab, and the number of them that counts for each objective. */
interface Counted {
  items: readonly PlacedItem[]
  numbers: Numbers
}

/** State of a guild tab since its last change. */
interface GuildTabState extends Counted {
  /** Start of the current number, by objective. */
  since: ReadonlyMap<number, number>
  at: number
  team: number
  isPart: boolean
  /** The tab has returned to a recent state: a reader without a read in between sees no change. */
  isReturn: boolean
  /** Earlier states with their end times, as far back as the last read may be. */
  past: readonly { items: readonly PlacedItem[]; until: number }[]
}

const nothing: Counted = { items: [], numbers: new Map() }

/** Index of the first difference between two contents of a tab, and the number of equal items at the end. */
const findChange = (a: readonly PlacedItem[], b: readonly PlacedItem[]): { from: number; kept: number } => {
  const shorter = Math.min(a.length, b.length)
  let from = 0
  while (from < shorter && a[from] === b[from]) from++
  let kept = 0
  while (kept < shorter - from && a[a.length - 1 - kept] === b[b.length - 1 - kept]) kept++
  return { from, kept }
}

const isSameAs = (a: readonly PlacedItem[], b: readonly PlacedItem[]) =>
  a.length === b.length && findChange(a, b).from === a.length

/** An objective that an item counts for. */
interface Fitting {
  readonly id: number
  readonly amount: number
}

/** Counts the items of tabs for each objective. */
class TabCounter {
  private readonly wanted: readonly { id: number; amountOf: ReturnType<typeof compileWanted> }[]
  private readonly fitting = new WeakMap<WorldItem, readonly Fitting[]>()

  constructor(objectives: readonly Objective[]) {
    this.wanted = objectives.map(({ id, conditions }) => ({ id, amountOf: compileWanted(conditions) }))
  }

  /** Counts only the changed items: most of the items stay, in the same order. */
  count(items: readonly PlacedItem[], before: Counted): Counted {
    const { from, kept } = findChange(before.items, items)
    const numbers = new Map(before.numbers)
    this.add(numbers, before.items.slice(from, before.items.length - kept), -1)
    this.add(numbers, items.slice(from, items.length - kept), 1)
    return { items, numbers }
  }

  private add(numbers: Map<number, number>, items: readonly PlacedItem[], sign: 1 | -1): void {
    for (const { item } of items) {
      for (const { id, amount } of this.objectivesOf(item)) {
        const number = (numbers.get(id) ?? 0) + sign * amount
        if (number === 0) numbers.delete(id)
        else numbers.set(id, number)
      }
    }
  }

  private objectivesOf(item: WorldItem): readonly Fitting[] {
    const known = this.fitting.get(item)
    if (known) return known
    const found = this.wanted.map(({ id, amountOf }) => ({ id, amount: amountOf(item) })).filter(({ amount }) => amount > 0)
    this.fitting.set(item, found)
    return found
  }
}

export class TabSightings {
  /** Time from which guild tabs are read. */
  guilds_from = Number.POSITIVE_INFINITY
  private readonly watch: Watch
  private readonly counter: TabCounter
  /** Objectives with an opening time, for which the state at that time matters. */
  private readonly windowed: ReadonlySet<number>
  private readonly published = new Map<string, Counted>()
  private readonly guildTabs = new Map<string, GuildTabState>()

  constructor(watch: Watch, objectives: readonly Objective[]) {
    this.watch = watch
    this.counter = new TabCounter(objectives)
    this.windowed = new Set(objectives.filter(({ valid_from }) => valid_from !== null).map(({ id }) => id))
  }

  onPublished = (tab: PublishedTab, at: number): void => {
    const { world, contest, patience, holdings, keep } = this.watch
    const account = world.findAccount(tab.account_name)
    if (!account || tab.league !== world.options.league) return
    // The stream is read from its end at the start, where the tabs of the last minutes are listed already, but not shown yet.
    if (at - world.options.stream_delay_ms < contest.start_ms) return
    const { team, ordinal: by } = account
    const before = this.published.get(tab.tab_id)
    const now = this.counter.count(tab.items, before ?? nothing)
    this.published.set(tab.tab_id, now)
    const wait_ms = patience.stream_ms
    const place = { source: `tab ${tab.tab_id}`, team, at, wait_ms, by }
    holdings.noteAll(before?.numbers ?? nothing.numbers, now.numbers, place)
    const certain = before === undefined || !isSameAs(before.items, now.items)
    for (const [id, number] of now.numbers) {
      if (this.isRepeated(id, before, number)) continue
      keep(id, team, { earliest: at, latest: at + wait_ms, number, least: number, certain, by })
    }
  }

  onGuildTab = (guild: Guild, tab: GuildTab, at: number): void => {
    const { world, patience, holdings, keep } = this.watch
    const { id, league, items } = tab.tab
    if (league !== world.options.league) return
    const { team } = guild
    const before = this.guildTabs.get(id)
    // a copy, because the world mutates its list
    const now = this.counter.count(items.slice(), before ?? nothing)
    for (const [objective_id, number] of before?.numbers ?? []) {
      if (this.isRepeated(objective_id, before, now.numbers.get(objective_id))) continue
      const sighting = before && this.sight(before, objective_id, number, at)
      if (sighting) keep(objective_id, before.team, sighting)
    }
    const since = new Map<number, number>()
    for (const [one, number] of now.numbers)
      since.set(one, this.isRepeated(one, before, number) ? (before?.since.get(one) ?? at) : at)
    const isPart = guild.tabs.some((one) => one.parts.includes(tab))
    const wait_ms = this.waitFor(isPart)
    const place = { source: `guild ${id}`, team, at, wait_ms: wait_ms + patience.stream_ms }
    holdings.noteAll(before?.numbers ?? nothing.numbers, now.numbers, place)
    const past = before ? [...before.past, { items: before.items, until: at }].filter(({ until }) => at - until < wait_ms) : []
    const isReturn = past.some(({ items: shown }) => isSameAs(shown, now.items))
    this.guildTabs.set(id, { since, at, team, isPart, isReturn, past, ...now })
  }

  /** Sightings in guild tabs that are visible now. */
  of(objective_id: number, team: number): Sighting[] {
    return [...this.guildTabs.values()].flatMap((tab) => {
      const number = tab.team === team ? tab.numbers.get(objective_id) : undefined
      return number === undefined ? [] : (this.sight(tab, objective_id, number, Number.POSITIVE_INFINITY) ?? [])
    })
  }

  private isRepeated(objective_id: number, before: Counted | undefined, number: number | undefined): boolean {
    return this.watch.isCalm && before?.numbers.get(objective_id) === number && !this.windowed.has(objective_id)
  }

  private waitFor(isPart: boolean): number {
    const { part_ms, guild_ms } = this.watch.patience
    return isPart ? part_ms : guild_ms
  }

  /** The sighting of a guild tab until this time. */
  private sight(tab: GuildTabState, objective_id: number, number: number, until: number): Sighting | null {
    const since = tab.since.get(objective_id) ?? 0
    const wait_ms = this.waitFor(tab.isPart)
    const earliest = Math.max(since, this.guilds_from)
    if (until < earliest) return null
    const isLong = until - earliest >= wait_ms
    const certain = isLong && !(tab.isReturn && since === tab.at)
    const latest = (isLong ? earliest + wait_ms : until) + this.watch.patience.stream_ms
    return { earliest, latest, number, least: number, certain }
  }
}
