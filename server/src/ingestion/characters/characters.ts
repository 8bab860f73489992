import type { CharacterDetail, CharacterSummary, LadderEntryOfGame } from '@muster/contract/game-api'
import type { GameVersion } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { listAscendancies } from '@muster/domain/builds/game-classes'
import { countAtlasNodes, hasPantheon } from '@muster/domain/characters/player-state'
import { readWornOfCharacter } from '@muster/domain/characters/worn-values'
import { countAscendancyPoints } from '@muster/domain/trees/ascendancy-nodes'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { AtlasTrees, Row } from '../../db/schema.ts'
import type { Tx } from '../../db/connect.ts'
import type { buildSource } from '../../db/readings.ts'
import { type CharacterValues, recordValues } from './values.ts'

/** Data about a character from one source; fields unknown to the source are omitted and stay unchanged. */
export type CharacterUpdate = Pick<Row<'characters'>, 'id' | 'name' | 'level' | 'experience' | 'ascendancy'> &
  Partial<Pick<Row<'characters'>, 'ascendancy_points' | 'pantheon_major' | 'pantheon_minor' | 'delve_depth'>> & {
    readonly atlas_trees?: AtlasTrees
  } & Partial<CharacterValues>

export const readSummary = (character: CharacterSummary): CharacterUpdate => ({
  id: character.id,
  name: character.name,
  level: character.level,
  experience: character.experience,
  ascendancy: character.class,
})

/** @param ascendancyNodes null if no passive tree of the game was imported: ascendancy points cannot be told apart then. */
export const readDetail = (
  character: CharacterDetail,
  ascendancyNodes: ReadonlySet<number> | null,
  game_version: GameVersion,
): CharacterUpdate => ({
  ...readSummary(character),
  ...(ascendancyNodes && { ascendancy_points: countAscendancyPoints(character.passives?.hashes ?? [], ascendancyNodes) }),
  pantheon_major: character.passives?.pantheon_major ?? null,
  pantheon_minor: character.passives?.pantheon_minor ?? null,
  worn: readWornOfCharacter(character, game_version),
})

export const readLadderEntry = ({ character }: LadderEntryOfGame): CharacterUpdate => ({
  id: character.id,
  name: character.name,
  level: character.level,
  experience: character.experience ?? 0,
  ascendancy: character.class,
  ...(character.depth?.default === undefined || character.depth.default === null ? {} : { delve_depth: character.depth.default }),
})

/** Data about a participant's character from one source. */
export interface CharacterReport {
  readonly user_id: UserId
  readonly update: CharacterUpdate
  readonly source: 'list' | 'detail' | 'atlas' | 'ladder' | typeof buildSource
  /** Time of receipt. */
  readonly at: Date
}

const columns = [
  'id',
  'user_id',
  'name',
  'ascendancy',
  'level',
  'experience',
  'ascendancy_points',
  'atlas_node_count',
  'pantheon',
  'pantheon_major',
  'pantheon_minor',
  'delve_depth',
  'values_id',
  'is_tracked',
  'last_active_at',
] as const

type Character = Pick<Row<'characters'>, (typeof columns)[number]>

const unseen = {
  ascendancy_points: 0,
  atlas_node_count: 0,
  pantheon: false,
  pantheon_major: null,
  pantheon_minor: null,
  delve_depth: 0,
  values_id: null,
  last_active_at: null,
  is_tracked: false,
}

/** Columns that readings store and facts depend on; changes of other columns do not matter. */
const readColumns = [
  'level',
  'experience',
  'ascendancy',
  'ascendancy_points',
  'atlas_node_count',
  'pantheon_major',
  'pantheon_minor',
  'delve_depth',
  'values_id',
] as const

/** The game saves characters at intervals, and its ladder is cached for a minute: old data must not overwrite newer data. */
const isStale = (update: CharacterUpdate, known: Character) => update.experience < known.experience && update.level <= known.level

/**
 * The ladder is the last source to show new experience; a lower number from it is outdated. Other sources may show a loss (a
 * death). If the ladder names the base class of an ascendancy, the ascendancy stays: the second game's ladder may not know it.
 */
function readUpdate(
  { update, source }: CharacterReport,
  known: Character | undefined,
  game_version: GameVersion,
): CharacterUpdate | null {
  if (!known || source !== 'ladder') return update
  if (!isStale(update, known)) {
    const isBase = listAscendancies(game_version, update.ascendancy).includes(known.ascendancy)
    return isBase ? { ...update, ascendancy: known.ascendancy } : update
  }
  const { id, name, level, experience, ascendancy } = known
  if ((update.delve_depth ?? 0) <= known.delve_depth) return null
  return { id, name, level, experience, ascendancy, delve_depth: update.delve_depth ?? 0 }
}

interface Applied {
  readonly character: Character
  /** A column stored in readings has changed. */
  readonly hasChanged: boolean
  readonly has_played: boolean
}

/** @returns null if nothing changed. */
function applyReport(
  report: CharacterReport,
  known: Character | undefined,
  values_id: number | null,
  game_version: GameVersion,
): Applied | null {
  const update = readUpdate(report, known, game_version)
  if (!update) return null
  const atlas_node_count = update.atlas_trees ? countAtlasNodes(update.atlas_trees) : (known?.atlas_node_count ?? 0)
  const { atlas_trees: _, worn: __, figures: ___, ...shown } = update
  const merged = { ...unseen, ...known, ...shown, atlas_node_count, values_id, user_id: report.user_id }
  const hasChanged = known === undefined || readColumns.some((column) => merged[column] !== known[column])
  if (!hasChanged && update.name === known.name) return null
  const hasGained = known === undefined || update.experience !== known.experience
  const character: Character = {
    ...merged,
    pantheon: hasPantheon(merged, game_version),
    last_active_at: hasGained ? report.at : merged.last_active_at,
  }
  // The first report of a character does not show when it was played.
  return { character, hasChanged, has_played: hasChanged && known !== undefined && hasGained }
}

/** Stored characters by id; updated by `recordCharacters`. */
export type KnownCharacters = Map<string, Character>

/** Locks rows of characters until the end of the transaction. */
async function lockCharacters(tx: Tx, event_id: EventId, which: Expression<SqlBool>): Promise<KnownCharacters> {
  const query = tx
    .selectFrom('characters')
    .select(columns)
    .where('event_id', '=', event_id)
    .where(which)
    // One order for all writers prevents deadlocks.
    .orderBy('id')
    .forUpdate()
  const rows = await query.execute()
  return new Map(rows.map((character) => [character.id, character]))
}

/** Characters in the reports, and all others of the same owners. */
export async function loadCharacters(
  tx: Tx,
  event_id: EventId,
  reports: readonly { readonly update: Pick<CharacterUpdate, 'id'> }[],
  owners: readonly OwnCharacters[] = [],
): Promise<KnownCharacters> {
  if (reports.length === 0 && owners.length === 0) return new Map()
  const ids = [...new Set(reports.map(({ update }) => update.id))]
  const user_ids = owners.map((one) => one.user_id)
  return lockCharacters(tx, event_id, sql`(id = any(${ids}::text[]) or user_id = any(${user_ids}::int[]))`)
}

/** The scoring characters of all players. */
export const loadTrackedCharacters = (tx: Tx, event_id: EventId): Promise<KnownCharacters> =>
  lockCharacters(tx, event_id, sql`is_tracked`)

/** One statement with one parameter per column: a whole ladder would otherwise need thousands of parameters. */
function upsertCharacters(tx: Tx, event_id: EventId, characters: readonly Character[]): void {
  const column = <T>(pick: (one: Character) => T) => characters.map(pick)
  tx.defer(sql`
    insert into characters (event_id, id, user_id, name, level, experience, ascendancy, ascendancy_points, atlas_node_count,
      pantheon, pantheon_major, pantheon_minor, delve_depth, values_id, last_active_at)
    select ${event_id}, id, user_id, name, level, experience, ascendancy, ascendancy_points, atlas_node_count, pantheon, pantheon_major,
      pantheon_minor, delve_depth, values_id, last_active_at
    from unnest(
      ${column((one) => one.id)}::text[], ${column((one) => one.user_id)}::int[], ${column((one) => one.name)}::text[],
      ${column((one) => one.level)}::int[], ${column((one) => one.experience)}::bigint[],
      ${column((one) => one.ascendancy)}::text[], ${column((one) => one.ascendancy_points)}::int[],
      ${column((one) => one.atlas_node_count)}::int[], ${column((one) => one.pantheon)}::boolean[],
      ${column((one) => one.pantheon_major)}::text[], ${column((one) => one.pantheon_minor)}::text[],
      ${column((one) => one.delve_depth)}::int[], ${column((one) => one.values_id)}::bigint[],
      ${column((one) => one.last_active_at)}::timestamptz[]
    ) as told (id, user_id, name, level, experience, ascendancy, ascendancy_points, atlas_node_count, pantheon, pantheon_major,
      pantheon_minor, delve_depth, values_id, last_active_at)
    on conflict (event_id, id) do update set
      user_id = excluded.user_id, name = excluded.name, level = excluded.level, experience = excluded.experience,
      ascendancy = excluded.ascendancy, ascendancy_points = excluded.ascendancy_points,
      atlas_node_count = excluded.atlas_node_count, pantheon = excluded.pantheon, pantheon_major = excluded.pantheon_major,
      pantheon_minor = excluded.pantheon_minor, delve_depth = excluded.delve_depth,
      values_id = excluded.values_id, last_active_at = excluded.last_active_at`)
}

function insertReadings(tx: Tx, event_id: EventId, readings: readonly { character: Character; report: CharacterReport }[]): void {
  const column = <T>(pick: (one: Character, report: CharacterReport) => T) =>
    readings.map(({ character, report }) => pick(character, report))
  tx.defer(sql`
    insert into character_readings (event_id, timestamp, character_id, user_id, source, level, experience, ascendancy,
      ascendancy_points, pantheon_major, pantheon_minor, delve_depth, atlas_node_count, values_id)
    select ${event_id}, told.*
    from unnest(
      ${column((_one, { at }) => at)}::timestamptz[],
      ${column((one) => one.id)}::text[], ${column((one) => one.user_id)}::int[], ${column((_one, { source }) => source)}::text[],
      ${column((one) => one.level)}::int[], ${column((one) => one.experience)}::bigint[],
      ${column((one) => one.ascendancy)}::text[], ${column((one) => one.ascendancy_points)}::int[],
      ${column((one) => one.pantheon_major)}::text[], ${column((one) => one.pantheon_minor)}::text[],
      ${column((one) => one.delve_depth)}::int[], ${column((one) => one.atlas_node_count)}::int[],
      ${column((one) => one.values_id)}::bigint[]
    ) as told (timestamp, character_id, user_id, source, level, experience, ascendancy, ascendancy_points, pantheon_major, pantheon_minor,
      delve_depth, atlas_node_count, values_id)`)
}

/** Users whose characters changed, and users seen playing, each with the time. */
export interface CharacterChanges {
  readonly changed: ReadonlyMap<UserId, Date>
  readonly active: ReadonlyMap<UserId, Date>
}

/**
 * Applies reports about participants' characters, in order, and stores a reading of each character that changed.
 * @param known the stored characters among them, see `loadCharacters`; updated in place.
 */
export async function recordCharacters(
  tx: Tx,
  event: Pick<Row<'events'>, 'id' | 'game_version'>,
  reports: readonly CharacterReport[],
  known: KnownCharacters,
): Promise<CharacterChanges> {
  const [changed, active] = [new Map<UserId, Date>(), new Map<UserId, Date>()]
  const touched = new Map<string, Character>()
  const readings: { character: Character; report: CharacterReport }[] = []
  const valuesOf = await recordValues(tx, event.id, reports, known)
  for (const report of reports) {
    const character = known.get(report.update.id)
    const values_id = valuesOf.get(report) ?? character?.values_id ?? null
    const applied = applyReport(report, character, values_id, event.game_version)
    if (!applied) continue
    known.set(applied.character.id, applied.character)
    touched.set(applied.character.id, applied.character)
    if (!applied.hasChanged) continue
    readings.push({ character: applied.character, report })
    changed.set(report.user_id, report.at)
    if (applied.has_played) active.set(report.user_id, report.at)
  }
  if (touched.size > 0) upsertCharacters(tx, event.id, [...touched.values()])
  if (readings.length > 0) insertReadings(tx, event.id, readings)
  return { changed, active }
}

/** A participant's characters in the league, by id. */
export interface OwnCharacters {
  readonly user_id: UserId
  readonly inLeague: readonly string[]
}

/**
 * A player's scoring character is the one with the highest level in the league; on a tie, the previous one stays.
 * @param known all characters of these players, with all reports applied; updated in place.
 */
export function chooseTracked(tx: Tx, event_id: EventId, owners: readonly OwnCharacters[], known: KnownCharacters): void {
  const rows = [...known.values()]
  for (const { user_id, inLeague } of owners) {
    const own = rows.filter((row) => row.user_id === user_id)
    const best = own
      .filter((row) => inLeague.includes(row.id))
      .sort((a, b) => b.experience - a.experience || Number(b.is_tracked) - Number(a.is_tracked) || (a.id < b.id ? -1 : 1))[0]
    for (const row of own) {
      const is_tracked = row.id === best?.id
      if (row.is_tracked === is_tracked) continue
      known.set(row.id, { ...row, is_tracked })
      tx.defer(tx.updateTable('characters').set({ is_tracked }).where('event_id', '=', event_id).where('id', '=', row.id))
    }
  }
}
