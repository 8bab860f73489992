/**
 * The one truth: accounts, characters, tabs and what happened to them, a pure function of seed, preset and virtual time.
 * It moves only through `advanceTo`; requests read it. What is injected from outside is an event like any other.
 */
import { hashText } from '../prng.ts'
import { createAccount } from './accounts.ts'
import type { GuildWriter } from './guild-actions.ts'
import { createGuildVisits } from './guild-visits.ts'
import { type GuildPlanName, guildPlans } from './guild-plans.ts'
import { stockGuild } from './guild-stock.ts'
import { createGuild, type Guild, type GuildTab } from './guilds.ts'
import { createJournal, type Journal } from './journal.ts'
import { type LifeContext, startLife } from './life.ts'
import type { Account, Character, LadderRow, LadderSnapshot, Tab, Team } from './model.ts'
import { teamNames } from './names.ts'
import { createSchedule } from './schedule.ts'
import { createStashStream, type PublishedTab, SHARDS, type StashStream } from './stream.ts'

export interface WorldOptions {
  seed: number
  start_ms: number
  teams: number
  players_per_team: number
  league: string
  drop_boost: number
  /** Things one player finds in an hour of play. */
  items_per_hour: number
  stream_delay_ms: number
  /** Noise: items of other people per virtual second, all shards together. */
  noise_items_per_second: number
  retained_ms: number
  ladder_cache_ms: number
  journal_kept: number
  guild_tabs?: GuildPlanName | undefined
  /** Nobody plays any more from here on; left out: they play for ever. */
  league_ends_ms?: number | undefined
}

/** Number of the first line of any guild's log here; the game's own are far up as well. */
const FIRST_LINE = 48_000_000

/** A noise tab holds about this many items. */
export const NOISE_TAB_ITEMS = 16

/** Hears what becomes true, as it becomes true; changes nothing. */
export interface WorldObserver {
  /** The stream shows a tab from this moment on as it is given here. */
  onPublished: (tab: PublishedTab, at: number) => void
  /** Something was put into a tab of a guild, or taken out. */
  onGuildTab: (guild: Guild, tab: GuildTab, at: number) => void
  /** The ladder was written anew. */
  onLadder: (at: number) => void
}

export interface World {
  options: WorldOptions
  observe: (observer: WorldObserver) => void
  now: () => number
  /** Lets everything happen up to and including this moment. Going back is refused. */
  advanceTo: (at: number) => void
  nextEventAt: () => number | null
  teams: readonly Team[]
  accounts: readonly Account[]
  guilds: readonly Guild[]
  findAccount: (uuidOrName: string) => Account | null
  findTab: (tabId: string) => { account: Account; tab: Tab } | null
  ladder: () => LadderSnapshot
  stream: StashStream
  journal: Journal
  /** For injected events: what a life itself uses to change the world. */
  context: LifeContext
  guild_writer: GuildWriter
}

export const createWorld = (options: WorldOptions): World => {
  const { seed, start_ms, league } = options
  const schedule = createSchedule()
  const journal = createJournal(options.journal_kept)
  const stream = createStashStream({
    seed,
    start_ms,
    delay_ms: options.stream_delay_ms,
    noise_interval_ms:
      options.noise_items_per_second > 0
        ? (1000 * NOISE_TAB_ITEMS * SHARDS) / options.noise_items_per_second
        : Number.POSITIVE_INFINITY,
    retained_ms: options.retained_ms,
  })
  const teams = Array.from({ length: options.teams }, (_, ordinal) => ({
    ordinal,
    name: teamNames[ordinal % teamNames.length] ?? `Team ${ordinal + 1}`,
  }))
  const accounts = Array.from({ length: options.teams * options.players_per_team }, (_, ordinal) =>
    createAccount(seed, ordinal, options.teams, league),
  )
  const byUuid = new Map(accounts.map((account) => [account.uuid, account]))
  const plan = options.guild_tabs ?? 'few'
  const guilds = teams.map(({ ordinal, name }) =>
    createGuild(
      seed,
      ordinal,
      name,
      { league, plan },
      accounts.filter((account) => account.team === ordinal),
    ),
  )
  const observers: WorldObserver[] = []
  let clock = start_ms
  let lastLine = FIRST_LINE
  let ladder: LadderSnapshot = { cached_since: start_ms, rows: [] }

  const characterNames = () => accounts.flatMap((account) => account.characters.map((character) => character.name))
  const context: LifeContext = {
    seed,
    start_ms,
    league,
    drop_boost: options.drop_boost,
    items_per_hour: options.items_per_hour,
    schedule,
    isNameTaken: (name) => characterNames().includes(name),
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
        for (const observer of observers) observer.onPublished(published, at)
        journal.append(at, 'publish', account.name, tab.id, { public: tab.public, items: tab.items.length })
      })
    },
  }

  const guild_writer: GuildWriter = {
    log: context.log,
    onChange: (guild, tab) => {
      for (const observer of observers) observer.onGuildTab(guild, tab, clock)
    },
    now: () => clock,
    after: (ms, run) => context.schedule.add(clock + ms, run),
    // other guilds' lines lie between
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
    for (const observer of observers) observer.onLadder(at)
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
  for (const guild of guilds) stockGuild(guild_writer, guild, guildPlans[plan], { seed, start_ms, schedule: timed })

  return {
    options,
    observe: (observer) => void observers.push(observer),
    teams,
    accounts,
    guilds,
    stream,
    journal,
    context,
    guild_writer,
    now: () => clock,
    nextEventAt: schedule.nextAt,
    ladder: () => ladder,
    advanceTo: (at) => {
      if (at < clock) throw new RangeError('the world does not go back')
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

/** Best first: experience, then the character's id so that equals keep their order. */
const rankCharacters = (accounts: readonly Account[], league: string): LadderRow[] => {
  const entries: { account: Account; character: Character }[] = []
  for (const account of accounts)
    for (const character of account.characters) if (character.league === league) entries.push({ account, character })
  entries.sort((a, b) => b.character.experience - a.character.experience || (a.character.id < b.character.id ? -1 : 1))
  return entries.map(({ account, character }, at) => {
    const { id, name, level, experience, depth, depth_solo, record } = character
    return { rank: at + 1, account, record: { id, name, class: record.class, level, experience, depth, depth_solo } }
  })
}
