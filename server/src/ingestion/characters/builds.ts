import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate as deflateCallback } from 'node:zlib'
import type { CharacterDetail } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { writeBuild } from '@muster/domain/builds/export'
import type { BuildExport } from '@muster/domain/builds/sections'
import { listUsedNames } from '@muster/domain/builds/used-names'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { enqueueBuild } from './build-queue.ts'
import type { NewRow, Row } from '../../db/schema.ts'

const deflate = promisify(deflateCallback)

/** Event time: faster changes are stored as one step, with the last state. */
const minStep_ms = 5 * 60_000

/** Fingerprints of the last stored build by character: most readings differ in experience only. */
export type BuildMemory = Map<string, string>

/** The build of a character that may differ from the stored one. */
export interface SeenBuild {
  readonly character: CharacterDetail
  readonly fingerprint: string
  readonly build: BuildExport
  readonly export_hash: Buffer
}

/**
 * Writes a character's build as a text that its game's edition of Path of Building can import. It does not depend on experience.
 * @param fingerprint of all other data received about the character.
 * @param memory fingerprints of stored characters.
 * @returns null if there is nothing to store.
 */
export function readBuild(
  character: CharacterDetail,
  fingerprint: string,
  memory: ReadonlyMap<string, string>,
): SeenBuild | null {
  if (memory.get(character.id) === fingerprint) return null
  const build = writeBuild(character)
  return { character, fingerprint, build, export_hash: hash('sha256', build.xml, 'buffer') }
}

/**
 * Stores the builds that differ from the newest stored ones.
 * @param newest see `loadNewestBuilds`.
 * @param isCalculating whether changed builds are queued for calculation.
 * @returns the entries to add to the memory after the commit.
 */
export async function recordBuilds(
  tx: Tx,
  event: Pick<Row<'events'>, 'id' | 'calculate_build_seconds'>,
  seen: readonly SeenBuild[],
  at: Date,
  newest: NewestBuilds,
  { isCalculating = false }: { isCalculating?: boolean } = {},
): Promise<BuildMemory> {
  if (seen.length === 0) return new Map()
  const skills = new Map<string, string>()
  const fresh: NewRow<'character_builds'>[] = []
  const changed = seen.filter(({ character, export_hash }) => !newest.get(character.id)?.export_hash.equals(export_hash))
  // In parallel: compression takes longer than writing.
  const packed = await Promise.all(changed.map(({ build }) => deflate(build.xml)))
  for (const [place, { character, build, export_hash }] of changed.entries()) {
    const { level, ascendancy, main_skill } = build
    const { uniques, gems } = listUsedNames(build.xml)
    const row = {
      level,
      ascendancy,
      main_skill,
      export: packed[place] ?? Buffer.alloc(0),
      export_hash,
      uniques: [...uniques],
      gems: [...gems],
    }
    skills.set(character.id, main_skill)
    if (isCalculating) await enqueueBuild(tx, event, character, export_hash, at)
    const known = newest.get(character.id)
    if (known && at.getTime() - known.timestamp.getTime() < minStep_ms)
      tx.defer(tx.updateTable('character_builds').set(row).where('id', '=', known.id))
    else fresh.push({ event_id: event.id, character_id: character.id, timestamp: at, ...row })
  }
  if (fresh.length > 0) tx.defer(tx.insertInto('character_builds').values(fresh))
  updateSkills(tx, event.id, skills)
  return new Map(seen.map(({ character, fingerprint }) => [character.id, fingerprint]))
}

/** The newest stored build of each character. */
export type NewestBuilds = ReadonlyMap<string, Pick<Row<'character_builds'>, 'id' | 'timestamp' | 'export_hash'>>

export async function loadNewestBuilds(tx: Tx, event_id: EventId, seen: readonly SeenBuild[]): Promise<NewestBuilds> {
  if (seen.length === 0) return new Map()
  const query = tx
    .selectFrom('character_builds')
    .distinctOn('character_id')
    .select(['id', 'character_id', 'timestamp', 'export_hash'])
    .where('event_id', '=', event_id)
    .where('character_id', '=', sql<string>`any(${seen.map(({ character }) => character.id)})`)
    .orderBy('character_id')
    .orderBy('id', 'desc')
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.character_id, row]))
}

function updateSkills(tx: Tx, event_id: EventId, skills: ReadonlyMap<string, string>): void {
  if (skills.size === 0) return
  tx.defer(sql`
    update characters set main_skill = skill
    from unnest(${[...skills.keys()]}::text[], ${[...skills.values()]}::text[]) as shown (character_id, skill)
    where event_id = ${event_id} and id = character_id and main_skill <> skill`)
}
