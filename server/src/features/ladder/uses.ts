import type { EventId } from '@muster/contract/ids'
import type { LadderUses } from '@muster/contract/ladder'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The newest build of each of the participants' characters before a time; null: now. */
const newestBuilds = (event_id: EventId, at: Date | null) => sql`
  from characters known
  cross join lateral (
    select id, export_hash, uniques, gems from character_builds
    where event_id = known.event_id and character_id = known.id
      and (${at}::timestamptz is null or timestamp <= ${at}::timestamptz)
    order by id desc limit 1
  ) build
  where known.event_id = ${event_id}`

/** A text that differs whenever a build or the name of a character does. */
export async function findUsesVersion(db: Db, event_id: EventId, at: Date | null): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(md5(string_agg(concat_ws(' ', known.name, build.id, encode(build.export_hash, 'hex')), '|' order by known.id)), '')
      as version ${newestBuilds(event_id, at)}`.execute(db)
  return rows[0]?.version ?? ''
}

interface BuildRow {
  readonly name: string
  readonly uniques: readonly string[]
  readonly gems: readonly string[]
}

/** Names with their places, most used first: frequent names get short numbers. */
function numberNames(lists: readonly (readonly string[])[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const name of lists.flat()) uses.set(name, (uses.get(name) ?? 0) + 1)
  const sorted = [...uses].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
  return new Map(sorted.map(([name], place) => [name, place]))
}

const listPlaces = (names: readonly string[], places: ReadonlyMap<string, number>): number[] =>
  names.flatMap((name) => places.get(name) ?? []).sort((a, b) => a - b)

/**
 * Which characters use which uniques and gems; builds without either are included, because they are known, too. The newest build
 * is the last: a player may have deleted a character and given its name to the next one.
 */
export async function loadUses(db: Db, event_id: EventId, at: Date | null): Promise<LadderUses> {
  const { rows } = await sql<BuildRow>`
    select known.name, build.uniques, build.gems ${newestBuilds(event_id, at)} order by build.id`.execute(db)
  const uniques = numberNames(rows.map((row) => row.uniques))
  const gems = numberNames(rows.map((row) => row.gems))
  return {
    uniques: [...uniques.keys()],
    gems: [...gems.keys()],
    characters: rows.map((row) => ({
      character_name: row.name,
      uniques: listPlaces(row.uniques, uniques),
      gems: listPlaces(row.gems, gems),
    })),
  }
}
