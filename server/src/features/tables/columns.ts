import type { LadderEntry } from '@muster/contract/ladder'
import type { Objective } from '@muster/contract/objectives'
import { noTimestamp, type ScoreDiff, type ScoreHistory } from '@muster/contract/scores'
import type { TwitchStream } from '@muster/contract/streams'
import type { Team } from '@muster/contract/teams'
import type { UsersByTeam } from '@muster/contract/users'
import { rankTeams } from '@muster/domain/scoring/team-ranks'

export type Cell = string | number
export type Rows = readonly (readonly Cell[])[]

/** RFC 3339 without fractions, which spreadsheets read as a time. */
const writeTime = (seconds: number | null) =>
  seconds === null || seconds === noTimestamp ? '' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
const writeDate = (text: string | null) => text ?? ''

const nameById = (list: readonly { readonly id: number; readonly name: string }[]) =>
  new Map(list.map(({ id, name }) => [id, name]))

interface PlacedObjective {
  readonly objective: Objective
  /** The categories above it, from the top, without the root. */
  readonly category: string
}

/** Objectives that open later have no id and no name yet, and are left out. */
function listObjectives(root: Objective, category: string): PlacedObjective[] {
  const named = root.children.filter(({ id }) => id !== 0)
  return named.flatMap((objective) => [
    { objective, category },
    ...listObjectives(objective, category === '' ? objective.name : `${category} / ${objective.name}`),
  ])
}

export function writeStandings(teams: readonly Team[], latest: readonly ScoreDiff[]): Rows {
  const totals = new Map<number, number>()
  for (const { team_id, score } of latest) totals.set(team_id, (totals.get(team_id) ?? 0) + score.points)
  const names = nameById(teams)
  const ranked = rankTeams(
    totals,
    teams.map(({ id }) => id),
  )
  return [
    ['rank', 'team_id', 'team', 'points'],
    ...ranked.map(({ rank, team_id, points }) => [rank, team_id, names.get(team_id) ?? '', points]),
  ]
}

export function writeScores(teams: readonly Team[], root: Objective, players: UsersByTeam, latest: readonly ScoreDiff[]): Rows {
  const placed = new Map([[root.id, { objective: root, category: '' }]])
  for (const one of listObjectives(root, '')) placed.set(one.objective.id, one)
  const names = nameById(teams)
  const persons = new Map(Object.values(players).flatMap((list) => list.map(({ id, display_name }) => [id, display_name])))
  return [
    [
      'objective_id',
      'category',
      'objective',
      'team_id',
      'team',
      'points',
      'rank',
      'number',
      'finished',
      'time',
      'user_id',
      'player',
      'sequence',
    ],
    ...latest.map(({ objective_id, team_id, score, sequence }) => [
      objective_id,
      placed.get(objective_id)?.category ?? '',
      placed.get(objective_id)?.objective.name ?? '',
      team_id,
      names.get(team_id) ?? '',
      score.points,
      score.rank,
      score.number,
      String(score.finished),
      writeTime(score.timestamp),
      score.user_id ?? '',
      (score.user_id && persons.get(score.user_id)) ?? '',
      sequence,
    ]),
  ]
}

export function writeHistory(teams: readonly Team[], history: ScoreHistory): Rows {
  const names = nameById(teams)
  return [
    ['time', 'team_id', 'team', 'points'],
    ...history.teams.flatMap(({ team_id, steps }) =>
      steps.map(([seconds, points]) => [writeTime(seconds), team_id, names.get(team_id) ?? '', points]),
    ),
  ]
}

export const writeObjectives = (root: Objective): Rows => [
  ['objective_id', 'parent_id', 'category', 'objective', 'type', 'required_number', 'opens_at', 'closes_at'],
  ...listObjectives(root, '').map(({ objective, category }) => [
    objective.id,
    objective.parent_id ?? '',
    category,
    objective.name,
    objective.objective_type,
    objective.required_number,
    writeDate(objective.valid_from),
    writeDate(objective.valid_to),
  ]),
]

export const writeTeams = (teams: readonly Team[]): Rows => [
  ['team_id', 'team', 'abbreviation', 'color', 'allowed_classes'],
  ...teams.map((team) => [team.id, team.name, team.abbreviation, team.color, team.allowed_classes.join(', ')]),
]

export function writePlayers(teams: readonly Team[], players: UsersByTeam): Rows {
  return [
    ['user_id', 'player', 'team_id', 'team'],
    ...teams.flatMap(({ id, name }) => (players[id] ?? []).map((player) => [player.id, player.display_name, id, name])),
  ]
}

export const writeLadder = (entries: readonly LadderEntry[]): Rows => [
  ['rank', 'account', 'character', 'class', 'level', 'experience', 'depth', 'user_id', 'twitch', 'last_active'],
  ...entries.map((entry) => [
    entry.rank,
    entry.account_name,
    entry.character_name,
    entry.character_class,
    entry.level,
    entry.experience,
    entry.delve,
    entry.user_id ?? '',
    entry.twitch_account ?? '',
    writeTime(entry.last_active),
  ]),
]

export const writeStreams = (streams: readonly TwitchStream[]): Rows => [
  ['user_id', 'channel', 'title', 'viewers', 'started_at', 'language'],
  ...streams.map((stream) => [
    stream.backend_user_id,
    stream.user_login,
    stream.title,
    stream.viewer_count,
    stream.started_at,
    stream.language,
  ]),
]
