/**
 * The simulated world: accounts, characters, tabs and their history, as a pure function of seed, preset and virtual time. It
 * changes only through `advanceTo`; requests only read it. Injected events are processed like all others.
 */
import type { WorldItem } from '../items/item.ts'
import { createDraws, hashText } from '../prng.ts'
import { createAccount, foretellName, type Pace } from './accounts.ts'
import type { GuildWriter } from './guild-actions.ts'
import { createGuildVisits } from './guild-visits.ts'
import { type GuildPlanName, guildPlans } from './guild-plans.ts'
import { stockGuild } from './guild-stock.ts'
import { createGuild, type Guild, type GuildTab } from './guilds.ts'
import { createJournal, type Journal } from './journal.ts'
import { type LifeContext, startLife } from './life.ts'
import type { Account, Character, LadderRow, LadderSnapshot, SecondLadderRow, SecondLadderSnapshot, Tab, Team } from './model.ts'
import { teamNames } from './names.ts'
import { classOf } from './second-game/character.ts'
import type { SecondGameCharacter } from './second-game/model.ts'
import { type SecondLifeContext, startSecondLife } from './second-game/life.ts'
import { createSchedule } from './schedule.ts'
import { createStashStream, type PublishedTab, SHARDS, type StashStream } from './stream.ts'

export interface WorldOptions {
  seed: number
  people_seed?: number | undefined
  start_ms: number
  teams: number
  players_per_team: number
  /** Hours of play; default: eager. */
  pace?: Pace | undefined
  league: string
  drop_boost: number
  /** Items a player finds per hour of play. */
  items_per_hour: number
  stream_delay_ms: number
  /** Noise: items of other players per virtual second, in all shards together. */
  noise_items_per_second: number
  /** Initial hours without noise. */
  quiet_hours?: number | undefined
  retained_ms: number
  ladder_cache_ms: number
  journal_kept: number
  guild_tabs?: GuildPlanName | undefined
  second_game?: SecondGameOptions | undefined
  /** Start of play; default: the start of the world. */
  league_opens_ms?: number | undefined
  /** End of play; default: never. */
  league_ends_ms?: number | undefined
}

/** The second game in this world; omitted: it is not played. */
export interface SecondGameOptions {
  /** League in the second game. It may have the same name as the first game's league; the two are independent. */
  league: string
  /** Share of accounts that play, 0 to 1; the others have no character in that game. */
  players: number
}

/** First log line number of any guild; the real game's numbers are high as well. */
const FIRST_LINE = 48_000_000

/** Approximate number of items in a noise tab. */
export const NOISE_TAB_ITEMS = 16

/** Is notified of changes, and changes nothing. */
export interface WorldObserver {
  /** A player has found an item in the first game. */
  onFound: (account: Account, item: WorldItem, at: number) => void
  /** The stream shows this version of the tab from now on. */
  onPublished: (tab: PublishedTab, at: number) => void
  /** An item was added to a guild tab, or removed. */
  onGuildTab: (guild: Guild, tab: GuildTab, at: number) => void
  /** The ladder was updated. */
  onLadder: (at: number) => void
  /** The servers saved a character and return this version from now on. */
  onCharacter: (account: Account, character: Character, at: number) => void
  onSecondCharacter: (account: Account, character: SecondGameCharacter, at: number) => void
}

export interface World {
  options: WorldOptions
  observe: (observer: Partial<WorldObserver>) => void
  now: () => number
  /**
   * Runs all events up to and including this time.
   * @throws Error for a time in the past
   */
  advanceTo: (at: number) => void
  nextEventAt: () => number | null
  teams: readonly Team[]
  accounts: readonly Account[]
  guilds: readonly Guild[]
  findAccount: (uuidOrName: string) => Account | null
  findTab: (tabId: string) => { account: Account; tab: Tab } | null
  ladder: () => LadderSnapshot
  /** The ladder of the second game; empty if it is not played. */
  second_ladder: () => SecondLadderSnapshot
  stream: StashStream
  journal: Journal
  /** Used by injected events to change the world as players do. */
  context: LifeContext
  /** The same for the second game; null if it is not played. */
  second_context: SecondLifeContext | null
  guild_writer: GuildWriter
}

const openStream = (options: WorldOptions): StashStream => {
  const { seed, start_ms, stream_delay_ms: delay_ms, noise_items_per_second: noise, quiet_hours = 0, retained_ms } = options
  const noise_interval_ms = noise > 0 ? (1000 * NOISE_TAB_ITEMS * SHARDS) / noise : Number.POSITIVE_INFINITY
  const noise_from_ms = start_ms + quiet_hours * 60 * 60_000
  return createStashStream({ seed, start_ms, delay_ms, noise_interval_ms, noise_from_ms, retained_ms })
}

/** Teams with their accounts and guilds. */
const createPeople = ({ seed, teams: count, players_per_team, league, people_seed, pace }: WorldOptions, plan: GuildPlanName) => {
  const accounts = Array.from({ length: count * players_per_team }, (_, ordinal) =>
    createAccount(seed, ordinal, count, league, people_seed, pace),
  )
  const teams = Array.from({ length: count }, (_, ordinal) => ({ ordinal, name: teamNames[ordinal] ?? `Team ${ordinal + 1}` }))
  const guilds = teams.map(({ ordinal, name }) => {
    const members = accounts.filter((account) => account.team === ordinal)
    return createGuild(seed, ordinal, name, { league, plan }, members)
  })
  return { accounts, teams, guilds }
}

export const createWorld = (options: WorldOptions): World => {
  const { seed, start_ms, league, second_game = null, guild_tabs: plan = 'few' } = options
  const schedule = createSchedule()
  const journal = createJournal(options.journal_kept)
  const stream = openStream(options)
  const { accounts, teams, guilds } = createPeople(options, plan)
  const byUuid = new Map(accounts.map((account) => [account.uuid, account]))
  const observers: Partial<WorldObserver>[] = []
  let clock = start_ms
  let lastLine = FIRST_LINE
  let ladder: LadderSnapshot = { cached_since: start_ms, rows: [] }
  let second_ladder: SecondLadderSnapshot = { cached_since: start_ms, rows: [] }

  const characterNames = () => accounts.flatMap((account) => account.characters.map((character) => character.name))
  const context: LifeContext = {
    seed,
    start_ms: options.league_opens_ms ?? start_ms,
    league,
    drop_boost: options.drop_boost,
    items_per_hour: options.items_per_hour,
    schedule,
    isNameTaken: (name) => characterNames().includes(name),
    onWritten: (account, character) => {
      for (const observer of observers) observer.onCharacter?.(account, character, clock)
    },
    onFound: (account, item, at) => {
      for (const observer of observers) observer.onFound?.(account, item, at)
    },
    log: (kind, account, subject, data) => journal.append(clock, kind, account.name, subject, data),
    record: (kind, actor, subject, data) => journal.append(clock, kind, actor, subject, data),
    visitGuild: (account) => visitGuild(account),
    touch: (account, tab) => {
      const publish = stream.append(account, tab, clock)
      if (!publish) return
      const appendedAt = clock
      schedule.add(appendedAt + options.stream_delay_ms, (at) => {
        clock = at
        const published = publish(at)
        for (const observer of observers) observer.onPublished?.(published, at)
        journal.append(at, 'publish', account.name, tab.id, { public: tab.public, items: tab.items.length })
      })
    },
  }

  const guild_writer: GuildWriter = {
    log: context.log,
    onChange: (guild, tab) => {
      for (const observer of observers) observer.onGuildTab?.(guild, tab, clock)
    },
    now: () => clock,
    after: (ms, run) => context.schedule.add(clock + ms, run),
    // lines of other guilds come in between
    nextLineId: () => (lastLine += 1 + (hashText(String(lastLine), seed) % 37)),
  }
  const visitGuild = createGuildVisits(guild_writer, guilds, seed, options.drop_boost)

  const every = (period: number, run: (at: number) => void) => {
    const again = (at: number) => {
      run(at)
      schedule.add(at + period, again)
    }
    schedule.add(start_ms, again)
  }
  every(options.ladder_cache_ms, (at) => {
    ladder = { cached_since: at, rows: rankCharacters(accounts, league) }
    if (second_context) second_ladder = { cached_since: at, rows: rankSecond(accounts, second_context.league) }
    for (const observer of observers) observer.onLadder?.(at)
  })
  every(60 * 60_000, (at) => stream.prune(at))
  const timed = {
    ...schedule,
    add: (at: number, run: (at: number) => void) => {
      if (at <= (options.league_ends_ms ?? Number.POSITIVE_INFINITY)) schedule.add(at, (now) => ((clock = now), run(now)))
    },
  }
  context.schedule = timed
  for (const account of accounts) startLife(context, account)
  const second_context =
    second_game &&
    createSecondContext(context, second_game.league, accounts, (account, character) => {
      for (const observer of observers) observer.onSecondCharacter?.(account, character, clock)
    })
  if (second_context && second_game)
    for (const account of accounts) if (playsSecond(seed, account, second_game.players)) startSecondLife(second_context, account)
  for (const guild of guilds)
    stockGuild(guild_writer, guild, guildPlans[plan], { seed, start_ms: context.start_ms, schedule: timed })

  return {
    options,
    observe: (observer) => void observers.push(observer),
    teams,
    accounts,
    guilds,
    stream,
    journal,
    context,
    second_context,
    guild_writer,
    now: () => clock,
    nextEventAt: schedule.nextAt,
    ladder: () => ladder,
    second_ladder: () => second_ladder,
    advanceTo: (at) => {
      if (at < clock) throw new RangeError('the world does not go back in time')
      schedule.runUntil(at)
      clock = at
    },
    findAccount: (wanted) => byUuid.get(wanted) ?? accounts.find((account) => account.name === wanted) ?? null,
    findTab: (tabId) => {
      for (const account of accounts) {
        const tab = account.tabs.find((candidate) => candidate.id === tabId)
        if (tab) return { account, tab }
      }
      return null
    },
  }
}

const playsSecond = (seed: number, { ordinal }: Account, players: number): boolean =>
  createDraws(seed, `account/${ordinal}/second`).chance(players)

const createSecondContext = (
  context: LifeContext,
  league: string,
  accounts: readonly Account[],
  onWritten: SecondLifeContext['onWritten'],
): SecondLifeContext => ({
  seed: context.seed,
  start_ms: context.start_ms,
  items_per_hour: context.items_per_hour,
  schedule: context.schedule,
  log: context.log,
  league,
  isNameTaken: (name) => accounts.some((account) => account.second_game.some((character) => character.name === name)),
  namesakeOf: (account) => account.characters[0]?.name ?? foretellName(context.seed, account.ordinal),
  onWritten,
})

interface Ranked {
  id: string
  league: string
  experience: number
}

/** Best first: by experience, then by character id to keep ties stable. */
const rank = <C extends Ranked>(accounts: readonly Account[], league: string, listOf: (account: Account) => readonly C[]) =>
  accounts
    .flatMap((account) => listOf(account).map((character) => ({ account, character })))
    .filter(({ character }) => character.league === league)
    .sort((a, b) => b.character.experience - a.character.experience || (a.character.id < b.character.id ? -1 : 1))
    .map((ranked, at) => ({ ...ranked, rank: at + 1 }))

const rankCharacters = (accounts: readonly Account[], league: string): LadderRow[] =>
  rank(accounts, league, ({ characters }) => characters).map(({ character, ...row }) => {
    const { id, name, level, experience, depth, depth_solo, record } = character
    return { ...row, record: { id, name, class: record.class, level, experience, depth, depth_solo } }
  })

const rankSecond = (accounts: readonly Account[], league: string): SecondLadderRow[] =>
  rank(accounts, league, ({ second_game }) => second_game).map(({ character, ...row }) => {
    const { id, name, level, experience, record } = character
    return { ...row, record: { id, name, class: classOf(record), level, experience } }
  })
