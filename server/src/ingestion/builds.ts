import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate as deflateCallback } from 'node:zlib'
import type { CharacterDetail } from '@muster/contract/game-api'
import { writeBuild } from '@muster/domain/builds/export'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'

const deflate = promisify(deflateCallback)

/** Event time: what changes faster than this shows as one step, in its last state. */
const shortestStep_ms = 5 * 60_000

/**
 * Keeps the build of a character when it changed, as a text that Path of Building imports. The second game's program reads
 * another form, so its characters have none.
 */
export async function recordBuild(tx: Tx, event: Row<'events'>, character: CharacterDetail, at: Date): Promise<void> {
  if (event.game_version !== 'poe1') return
  const { xml, level, ascendancy, main_skill } = writeBuild(character)
  const export_hash = createHash('sha256').update(xml).digest()
  const newest = await tx
    .selectFrom('character_builds')
    .select(['id', 'timestamp', 'export_hash'])
    .where('event_id', '=', event.id)
    .where('character_id', '=', character.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.export_hash.equals(export_hash)) return
  const build = { level, ascendancy, main_skill, export: await deflate(xml, { level: 9 }), export_hash }
  if (newest && at.getTime() - newest.timestamp.getTime() < shortestStep_ms) {
    await tx.updateTable('character_builds').set(build).where('id', '=', newest.id).execute()
  } else {
    await tx
      .insertInto('character_builds')
      .values({ event_id: event.id, character_id: character.id, timestamp: at, ...build })
      .execute()
  }
  await tx.updateTable('characters').set({ main_skill }).where('event_id', '=', event.id).where('id', '=', character.id).execute()
}
