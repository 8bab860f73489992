import type { GameItem } from '@muster/contract/game-api'
import {
  AggregateInput,
  DiffInput,
  EvaluateInput,
  FieldInput,
  MatchInput,
  PotentialInput,
  RunInput,
  ValueInput,
  readOffline,
  type OfflineInput,
  type OfflineMatch,
  type OfflineNode,
  type OfflineSchema,
  type OfflineScore,
} from '@muster/contract/offline'
import { findFigures } from '@muster/domain/builds/calculated-figures'
import { readPlayerNumber, readTeamNumber } from '@muster/domain/characters/numbers'
import { countAtlasNodes } from '@muster/domain/characters/player-state'
import { readWornOfCharacter } from '@muster/domain/characters/worn-values'
import { createMatcher, type RefusedCondition } from '@muster/domain/conditions/matcher'
import { createClassifier } from '@muster/domain/items/classes'
import { fields } from '@muster/domain/items/fields'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { buildTree } from '@muster/domain/objectives/tree'
import type { Result } from '@muster/domain/scoring/aggregations/tally'
import { clampNumber } from '@muster/domain/scoring/clamp-number'
import { diffBoards, listChangedFields } from '@muster/domain/scoring/diff'
import { aggregateMatches, matchSnapshots, type Match, type Results } from '@muster/domain/scoring/offline'
import { sumPotential, type PotentialNode } from '@muster/domain/scoring/potential'
import { findProblems } from '@muster/domain/scoring/problems'
import { evaluateResults, sumTotals } from '@muster/domain/scoring/rollup'
import type { Scoreboard, TeamScore } from '@muster/domain/scoring/score'
import { BadInput, createTimes, listRules, readObjectives, readTree, type Times } from './score-input.ts'

/** Reports a problem of the input that does not stop scoring. */
export type Warn = (message: string) => void

/** One command: JSON in, JSON out. */
export type Command = (input: unknown, warn: Warn) => unknown

function define<S extends OfflineSchema>(
  schema: S,
  answer: (input: OfflineInput<S>, times: Times, warn: Warn) => unknown,
): Command {
  return (given, warn) => {
    const read = readOffline(schema, given)
    if (!read.ok) throw new BadInput(read.reason)
    return answer(read.input, createTimes(), warn)
  }
}

/** Otherwise a wrong definition would only show as missing points. */
function warnOfProblems(definition: EventDefinition, warn: Warn): void {
  for (const { message } of findProblems(definition, { ...buildTree(definition.objectives), problems: [] })) warn(message)
}

const byIds = (a: { objective_id: number; team_id: number }, b: { objective_id: number; team_id: number }) =>
  a.objective_id - b.objective_id || a.team_id - b.team_id

const listResults = (results: Results, times: Times) =>
  [...results]
    .flatMap(([objective_id, byTeam]) =>
      [...byTeam].map(([team_id, { number, timestamp, user_id, finished }]) => ({
        objective_id,
        team_id,
        number,
        timestamp: times.write(timestamp),
        user_id,
        finished,
      })),
    )
    .sort(byIds)

function listScores(board: Scoreboard, team_ids: readonly number[], times: Times) {
  const totals = sumTotals(board)
  const scores = [...board].flatMap(([objective_id, byTeam]) =>
    [...byTeam].map(([team_id, { points, rank, number, finished, timestamp, user_id, by_rule }]) => ({
      objective_id,
      team_id,
      points,
      rank,
      number,
      finished,
      timestamp: times.write(timestamp),
      user_id,
      ...(by_rule && {
        by_rule: by_rule.map(({ scoring_preset_id: _, ...share }) => ({ ...share, timestamp: times.write(share.timestamp) })),
      }),
    })),
  )
  return { scores: scores.sort(byIds), totals: Object.fromEntries(team_ids.map((id) => [id, totals.get(id) ?? 0])) }
}

const readMatches = (matches: readonly OfflineMatch[], times: Times): Match[] =>
  matches.map((match) => ({ ...match, timestamp: times.read(match.timestamp) }))

function group<T>(rows: readonly { objective_id: number; team_id: number; value: T }[]): Map<number, Map<number, T>> {
  const grouped = new Map<number, Map<number, T>>()
  for (const { objective_id, team_id, value } of rows) {
    const byTeam = grouped.get(objective_id) ?? new Map<number, T>()
    grouped.set(objective_id, byTeam.set(team_id, value))
  }
  return grouped
}

const nameReason = ({ field, operator, reason }: RefusedCondition) => `${field} ${operator}: ${reason}`

const match = define(MatchInput, ({ game_version, now, objectives, items }, times) => {
  const { matcher, refused } = createMatcher(readObjectives(objectives, times).objectives, { game_version })
  return {
    completions: matcher.match(items as GameItem[], times.read(now)),
    refused: refused.map((one) => ({ objective_id: one.objective_id, condition: one.condition, reason: nameReason(one) })),
  }
})

const aggregate = define(AggregateInput, ({ now, event, objectives, stash_changes, matches }, times, warn) => {
  const definition: EventDefinition = {
    start_at: times.read(event.start),
    end_at: times.read(event.end),
    team_ids: event.teams.map(({ id }) => id),
    ...readObjectives(objectives, times),
  }
  warnOfProblems(definition, warn)
  const changes = stash_changes.map((change) => ({ ...change, timestamp: times.read(change.timestamp) }))
  return { aggregations: listResults(aggregateMatches(definition, changes, readMatches(matches, times), times.read(now)), times) }
})

const evaluate = define(EvaluateInput, ({ teams, objectives, aggregations }, times, warn) => {
  const team_ids = teams.map(({ id }) => id)
  const definition: EventDefinition = { start_at: null, end_at: null, team_ids, ...readTree(objectives, times) }
  warnOfProblems(definition, warn)
  const results = group(
    aggregations.map(({ objective_id, team_id, number, timestamp, ...result }) => {
      const value: Result = { ...result, number: clampNumber(Math.trunc(number)), timestamp: times.read(timestamp) }
      return { objective_id, team_id, value }
    }),
  )
  return listScores(evaluateResults(definition, results), team_ids, times)
})

const run = define(RunInput, ({ now, game_version, event, objectives, changes }, times, warn) => {
  const team_ids = event.teams.map(({ id }) => id)
  const definition: EventDefinition = {
    start_at: times.read(event.start),
    end_at: times.read(event.end),
    team_ids,
    ...readTree(objectives, times),
  }
  warnOfProblems(definition, warn)
  // Like on the server: account names of the game are case-insensitive.
  const participants = new Map(
    event.teams.flatMap(({ id: team_id, users }) =>
      users.map(({ id: user_id, account_name }) => [account_name.toLowerCase(), { team_id, user_id }]),
    ),
  )
  const snapshots = changes.map((change) => ({
    ...change,
    account_name: change.account_name?.toLowerCase() ?? null,
    timestamp: times.read(change.timestamp),
    items: change.items as GameItem[],
  }))
  const { matches, refused } = matchSnapshots(definition.objectives, game_version, event.name, participants, snapshots)
  for (const one of refused) warn(`condition ${one.condition} of objective ${one.objective_id} is refused: ${nameReason(one)}`)
  const results = aggregateMatches(definition, snapshots, matches, times.read(now))
  return {
    matches: matches.map((one) => ({ ...one, timestamp: times.write(one.timestamp) })),
    ...listScores(evaluateResults(definition, results), team_ids, times),
  }
})

const value = define(ValueInput, ({ objective_type, players, ...rules }) => {
  const { number_field, pieces_from, game_version } = rules
  const known = players.map(({ atlas_trees, stats, equipment, jewels, skills, ...player }) => ({
    ...player,
    figures:
      stats &&
      findFigures(
        (stat) => stats[stat],
        () => undefined,
      ),
    worn: equipment && readWornOfCharacter({ equipment, jewels, skills }, game_version),
    atlas_node_count: countAtlasNodes(atlas_trees),
    pantheon_major: player.pantheon_major === true ? 'chosen' : player.pantheon_major || null,
    pantheon_minor: player.pantheon_minor === true ? 'chosen' : player.pantheon_minor || null,
  }))
  const [player] = known
  const isSingle = objectiveKinds[objective_type].number_of === 'player'
  if (isSingle && (player === undefined || known.length > 1)) {
    throw new BadInput(`players: a PLAYER objective reads exactly one player, not ${known.length}`)
  }
  const found =
    isSingle && player ? readPlayerNumber(number_field, player, rules, pieces_from) : readTeamNumber(rules, known, rules)
  if (found === null) throw new BadInput(`number_field: ${number_field} is not read from these players`)
  return { value: found }
})

const field = define(FieldInput, ({ field: name, game_version, item }) => {
  const { type, read } = fields[name]
  return { type, value: read(item, { classOf: createClassifier({ game_version }).classOf }) }
})

function readPotentialNode({ team_score, children, ...rules }: OfflineNode): PotentialNode {
  const [first = null, ...further] = listRules(rules).map(([, preset], id) => ({
    ...preset,
    id,
    point_cap: preset.point_cap ?? 0,
  }))
  return {
    scoring_preset: first,
    further_presets: further,
    team_score: new Map(
      Object.entries(team_score).map(([team_id, { by_rule, ...score }]) => [
        Number(team_id),
        { ...score, ...(by_rule && { by_rule: by_rule.map((share, id) => ({ ...share, scoring_preset_id: id })) }) },
      ]),
    ),
    children: (children ?? []).map(readPotentialNode),
  }
}

const listTeams = (node: PotentialNode): number[] => [...node.team_score.keys(), ...node.children.flatMap(listTeams)]

const potential = define(PotentialInput, ({ node }) => {
  const root = readPotentialNode(node)
  return { potential: Object.fromEntries([...new Set(listTeams(root))].map((team_id) => [team_id, sumPotential(root, team_id)])) }
})

const diff = define(DiffInput, ({ old, new: next }, times) => {
  const readBoard = (scores: readonly OfflineScore[]) =>
    group(
      scores.map(({ objective_id, team_id, timestamp, ...score }) => {
        const value: TeamScore = { ...score, timestamp: times.read(timestamp) }
        return { objective_id, team_id, value }
      }),
    )
  return {
    diffs: diffBoards(readBoard(old), readBoard(next)).map(({ objective_id, team_id, before, after }) => ({
      objective_id,
      team_id,
      diff_type: before === null ? 'Added' : after === null ? 'Removed' : 'Changed',
      field_diff: before && after ? listChangedFields(before, after) : [],
    })),
  }
})

export const commands: Readonly<Record<string, Command>> = { match, aggregate, evaluate, run, value, field, potential, diff }
