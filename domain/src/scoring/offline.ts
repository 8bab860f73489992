/**
 * Scoring without a server or a ledger: matches and tab changes as rows, aggregated and evaluated by the engine's rules. Times in
 * milliseconds.
 */
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { createMatcher, sumByObjective, type RefusedCondition } from '../conditions/matcher.ts'
import type { EventDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { readItemSource } from '../objectives/item-source.ts'
import type { Result } from './aggregations/tally.ts'
import { createCounter, foldFact, readResult } from './counter.ts'
import type { Fact } from './ledger.ts'

/** One recorded snapshot of a tab; if a later one has no match, the item was taken out. */
export interface StashChange {
  readonly id: number
  readonly stash_id: string
  readonly timestamp: number
}

export interface Match {
  readonly objective_id: number
  readonly team_id: number
  readonly user_id: number | null
  readonly number: number
  readonly timestamp: number
  /** null: not from a tab. */
  readonly stash_change_id: number | null
}

export type Results = ReadonlyMap<number, ReadonlyMap<number, Result>>

interface Observation {
  readonly fact: Fact
  readonly gone: boolean
}

/** The newest is determined by time, then by id. */
const compareChanges = (a: StashChange, b: StashChange) => a.timestamp - b.timestamp || a.id - b.id

/**
 * Rows as facts. Every change of a tab is a fact for each objective and team that ever had a match there: with its match, or with
 * the number 0. A match of an unlisted change belongs to no known tab.
 */
function listObservations(changes: readonly StashChange[], matches: readonly Match[]): Observation[] {
  const listed = new Set(changes.map(({ id }) => id))
  const byChange = new Map<number | null, Match[]>()
  for (const match of matches) {
    const change = match.stash_change_id !== null && listed.has(match.stash_change_id) ? match.stash_change_id : null
    const found = byChange.get(change)
    if (found === undefined) byChange.set(change, [match])
    else found.push(match)
  }
  const observations: Observation[] = []
  const note = (match: Match, source: string, gone: boolean) => {
    const { objective_id, team_id, user_id, number, timestamp } = match
    const fact: Fact = {
      kind: 'fact',
      sequence: observations.length + 1,
      objective_id,
      team_id,
      user_id,
      source,
      number,
      timestamp,
    }
    observations.push({ fact, gone })
  }
  const shown = new Map<string, Map<string, Match>>()
  for (const { id, stash_id, timestamp } of changes.toSorted(compareChanges)) {
    const known = shown.get(stash_id) ?? new Map<string, Match>()
    const present = byChange.get(id) ?? []
    const isPresent = new Set(present.map(namePair))
    for (const [pair, match] of known) {
      if (!isPresent.has(pair)) note({ ...match, user_id: null, number: 0, timestamp }, `stash:${stash_id}`, true)
    }
    for (const match of present) {
      note(match, `stash:${stash_id}`, false)
      known.set(namePair(match), match)
    }
    shown.set(stash_id, known)
  }
  for (const match of byChange.get(null) ?? []) {
    note(match, match.user_id === null ? `team:${match.team_id}` : `user:${match.user_id}`, false)
  }
  return observations
}

const namePair = ({ objective_id, team_id }: Match) => `${objective_id}/${team_id}`

/** The aggregated results of an event's teams: objective id -> team id -> result. Unknown objectives are ignored. */
export function aggregateMatches(
  definition: EventDefinition,
  changes: readonly StashChange[],
  matches: readonly Match[],
  now: number,
): Results {
  const counters = new Map(definition.objectives.map((objective) => [objective.id, createCounter(definition, objective)]))
  for (const { fact, gone } of listObservations(changes, matches)) {
    const counter = counters.get(fact.objective_id)
    if (counter) foldFact(counter, fact, gone)
  }
  const results = new Map<number, ReadonlyMap<number, Result>>()
  for (const [objective_id, counter] of counters) {
    const byTeam = new Map<number, Result>()
    for (const team_id of definition.team_ids) {
      const result = readResult(counter, team_id, now)
      if (result) byTeam.set(team_id, result)
    }
    if (byTeam.size > 0) results.set(objective_id, byTeam)
  }
  return results
}

/** A tab's content as received from the game. */
export interface StashSnapshot extends StashChange {
  /** null: the tab is no longer public. */
  readonly account_name: string | null
  readonly league: string | null
  /** Not a tab, but the items that a character of this class wears, or with `''` the items that it carries. */
  readonly worn_by?: string
  readonly items: readonly GameItem[]
}

export interface Participant {
  readonly team_id: number
  readonly user_id: number
}

/**
 * The matches of snapshots of one league, ordered by time. Tabs of strangers and of other leagues have none; a known tab without
 * matches counts as empty.
 */
export function matchSnapshots(
  objectives: readonly ObjectiveDefinition[],
  game_version: GameVersion,
  league: string,
  participants: ReadonlyMap<string, Participant>,
  snapshots: readonly StashSnapshot[],
): { matches: Match[]; refused: readonly RefusedCondition[] } {
  const tabs = createMatcher(objectives, { game_version, from: 'tabs' })
  const characters = createMatcher(objectives, { game_version, from: 'characters' })
  const ofTabs = readItemSource([], game_version) === 'tabs' ? tabs : characters
  const matches: Match[] = []
  for (const { id, account_name, league: seenLeague, timestamp, items, worn_by } of snapshots.toSorted(compareChanges)) {
    const owner = account_name === null || seenLeague !== league ? undefined : participants.get(account_name)
    if (owner === undefined) continue
    const { matcher } = worn_by === undefined ? ofTabs : characters
    const seen = worn_by === undefined ? items : items.map((item) => ({ ...item, worn_by }))
    for (const [objective_id, number] of sumByObjective(matcher.match(seen, timestamp))) {
      matches.push({ objective_id, ...owner, number, timestamp, stash_change_id: id })
    }
  }
  return { matches, refused: [...tabs.refused, ...characters.refused] }
}
