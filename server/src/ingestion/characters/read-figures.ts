import type { EventId } from '@muster/contract/ids'
import { type BuildStats, readCalculatedFigures } from '@muster/domain/builds/calculated-figures'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { buildSource } from '../../db/readings.ts'
import type { Row } from '../../db/schema.ts'
import { type CharacterChanges, type CharacterReport, loadCharacters, recordCharacters } from './characters.ts'

/** Calculated builds whose figures no reading has yet. */
export type UnreadFigures = readonly (Pick<Row<'build_queue'>, 'character_id' | 'unread_hash' | 'unread_at'> & {
  readonly stats: BuildStats | null
})[]

export function listUnreadFigures(db: Db, event_id: EventId): Promise<UnreadFigures> {
  return db
    .selectFrom('build_queue')
    .leftJoin('build_figures', 'build_figures.export_hash', 'unread_hash')
    .select(['character_id', 'unread_hash', 'unread_at', 'stats'])
    .where('event_id', '=', event_id)
    .where('unread_hash', 'is not', null)
    .orderBy('character_id')
    .execute()
}

/**
 * Stores readings with the figures of calculated builds, from the time at which the game showed the build: a slow calculation
 * costs no player a place.
 */
export async function recordFigures(
  tx: Tx,
  event: Pick<Row<'events'>, 'id' | 'game_version'>,
  unread: UnreadFigures,
): Promise<CharacterChanges> {
  const wanted = unread.map(({ character_id }) => ({ update: { id: character_id } }))
  const known = await loadCharacters(tx, event.id, wanted)
  const reports = unread.flatMap(({ character_id, unread_at: at, stats }): CharacterReport[] => {
    const character = known.get(character_id)
    const figures = stats && readCalculatedFigures(stats)
    if (!character || character.user_id === null || !figures || !at) return []
    const { id, name, level, experience, ascendancy, user_id } = character
    return [{ user_id, update: { id, name, level, experience, ascendancy, figures }, source: buildSource, at }]
  })
  const changes = await recordCharacters(tx, event, reports, known)
  const [ids, hashes] = [unread.map(({ character_id }) => character_id), unread.map(({ unread_hash }) => unread_hash)]
  // A build that was calculated since then stays unread.
  tx.defer(sql`
    update build_queue set unread_hash = null
    from unnest(${ids}::text[], ${hashes}::bytea[]) as read (character_id, hash)
    where event_id = ${event.id} and build_queue.character_id = read.character_id and unread_hash = hash`)
  return changes
}
