import type { Atlas, AtlasProgression, PoB } from '@muster/contract/characters'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { type BuildFigures, buildFigures, type Character, type CharacterStat } from '@muster/contract/ladder'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isOfGame } from '../../db/readings.ts'
import type { Membership } from '../../viewer.ts'
import { writeExports } from './exports.ts'

const columns = [
  'characters.id',
  'characters.user_id',
  'characters.event_id',
  'characters.name',
  'characters.level',
  'characters.main_skill',
  'characters.ascendancy',
  'characters.ascendancy_points',
  'characters.atlas_node_count',
  'characters.pantheon',
] as const

/** A page of a history: the newest `limit` before a position; everything by default. */
export interface Page {
  readonly limit?: number | undefined
  readonly before?: number | undefined
}

/** Figures from the calculation of a build; 0 means "not calculated" in this API. */
const uncalculated = {
  dps: 0,
  ehp: 0,
  phys_max_hit: 0,
  ele_max_hit: 0,
  hp: 0,
  mana: 0,
  es: 0,
  armour: 0,
  evasion: 0,
  movement_speed: 0,
}

/** The known figures of a build in the form of the API. */
export function presentFigures(figures: BuildFigures | null): Omit<CharacterStat, 'timestamp' | 'xp'> {
  if (figures === null) return uncalculated
  const missing = buildFigures.filter((name) => figures[name] === undefined)
  return { ...uncalculated, ...figures, source: 'pob', ...(missing.length > 0 && { missing }) }
}

export function listCharactersOf(db: Db, event_id: EventId): Promise<Character[]> {
  return db.selectFrom('characters').select(columns).where('event_id', '=', event_id).orderBy('id').execute()
}

/** A character with the columns that decide who may see its event. */
export interface PlacedCharacter {
  readonly character: Character
  readonly is_public: boolean
  readonly place: Membership | null
}

/** Characters of a user, or one by its id, in all events; with the viewer's place in each event. */
export async function listPlacedCharacters(
  db: Db,
  wanted: { readonly user_id: UserId } | { readonly character_id: string },
  viewer_id: UserId | null,
): Promise<PlacedCharacter[]> {
  const characters = db
    .selectFrom('characters')
    .innerJoin('events', 'events.id', 'characters.event_id')
    .leftJoin('team_users as place', (join) =>
      join.onRef('place.event_id', '=', 'characters.event_id').on(sql<boolean>`place.user_id = ${viewer_id}`),
    )
    .select(columns)
    .select(['events.is_public', 'place.team_id', 'place.is_team_lead'])
    .orderBy('characters.event_id')
    .orderBy('characters.id')
  const rows = await ('user_id' in wanted
    ? characters.where('characters.user_id', '=', wanted.user_id)
    : characters.where('characters.id', '=', wanted.character_id)
  ).execute()
  return rows.map(({ is_public, team_id, is_team_lead, ...character }) => ({
    character,
    is_public,
    place: team_id === null ? null : { team_id, is_team_lead: is_team_lead ?? false },
  }))
}

export async function isUser(db: Db, user_id: UserId): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) !== undefined
}

/** Characters as they were at a time: with the newest reading and the newest build before it. */
export const selectCharactersAt = (db: Db, event_id: EventId, at: Date) =>
  db
    .selectFrom('characters as known')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('character_readings')
          .select(['timestamp', 'level', 'experience', 'ascendancy', 'ascendancy_points', 'delve_depth', 'atlas_node_count'])
          .select(sql<boolean>`coalesce(pantheon_major, pantheon_minor) is not null`.as('pantheon'))
          .whereRef('character_readings.event_id', '=', 'known.event_id')
          .whereRef('character_readings.character_id', '=', 'known.id')
          .where('timestamp', '<=', at)
          .where(isOfGame)
          .orderBy('timestamp', 'desc')
          .limit(1)
          .as('reading'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('character_builds')
          .leftJoin('build_figures', 'build_figures.export_hash', 'character_builds.export_hash')
          .select(['figures', 'main_skill', 'character_builds.ascendancy'])
          .whereRef('character_builds.event_id', '=', 'known.event_id')
          .whereRef('character_builds.character_id', '=', 'known.id')
          .where('timestamp', '<=', at)
          .orderBy('id', 'desc')
          .limit(1)
          .as('build'),
      (join) => join.onTrue(),
    )
    .select(['known.id', 'known.user_id', 'known.event_id', 'known.name', 'known.ascendancy as class_now'])
    .select(['reading.level', 'reading.experience', 'reading.ascendancy', 'reading.ascendancy_points', 'reading.delve_depth'])
    .select(['reading.atlas_node_count', 'reading.pantheon', 'reading.timestamp'])
    .select(['build.figures', 'build.main_skill', 'build.ascendancy as build_class'])
    .where('known.event_id', '=', event_id)

/** Readings of a character in these events, oldest first; `before` in unix seconds. */
export async function listReadings(
  db: Db,
  character_id: string,
  event_ids: readonly EventId[],
  { limit, before }: Page,
): Promise<CharacterStat[]> {
  let readings = db
    .selectFrom('character_readings')
    .select([sql<number>`floor(extract(epoch from timestamp))::bigint`.as('timestamp'), 'experience as xp'])
    .select((of) =>
      of
        .selectFrom('character_builds as build')
        .innerJoin('build_figures', 'build_figures.export_hash', 'build.export_hash')
        .select('figures')
        .whereRef('build.event_id', '=', 'character_readings.event_id')
        .whereRef('build.character_id', '=', 'character_readings.character_id')
        .whereRef('build.timestamp', '<=', 'character_readings.timestamp')
        .orderBy('build.id', 'desc')
        .limit(1)
        .as('figures'),
    )
    .where('character_id', '=', character_id)
    .where('event_id', '=', sql<EventId>`any(${event_ids})`)
    .where(isOfGame)
  if (before !== undefined) readings = readings.where('timestamp', '<', new Date(before * 1000))
  if (limit !== undefined) readings = readings.limit(limit)
  const rows = await readings.orderBy('id', 'desc').execute()
  return rows.toReversed().map(({ figures, ...row }) => ({ ...row, ...presentFigures(figures) }))
}

/** Builds of a character in these events, oldest first; `before` is an id. */
export async function listBuilds(
  db: Db,
  character_id: string,
  event_ids: readonly EventId[],
  { limit, before }: Page,
): Promise<PoB[]> {
  let builds = db
    .selectFrom('character_builds')
    .leftJoin('build_figures', 'build_figures.export_hash', 'character_builds.export_hash')
    .select(['id', 'timestamp', 'level', 'ascendancy', 'main_skill', 'export', 'stats'])
    .where('character_id', '=', character_id)
    .where('event_id', '=', sql<EventId>`any(${event_ids})`)
  if (before !== undefined) builds = builds.where('id', '<', before)
  if (limit !== undefined) builds = builds.limit(limit)
  const rows = await builds.orderBy('id', 'desc').execute()
  return (await writeExports(rows.toReversed())).map((build) => ({ ...build, timestamp: build.timestamp.toISOString() }))
}

/** Every version of a player's atlas trees, newest first. */
export function listAtlasVersions(db: Db, event_id: EventId, user_id: UserId): Promise<AtlasProgression[]> {
  return db
    .selectFrom('atlas_trees')
    .select(['index', 'nodes', sql<number>`floor(extract(epoch from timestamp))::bigint`.as('timestamp')])
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
}

/** The newest trees of all team members who have any, by user. */
export async function listTeamAtlases(db: Db, event_id: EventId, team_id: TeamId): Promise<Atlas[]> {
  const rows = await db
    .selectFrom('atlas_trees')
    .innerJoin('team_users', (join) =>
      join.onRef('team_users.user_id', '=', 'atlas_trees.user_id').onRef('team_users.event_id', '=', 'atlas_trees.event_id'),
    )
    .distinctOn(['atlas_trees.user_id', 'index'])
    .select(['atlas_trees.user_id', 'index', 'nodes'])
    .where('atlas_trees.event_id', '=', event_id)
    .where('team_users.team_id', '=', team_id)
    .orderBy('atlas_trees.user_id')
    .orderBy('index')
    .orderBy('atlas_trees.id', 'desc')
    .execute()
  const players = Map.groupBy(rows, (row) => row.user_id)
  return [...players].map(([user_id, trees]) => ({
    event_id,
    user_id,
    index: -1 as const,
    trees: Object.fromEntries(trees.map(({ index, nodes }) => [String(index), nodes])),
  }))
}
