/** Watches a world and records for each objective and team the numbers that a reader could have seen, with their periods. */
import type { Objective } from '@muster/contract/objectives'
import type { PlacedItem, WorldItem } from '../items/item.ts'
import { realmRows } from '../realms.ts'
import type { Guild, GuildTab } from '../world/guilds.ts'
import type { PublishedTab } from '../world/stream.ts'
import type { World } from '../world/world.ts'
import { watchCharacters } from './character-sightings.ts'
import { type Contest, listObjectives, type Sighting, type Patience } from './contest.ts'
import { createHoldings, type Change, type Source } from './holdings.ts'
import { createSightingLog, type SightingLog } from './sighting-log.ts'
import { isOfDetail, readPlayer } from './player-truth.ts'
import { compileWanted } from './wanted.ts'

type Numbers = ReadonlyMap<number, number>

export interface Sightings {
  /** Sightings of an objective that count for a team, in any order, including current ones. */
  of: (objective_id: number, team: number) => readonly Sighting[]
  /** Numbers of each tab, character, player or team over time; empty for an aggregation that needs no latest number. */
  sources: (objective_id: number, team: number) => ReadonlyMap<string, Source>
  /** Sets the time from which guild tabs are read. */
  guildsFrom: (at: number) => void
}

/** Items of a tab, and the number of them that counts for each objective. */
interface Counted {
  items: readonly PlacedItem[]
  numbers: Numbers
}

interface PublishedState extends Counted {
  at: number
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

/** A player or a team whose number an objective follows. */
interface Counter {
  source: string
  team: number
  by?: number
  read: () => number
  /** The number of the last look. */
  reached: { at: number; number: number } | null
}
interface Goal extends Counter {
  objective: Objective
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

/**
 * Whether an objective counts only items on characters: conditions on the wearer need worn items. A game that shows no tabs has no
 * other items.
 */
const isOfCharacters = ({ realm }: Contest, conditions: Objective['conditions']): boolean =>
  !realmRows[realm].has_storage || conditions.some(({ field }) => field === 'WORN_BY')

/**
 * @param isCalm no faults occur, so a reader sees every state immediately. Repeated states are then not recorded, to save memory
 *   in
 *   a large event.
 */
export const watchSightings = (world: World, contest: Contest, patience: Patience, isCalm = false): Sightings => {
  const objectives = listObjectives(contest.root)
  const ofItems = objectives.filter(({ objective_type, conditions }) => objective_type === 'ITEM' && conditions.length > 0)
  const wanted = ofItems
    .filter(({ conditions }) => !isOfCharacters(contest, conditions))
    .map((objective) => ({ objective, fits: compileWanted(objective.conditions) }))
  /** By team, then by objective. */
  const kept = world.teams.map(() => new Map<number, SightingLog>())
  const fitting = new WeakMap<WorldItem, readonly number[]>()
  /** Objectives with an opening time, for which the state at that time matters. */
  const windowed = new Set(objectives.filter(({ valid_from }) => valid_from !== null).map(({ id }) => id))
  /** Latest time of the first read. */
  const allLook_ms = contest.start_ms + patience.part_ms
  const published = new Map<string, PublishedState>()
  const guildTabs = new Map<string, GuildTabState>()
  const holdings = createHoldings(objectives)
  let guilds_from = Number.POSITIVE_INFINITY

  const keep = (objective_id: number, team: number, sighting: Sighting) => {
    const ofTeam = kept[team]
    const log = ofTeam?.get(objective_id) ?? createSightingLog()
    log.add(sighting)
    ofTeam?.set(objective_id, log)
  }

  const objectivesOf = (item: WorldItem): readonly number[] => {
    const known = fitting.get(item)
    if (known) return known
    const found = wanted.filter(({ fits }) => fits(item)).map(({ objective }) => objective.id)
    fitting.set(item, found)
    return found
  }

  const add = (numbers: Map<number, number>, items: readonly PlacedItem[], sign: 1 | -1): void => {
    for (const { item } of items) {
      for (const id of objectivesOf(item)) {
        const number = (numbers.get(id) ?? 0) + sign * (item.stack ?? 1)
        if (number === 0) numbers.delete(id)
        else numbers.set(id, number)
      }
    }
  }

  /** Counts only the changed items: most of the items stay, in the same order. */
  const count = (items: readonly PlacedItem[], before: Counted): Counted => {
    const { from, kept } = findChange(before.items, items)
    const numbers = new Map(before.numbers)
    add(numbers, before.items.slice(from, before.items.length - kept), -1)
    add(numbers, items.slice(from, items.length - kept), 1)
    return { items, numbers }
  }

  const onPublished = (tab: PublishedTab, at: number) => {
    const account = world.findAccount(tab.account_name)
    if (!account || tab.league !== world.options.league) return
    const before = published.get(tab.tab_id)
    const now = count(tab.items, before ?? nothing)
    published.set(tab.tab_id, { ...now, at })
    holdings.noteAll(before?.numbers ?? nothing.numbers, now.numbers, {
      source: `tab ${tab.tab_id}`,
      team: account.team,
      at,
      wait_ms: patience.stream_ms,
      isEarly: at < allLook_ms,
      by: account.ordinal,
    })
    const isKnown = (id: number, number: number) =>
      isCalm && before !== undefined && before.at >= allLook_ms && before.numbers.get(id) === number && !windowed.has(id)
    const isSame = before !== undefined && isSameAs(before.items, now.items)
    for (const [id, number] of now.numbers) {
      if (isKnown(id, number)) continue
      keep(id, account.team, {
        earliest: at,
        latest: at + patience.stream_ms,
        number,
        least: number,
        certain: !isSame,
        by: account.ordinal,
      })
    }
  }

  const waitFor = ({ isPart }: Pick<GuildTabState, 'isPart'>) => (isPart ? patience.part_ms : patience.guild_ms)
  const isSameAs = (a: readonly PlacedItem[], b: readonly PlacedItem[]) =>
    a.length === b.length && findChange(a, b).from === a.length

  /** The sighting of a tab until this time. */
  const sightTab = (tab: GuildTabState, objective_id: number, number: number, until: number): Sighting | null => {
    const since = tab.since.get(objective_id) ?? 0
    const wait_ms = waitFor(tab)
    const earliest = Math.max(since, guilds_from)
    if (until < earliest) return null
    const isLong = until - earliest >= wait_ms
    const certain = isLong && !(tab.isReturn && since === tab.at)
    const latest = (isLong ? earliest + wait_ms : until) + patience.stream_ms
    return { earliest, latest, number, least: number, certain }
  }

  const onGuildTab = (guild: Guild, tab: GuildTab, at: number) => {
    const { id, league, items } = tab.tab
    if (league !== world.options.league) return
    const before = guildTabs.get(id)
    // a copy, because the world mutates its list
    const now = count(items.slice(), before ?? nothing)
    const isKnown = (objective_id: number, number: number | undefined) =>
      isCalm && before?.numbers.get(objective_id) === number && !windowed.has(objective_id)
    for (const [objective_id, number] of before?.numbers ?? []) {
      if (isKnown(objective_id, now.numbers.get(objective_id))) continue
      const sighting = before && sightTab(before, objective_id, number, at)
      if (sighting) keep(objective_id, before.team, sighting)
    }
    const since = new Map<number, number>()
    for (const [one, number] of now.numbers) since.set(one, isKnown(one, number) ? (before?.since.get(one) ?? at) : at)
    const isPart = guild.tabs.some((one) => one.parts.includes(tab))
    const wait_ms = waitFor({ isPart }) + patience.stream_ms
    holdings.noteAll(before?.numbers ?? nothing.numbers, now.numbers, { source: `guild ${id}`, team: guild.team, at, wait_ms })
    const past = [...(before?.past ?? []), ...(before ? [{ items: before.items, until: at }] : [])].filter(
      ({ until }) => at - until < waitFor({ isPart }),
    )
    const isReturn = past.some(({ items: shown }) => isSameAs(shown, now.items))
    guildTabs.set(id, { since, at, team: guild.team, isPart, isReturn, past, ...now })
  }

  const readTeam = (number_field: Objective['number_field'], team: number) =>
    world.accounts.reduce(
      (sum, account) => sum + (account.team === team ? readPlayer(number_field, account, world, contest.realm) : 0),
      0,
    )
  const goals = objectives.flatMap((objective) => {
    const { objective_type, number_field } = objective
    const counters: Partial<Record<Objective['objective_type'], () => Omit<Counter, 'reached'>[]>> = {
      PLAYER: () =>
        world.accounts.map((account) => ({
          source: `player ${account.ordinal}`,
          team: account.team,
          by: account.ordinal,
          read: () => readPlayer(number_field, account, world, contest.realm),
        })),
      TEAM: () => world.teams.map(({ ordinal: team }) => ({ source: 'team', team, read: () => readTeam(number_field, team) })),
    }
    const list = counters[objective_type]?.() ?? []
    return list.map((counter): Goal => ({ objective, ...counter, reached: null }))
  })

  /** Progress of a counter since its last look, or null. */
  const readAhead = ({ objective, read, reached }: Goal, at: number) => {
    const [number, earliest, known] = [read(), reached?.at ?? contest.start_ms, reached?.number ?? 0]
    const wait_ms = isOfDetail(objective.number_field) ? patience.detail_ms : patience.ladder_ms
    return number > known ? { number, earliest, least: known + 1, wait_ms: at - earliest + wait_ms } : null
  }

  const lookAt = (goal: Goal, at: number) => {
    const { objective, team, source, by, reached } = goal
    const ahead = readAhead(goal, at)
    goal.reached = { at, number: ahead?.number ?? reached?.number ?? 0 }
    if (!ahead) return
    const { wait_ms, ...seen } = ahead
    keep(objective.id, team, { ...seen, latest: seen.earliest + wait_ms, certain: true, by })
    holdings.note(objective.id, seen.number, { source, team, at: seen.earliest, wait_ms, by })
  }

  const goalsByTeam = Map.groupBy(goals, ({ objective, team }) => `${objective.id}/${team}`)
  const goalsOf = (objective_id: number, team: number) => goalsByTeam.get(`${objective_id}/${team}`) ?? []
  /** Progress that the ladder does not show yet, but the character's own page does. */
  const aheadOfLadder = (objective_id: number, team: number): Sighting[] =>
    goalsOf(objective_id, team).flatMap((goal) => {
      const ahead = readAhead(goal, world.now())
      if (!ahead) return []
      const { number, earliest, least } = ahead
      return { number, earliest, least, latest: Number.POSITIVE_INFINITY, certain: false, by: goal.by }
    })

  const onLadder = (at: number) => {
    for (const goal of goals) lookAt(goal, at)
  }

  const characters = watchCharacters(
    world,
    contest,
    patience,
    ofItems.filter(({ conditions }) => isOfCharacters(contest, conditions)),
    keep,
    holdings.noteAll,
  )
  const { onCharacter, onSecondCharacter } = characters
  world.observe({ onPublished, onGuildTab, onLadder, onCharacter, onSecondCharacter })
  // items worn already are seen at the first read
  for (const account of world.accounts) {
    for (const character of account.characters) onCharacter(account, character, world.now())
    for (const character of account.second_game) onSecondCharacter(account, character, world.now())
  }
  // items in tabs already are seen at the first read
  for (const guild of world.guilds)
    for (const tab of guild.tabs) for (const one of [tab, ...tab.parts]) onGuildTab(guild, one, world.now())
  return {
    of: (objective_id, team) => {
      const shown = [...guildTabs.values()].flatMap((tab) => {
        const number = tab.team === team ? tab.numbers.get(objective_id) : undefined
        return number === undefined ? [] : (sightTab(tab, objective_id, number, Number.POSITIVE_INFINITY) ?? [])
      })
      return [
        ...(kept[team]?.get(objective_id)?.list() ?? []),
        ...shown,
        ...characters.of(objective_id, team),
        ...aheadOfLadder(objective_id, team),
      ]
    },
    sources: (objective_id, team) => {
      const sources = new Map<string, Source>()
      // A guild's tab that changed before the first look is seen by that look.
      const isLate = ({ at }: Change) => at < guilds_from
      for (const [name, { changes, by }] of holdings.of(objective_id, team)) {
        const seen = name.startsWith('guild ')
          ? changes.map((change) => (isLate(change) ? { ...change, at: guilds_from } : change))
          : changes
        sources.set(name, { changes: seen, by })
      }
      for (const goal of goalsOf(objective_id, team)) {
        const { source, by } = goal
        const ahead = readAhead(goal, world.now())
        if (!ahead) continue
        const { number, earliest: at, wait_ms } = ahead
        sources.set(source, { by, changes: [...(sources.get(source)?.changes ?? []), { at, number, wait_ms }] })
      }
      return sources
    },
    guildsFrom: (at) => {
      guilds_from = at
    },
  }
}
