import type { Provider } from '@muster/contract/auth'
import type { CallInput } from '@muster/contract/endpoint'
import type { endpoints } from '@muster/contract/endpoints'
import type { GameVersion } from '@muster/contract/events'
import type { ExampleName } from '@muster/contract/example-names'
import type { EventId, ObjectiveId, ScoringPresetId, TeamId } from '@muster/contract/ids'
import { jobTypes } from '@muster/contract/jobs'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { readDefinition } from '@muster/domain/definition-file/read'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { listExamples } from '@muster/server/definition/examples'
import type { World } from '@muster/simulator/world/world'
import { demoPresets, demoTree } from '../demo/objectives.ts'
import type { DemoObjective } from '../demo/tree.ts'
import type { Scenario } from './scenario.ts'
import { logIn, type Person } from './people.ts'
import { wornObjectives } from './worn-objectives.ts'
import { secondGameTree } from '../demo/second-game-objectives.ts'

/** Points by hand above this number need a second person. */
export const pointsLimit = 100
const hour_ms = 3_600_000
const colors = [
  '#f2c230',
  '#2bb673',
  '#2f6fed',
  '#8b3fd1',
  '#e2574c',
  '#13b5c9',
  '#c98a1b',
  '#7a8a99',
  '#a3c644',
  '#d16ba5',
] as const

export interface Organised {
  readonly game_version: GameVersion
  readonly event_id: EventId
  readonly start_ms: number
  readonly end_ms: number
  readonly admin: Person
  /** Decides about the admin's own team; null if there are no submissions. */
  readonly judge: Person | null
  /** A judge in the admin's team: with the admin, two people can decide about another team. */
  readonly teammate: Person | null
  readonly players: readonly Person[]
  /** Indexed by the team's number in the simulated world. */
  readonly team_ids: readonly TeamId[]
}

type Edit = CallInput<(typeof endpoints)['editDefinition']>['body']['edits'][number]

/** Edits that create the whole tree at once, each parent before its children. */
function listEdits(
  at: { root_id: ObjectiveId; start_ms: number; presets: ReadonlyMap<string, ScoringPresetId> },
  tree: readonly DemoObjective[],
): Edit[] {
  const toTime = (hour: number | undefined) => (hour === undefined ? null : new Date(at.start_ms + hour * hour_ms).toISOString())
  const edits: Edit[] = []
  const walk = (objectives: readonly DemoObjective[], parent_key: string | null) => {
    for (const { children, conditions, preset, further = [], from_hour, to_hour, extra = '', ...rest } of objectives) {
      const key = `${edits.length}`
      const objective = {
        ...rest,
        id: null,
        parent_id: parent_key === null ? at.root_id : null,
        parent_key,
        extra,
        hide_progress: rest.hide_progress ?? false,
        valid_from: toTime(from_hour),
        valid_to: toTime(to_hour),
        conditions: conditions.map((condition) => ({ id: null, ...condition })),
        scoring_preset_id: preset === undefined ? null : (at.presets.get(preset) ?? null),
        further_preset_ids: further.flatMap((one) => at.presets.get(one) ?? []),
      }
      edits.push({ kind: 'save_objective', key, objective })
      walk(children, key)
    }
  }
  walk(tree, null)
  return edits
}

/** The objectives for each game and their source; the league has the event's name. */
const contests: Readonly<
  Record<GameVersion, { tree: readonly DemoObjective[]; patch: string; leagueOf: (world: World) => string | undefined }>
> = {
  poe1: { tree: [...demoTree, wornObjectives], patch: '3.29', leagueOf: ({ options }) => options.league },
  poe2: { tree: secondGameTree, patch: '0.5', leagueOf: ({ options }) => options.second_game?.league },
}

/** Creates the presets, and the whole tree in one change. */
async function createObjectives(
  { client }: Person,
  event_id: EventId,
  start_ms: number,
  { tree, presets: paid }: NonNullable<Scenario['objectives']>,
): Promise<void> {
  const presets = new Map<string, ScoringPresetId>()
  for (const [key, { points, point_cap = 0, ...preset }] of Object.entries(paid)) {
    const body = { id: null, ...preset, points: [...points], point_cap }
    presets.set(key, (await client.call('createScoringPreset', { event_id, body })).id)
  }
  const root = await client.call('getObjectiveTreeForEvent', { event_id })
  const edits = listEdits({ root_id: root.id as ObjectiveId, start_ms, presets }, tree)
  await client.call('editDefinition', { event_id, body: { reason: 'The tree', edits } })
}

/** The rules for personal points of an example, which the form of a new event sends with the other fields. */
function readPersonal(example: ExampleName | undefined): PersonalObjectives | undefined {
  const read = readDefinition(listExamples().find(({ name }) => name === example)?.text ?? '')
  return read.ok ? (read.document.event?.personal_objectives ?? undefined) : undefined
}

/** Creates the event, its presets, objectives and teams through the API, as an organiser does. */
export async function makeEvent(
  admin: Person,
  world: World,
  {
    game_version,
    objectives,
    example,
    personal_objectives = readPersonal(example),
    reports = false,
  }: Pick<Scenario, 'game_version' | 'objectives' | 'example' | 'personal_objectives' | 'reports'>,
  times: { now_ms: number; start_ms: number; end_ms: number; end_of_signups_ms: number },
): Promise<{ event_id: EventId; team_ids: TeamId[] }> {
  const { now_ms, start_ms, end_ms, end_of_signups_ms } = times
  const toTime = (at: number) => new Date(at).toISOString()
  const { client } = admin
  const { patch, leagueOf, ...usual } = contests[game_version]
  const { tree, presets: paid } = objectives ?? { ...usual, presets: demoPresets }
  const league = leagueOf(world)
  if (league === undefined) throw new Error(`the simulated world has no players for ${game_version}`)
  const { id: event_id } = await client.call('createEvent', {
    body: {
      id: null,
      name: league,
      game_version,
      is_current: true,
      is_public: true,
      is_locked: false,
      max_size: world.accounts.length,
      waitlist_size: 10,
      patch,
      points_need_approval_above: pointsLimit,
      game_log: reports ? 'followed' : 'off',
      personal_objectives,
      example,
      application_start_time: toTime(now_ms - 24 * hour_ms),
      application_end_time: toTime(end_of_signups_ms),
      event_start_time: toTime(start_ms),
      event_end_time: toTime(end_ms),
    },
  })
  if (example === undefined) await createObjectives(admin, event_id, start_ms, { tree, presets: paid })
  const team_ids: TeamId[] = []
  for (const { name, ordinal } of world.teams) {
    const body = {
      id: null,
      name,
      abbreviation: name.slice(0, 3).toUpperCase(),
      color: colors[ordinal] ?? '',
      allowed_classes: [],
    }
    team_ids.push((await client.call('createTeam', { event_id, body })).id)
  }
  return { event_id, team_ids }
}

/**
 * Logs in all players and signs them up, one at a time: codes are valid for half a minute, and the token endpoint has a rate
 * limit.
 */
export async function signUpAll(
  product_url: string,
  event_id: EventId,
  names: readonly string[],
  provider: Provider,
): Promise<Person[]> {
  const people: Person[] = []
  for (const [place, name] of names.entries()) {
    const person = await logIn(product_url, name, provider)
    await person.client.call('createSignup', {
      event_id,
      body: {
        expected_playtime: 4 + (place % 9),
        needs_help: place % 7 === 0,
        wants_to_help: place % 5 === 0,
        partner_account_name: null,
        extra: null,
        ...(provider !== 'poe' && { stated_account_name: name }),
      },
    })
    people.push(person)
  }
  return people
}

/** Sorts all players into their teams of the simulated world; the first of each team becomes its lead. */
export async function sortTeams(
  admin: Person,
  event_id: EventId,
  world: World,
  players: readonly Person[],
  team_ids: readonly TeamId[],
): Promise<void> {
  const led = new Set<number>()
  const assignments = players.map(({ account_name, user_id }) => {
    const team = world.findAccount(account_name)?.team ?? -1
    const team_id = team_ids[team]
    if (team_id === undefined) throw new Error(`${account_name} has no team in the simulated world`)
    const is_team_lead = !led.has(team)
    led.add(team)
    return { user_id, team_id, is_team_lead }
  })
  await admin.client.call('addUsersToTeams', { event_id, body: assignments })
}

/** Starts all jobs that have data to read in this game. */
export async function startJobs(
  { client }: Person,
  { event_id, game_version }: Pick<Organised, 'event_id' | 'game_version'>,
  end_ms: number,
): Promise<void> {
  for (const job_type of jobTypes.filter((one) => findJobProblem(one, game_version) === null)) {
    await client.call('startJob', { body: { event_id, job_type, end_date: new Date(end_ms).toISOString() } })
  }
}
