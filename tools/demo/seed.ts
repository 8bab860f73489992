import type { EventId, ObjectiveId, ScoringPresetId, TeamId, UserId } from '@muster/contract/ids'
import { readExtra } from '@muster/domain/objectives/layout'
import type { Context } from '@muster/server/context'
import { recordDefinition } from '@muster/server/db/definition'
import { insertRoot } from '@muster/server/features/events/store'
import { demoPresets, demoTree } from './objectives.ts'
import { demoRules } from './rules.ts'
import type { DemoObjective, DemoPreset } from './tree.ts'
import { isSecondDemoLeague } from './world.ts'
import type { Tx } from '@muster/server/db/connect'

const hour_ms = 3_600_000

/** A player of the demo: an account of the simulated game and the number of the team it plays for. */
export interface DemoPlayer {
  readonly user_id: UserId
  readonly team: number
}

/** A team of an event; the first of its players leads it. */
export interface DemoTeam {
  readonly name: string
  readonly abbreviation: string
  readonly color: string
}

const demoTeams: readonly DemoTeam[] = [
  {
    name: 'The Lanterns',
    abbreviation: 'LAN',
    color: '#f2c230',
  },
  {
    name: 'Gravewardens',
    abbreviation: 'GRV',
    color: '#2bb673',
  },
  {
    name: 'Tidebreakers',
    abbreviation: 'TID',
    color: '#2f6fed',
  },
  {
    name: 'Nightglass',
    abbreviation: 'NGL',
    color: '#8b3fd1',
  },
]

/** The current event of this database: the demo's, or a user's. */
export async function findCurrentEvent(ctx: Context) {
  const event = await ctx.db
    .selectFrom('events')
    .select(['id', 'name', 'event_end_time'])
    .where('is_current', '=', true)
    .executeTakeFirst()
  return event ?? null
}

/** Ids of the new presets, by key. */
export async function insertPresets(
  tx: Tx,
  event_id: EventId,
  presets: Readonly<Record<string, DemoPreset>>,
): Promise<Map<string, ScoringPresetId>> {
  const ids = new Map<string, ScoringPresetId>()
  for (const [key, { points, ...preset }] of Object.entries(presets)) {
    const { id } = await tx
      .insertInto('scoring_presets')
      .values({ event_id, ...preset, points: [...points] })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

/** The tree of an event, below its root. */
export async function insertObjectives(
  tx: Tx,
  at: { event_id: EventId; start_at: number; presets: Map<string, ScoringPresetId> },
  tree: readonly DemoObjective[],
): Promise<void> {
  const root: DemoObjective = {
    name: 'default',
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    required_number: tree.length,
    conditions: [],
    children: tree,
  }
  await insertTree(tx, at, null, [root])
}

async function insertTree(
  tx: Tx,
  at: { event_id: EventId; start_at: number; presets: Map<string, ScoringPresetId> },
  parent_id: ObjectiveId | null,
  objectives: readonly DemoObjective[],
): Promise<void> {
  const toDate = (hour: number | undefined) => (hour === undefined ? null : new Date(at.start_at + hour * hour_ms))
  for (const { children, conditions, preset, from_hour, to_hour, extra = '', ...objective } of objectives) {
    const scoring_preset_id = preset === undefined ? null : at.presets.get(preset)
    if (scoring_preset_id === undefined) throw new Error(`the demo has no preset "${preset}"`)
    const window = { valid_from: toDate(from_hour), valid_to: toDate(to_hour) }
    const { id } = await tx
      .insertInto('objectives')
      .values({ event_id: at.event_id, parent_id, scoring_preset_id, ...window, ...readExtra(extra), ...objective })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (conditions.length > 0) {
      await tx
        .insertInto('conditions')
        .values(conditions.map((condition) => ({ objective_id: id, ...condition })))
        .execute()
    }
    await insertTree(tx, at, id, children)
  }
}

/** The teams, their players, and the signups. */
export async function insertTeams(
  tx: Tx,
  event_id: EventId,
  teams: readonly DemoTeam[],
  players: readonly DemoPlayer[],
  now: Date,
): Promise<void> {
  for (const [place, team] of teams.entries()) {
    const { id: team_id } = await tx
      .insertInto('teams')
      // Players of the simulated game choose any class.
      .values({ event_id, ...team, allowed_classes: [] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = players.filter((player) => player.team === place)
    // The first of each team leads it.
    const rows = members.map(({ user_id }, index) => ({
      event_id,
      team_id: team_id as TeamId,
      user_id,
      is_team_lead: index === 0,
    }))
    if (rows.length > 0) await tx.insertInto('team_users').values(rows).execute()
  }
  const signups = players.map(({ user_id }, place) => ({
    event_id,
    user_id,
    timestamp: new Date(now.getTime() - (players.length - place) * hour_ms),
    expected_playtime: 4 + (place % 9),
  }))
  if (signups.length > 0) await tx.insertInto('signups').values(signups).execute()
}

/** The next event, without teams, open for signups. Skipped if there is one already. */
async function announceNext(tx: Tx, start_at: number): Promise<void> {
  const announced = await tx
    .selectFrom('events')
    .select('id')
    .where('event_start_time', '>', new Date(start_at))
    .executeTakeFirst()
  if (announced) return
  const starts_at = start_at + 60 * 24 * hour_ms
  const { id } = await tx
    .insertInto('events')
    .values({
      name: 'Spring Muster',
      game_version: 'poe1',
      is_current: false,
      is_public: true,
      max_size: 40,
      waitlist_size: 10,
      patch: null,
      application_start_time: new Date(start_at - 24 * hour_ms),
      application_end_time: new Date(starts_at - 24 * hour_ms),
      event_start_time: new Date(starts_at),
      event_end_time: new Date(starts_at + 72 * hour_ms),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRoot(tx, id)
}

/** The games of earlier events are gone: no more data is fetched, but stored data is still evaluated. */
async function retireEvents(tx: Tx, now: Date): Promise<void> {
  const events = await tx.selectFrom('events').select(['id', 'name', 'is_current']).execute()
  const retired = events.filter(({ name, is_current }) => is_current || isSecondDemoLeague(name)).map(({ id }) => id)
  if (retired.length === 0) return
  await tx.updateTable('events').set({ is_current: false }).where('id', 'in', retired).execute()
  await tx
    .updateTable('jobs')
    .set({ end_date: now })
    .where('event_id', 'in', retired)
    .where('job_type', '<>', 'EvaluateStashChanges')
    .where('end_date', '>', now)
    .execute()
}

/**
 * Creates the demo event: presets, objectives, teams with the given players, and the jobs that fill its board from the
 * (simulated) game. The current event becomes a past one. All or nothing.
 * @param event name is the league's name in the game, because the game's data is matched by it
 */
export async function seedDemo(
  ctx: Context,
  event: { name: string; start_at: number; length_hours: number },
  players: readonly DemoPlayer[],
): Promise<EventId> {
  const now = new Date(ctx.clock.now())
  const { name, start_at, length_hours } = event
  return ctx.db.transact(async (tx) => {
    await retireEvents(tx, now)
    const { id: event_id } = await tx
      .insertInto('events')
      .values({
        name,
        game_version: 'poe1',
        is_current: true,
        is_public: true,
        max_size: 60,
        waitlist_size: 20,
        patch: '3.29',
        application_start_time: new Date(start_at - 14 * 24 * hour_ms),
        application_end_time: new Date(start_at - 2 * hour_ms),
        event_start_time: new Date(start_at),
        event_end_time: new Date(start_at + length_hours * hour_ms),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const presets = await insertPresets(tx, event_id, demoPresets)
    await insertObjectives(tx, { event_id, start_at, presets }, demoTree)
    await insertTeams(tx, event_id, demoTeams, players, now)
    await tx
      .insertInto('event_rules')
      .values({ event_id, version: 1, text: demoRules, written_at: now, author_id: null })
      .execute()
    await recordDefinition(tx, event_id, { timestamp: now, author_id: null, reason: 'The demo event was created' })
    const end_date = new Date(start_at + (length_hours + 1) * hour_ms)
    const job_types = [
      'FetchStashChanges',
      'EvaluateStashChanges',
      'FetchCharacterData',
      'FetchGuildStashes',
      'DetermineGuildStashAccess',
    ] as const
    await tx
      .insertInto('jobs')
      .values(job_types.map((job_type) => ({ event_id, job_type, end_date })))
      .execute()
    await announceNext(tx, start_at)
    return event_id
  })
}
