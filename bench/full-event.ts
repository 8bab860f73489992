import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { recordDefinition } from '@muster/server/db/definition'
import type { Db } from '@muster/server/db/connect'
import { anEvent, anObjective, aPreset, testNow } from '@muster/server/testing/builders'

export const objectives = 1000
export const teams = 10
export const players = 500

const places = (count: number) => Array.from({ length: count }, (_, place) => place)

export interface EventSize {
  readonly teams: number
  readonly players: number
  /** Categories, among which the objectives are distributed. */
  readonly categories: number
  /** Including categories and root. */
  readonly objectives?: number
}

/** Creates an event of maximum size: a tree of categories, all players on the ladder, a score for every objective and team. */
export async function fillEvent(
  db: Db,
  size: EventSize = { teams, players, categories: 20 },
  event: Parameters<typeof anEvent>[1] = { is_current: true },
): Promise<EventId> {
  const { id: event_id } = await anEvent(db, event)
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  const root = await anObjective(db, event_id, { name: 'default', ...category })
  const scoring_preset_id = await aPreset(db, event_id, { points: [30, 20, 10], scoring_method: 'RANKED_TIME' })
  const sections: ObjectiveId[] = []
  for (const place of places(size.categories)) {
    sections.push((await anObjective(db, event_id, { parent_id: root.id, name: `Section ${place}`, ...category })).id)
  }
  const made = await db
    .insertInto('objectives')
    .values(
      places((size.objectives ?? objectives) - 1 - size.categories).map((place) => ({
        event_id,
        parent_id: sections[place % sections.length] ?? root.id,
        name: `Find thing number ${place}`,
        objective_type: 'ITEM' as const,
        aggregation: 'EARLIEST' as const,
        number_field: 'STACK_SIZE' as const,
        required_number: 1 + (place % 3),
        scoring_preset_id,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('conditions')
    .values(
      made.map(({ id }) => ({ objective_id: id, field: 'BASE_TYPE' as const, operator: 'EQ' as const, value: `Base ${id}` })),
    )
    .execute()
  const team_ids = (
    await db
      .insertInto('teams')
      .values(places(size.teams).map((place) => ({ event_id, name: `Team ${place}`, abbreviation: `T${place}` })))
      .returning('id')
      .execute()
  ).map(({ id }) => id)
  const user_ids = (
    await db
      .insertInto('users')
      .values(places(size.players).map((place) => ({ display_name: `Player ${place}` })))
      .returning('id')
      .execute()
  ).map(({ id }) => id)
  await fillPlayers(db, event_id, team_ids, user_ids)
  for (const objective of [root.id, ...sections, ...made.map(({ id }) => id)])
    await fillScores(db, event_id, objective, team_ids, user_ids)
  await db
    .insertInto('score_cursors')
    .values({ event_id, change_sequence: (size.objectives ?? objectives) * size.teams })
    .execute()
  // The same record of a change as from the API.
  const change = { timestamp: new Date(testNow), author_id: null, reason: 'made for a bench' }
  await db.transact((tx) => recordDefinition(tx, event_id, change))
  return event_id
}

async function fillPlayers(db: Db, event_id: EventId, team_ids: readonly TeamId[], user_ids: readonly UserId[]): Promise<void> {
  await db
    .insertInto('team_users')
    .values(
      user_ids.map((user_id, place) => ({
        event_id,
        user_id,
        team_id: team_ids[place % team_ids.length] as TeamId,
        is_team_lead: place < team_ids.length,
      })),
    )
    .execute()
  const ids = user_ids.map((user_id) => ({ user_id, id: `${user_id}`.padStart(64, 'c') }))
  await db
    .insertInto('characters')
    .values(
      ids.map(({ user_id, id }) => ({
        event_id,
        id,
        user_id,
        name: `Figure${user_id}`,
        ascendancy: 'Necromancer',
        level: 92,
        experience: 3e9,
      })),
    )
    .execute()
  await db
    .insertInto('ladder_entries')
    .values(
      ids.map(({ user_id, id }, place) => ({
        event_id,
        rank: place + 1,
        character_id: id,
        character_name: `Figure${user_id}`,
        character_class: 'Necromancer',
        account_name: `Player${user_id}#0001`,
        level: 92,
        experience: 3e9 - place * 1e6,
        delve: place % 300,
        twitch_account: null,
        user_id,
      })),
    )
    .execute()
  await fillFigures(
    db,
    event_id,
    ids.map(({ id }) => id),
  )
}

/** Calculated figures for all characters, so that each column of the ladder has values. */
async function fillFigures(db: Db, event_id: EventId, character_ids: readonly string[]): Promise<void> {
  const timestamp = new Date(testNow)
  const builds = character_ids.map((character_id) => ({ character_id, export_hash: Buffer.from(`${event_id} ${character_id}`) }))
  const build = { event_id, timestamp, level: 92, ascendancy: 'Necromancer', main_skill: 'Raise Zombie', export: Buffer.from('') }
  await db
    .insertInto('character_builds')
    .values(builds.map((one) => ({ ...build, ...one })))
    .execute()
  const figuresOf = (place: number) => ({
    dps: 100_000 + place * 311,
    ehp: 9000 + place * 7,
    hp: 3000 + place,
    mana: 900 + place,
    es: place,
    armour: 7000 + place,
    evasion: 4000 + place,
    phys_max_hit: 5000 + place,
    ele_max_hit: 9000 + place,
    movement_speed: 120 + (place % 40),
  })
  await db
    .insertInto('build_figures')
    .values(
      builds.map(({ export_hash }, place) => ({
        export_hash,
        engine: 'bench',
        figures: JSON.stringify(figuresOf(place)),
        calculated_at: timestamp,
      })),
    )
    .execute()
}

async function fillScores(
  db: Db,
  event_id: EventId,
  objective_id: ObjectiveId,
  team_ids: readonly TeamId[],
  user_ids: readonly UserId[],
): Promise<void> {
  await db
    .insertInto('scores')
    .values(
      team_ids.map((team_id, place) => ({
        event_id,
        objective_id,
        team_id,
        points: place * 10,
        rank: place + 1,
        number: place,
        finished: place % 2 === 0,
        timestamp: new Date(testNow + place * 1000),
        user_id: user_ids[(objective_id + place) % user_ids.length] ?? null,
        sequence: place + 1,
      })),
    )
    .execute()
}
