import { isDeepStrictEqual } from 'node:util'
import type { CharacterDetail, CharacterSummary, LadderEntryOfGame } from '@muster/contract/game-api'
import type { EventId, UserId } from '@muster/contract/ids'
import { countAtlasNodes, hasPantheon } from '@muster/domain/characters/numbers'
import type { Row } from '../db/schema.ts'
import type { Tx } from '../db/connect.ts'

/** What a source tells of a character; what it does not know is left out and stays as it was. */
export type CharacterNews = Pick<Row<'characters'>, 'id' | 'name' | 'level' | 'experience' | 'ascendancy'> &
  Partial<Pick<Row<'characters'>, 'pantheon_major' | 'pantheon_minor' | 'delve_depth' | 'atlas_trees'>>

export const newsFromSummary = (character: CharacterSummary): CharacterNews => ({
  id: character.id,
  name: character.name,
  level: character.level,
  experience: character.experience,
  ascendancy: character.class,
})

export const newsFromDetail = (character: CharacterDetail): CharacterNews => ({
  ...newsFromSummary(character),
  pantheon_major: character.passives?.pantheon_major ?? null,
  pantheon_minor: character.passives?.pantheon_minor ?? null,
})

export const newsFromLadder = ({ character }: LadderEntryOfGame): CharacterNews => ({
  id: character.id,
  name: character.name,
  level: character.level,
  experience: character.experience ?? 0,
  ascendancy: character.class,
  ...(character.depth?.default === undefined || character.depth.default === null ? {} : { delve_depth: character.depth.default }),
})

/** What readings record and facts depend on; a change of anything else is no news. */
const readColumns = ['level', 'experience', 'ascendancy', 'pantheon_major', 'pantheon_minor', 'delve_depth'] as const

/** The servers write a character now and then, the ladder is kept for a minute: an older picture must not undo a newer one. */
const isStale = (news: CharacterNews, known: Row<'characters'>) => news.experience < known.experience && news.level <= known.level

/**
 * Takes over what a source tells of a participant's character and keeps a reading when something changed.
 * @returns the reading's id, what is known now, and whether it shows that somebody played; null when nothing changed.
 */
export async function recordCharacter(
  tx: Tx,
  event: Row<'events'>,
  user_id: UserId,
  news: CharacterNews,
  source: 'list' | 'detail' | 'atlas' | 'ladder',
  at: Date,
): Promise<{ reading_id: number; character: Row<'characters'>; has_played: boolean } | null> {
  const known = await tx
    .selectFrom('characters')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('id', '=', news.id)
    .forUpdate()
    .executeTakeFirst()
  // The ladder is the latest to learn of experience; a lower number from it is old. Other sources may show a loss (a death).
  if (known && source === 'ladder' && isStale(news, known)) {
    if ((news.delve_depth ?? 0) <= known.delve_depth) return null
    return recordCharacter(tx, event, user_id, { ...known, delve_depth: news.delve_depth ?? 0 }, source, at)
  }
  const merged = { ...news, pantheon: hasPantheon({ ...emptyPantheon, ...known, ...news }, event.game_version) }
  const hasGained = known === undefined || news.experience !== known.experience
  const hasGrownAtlas = news.atlas_trees !== undefined && !isDeepStrictEqual(news.atlas_trees, known?.atlas_trees ?? [])
  const isNews =
    known === undefined ||
    hasGrownAtlas ||
    readColumns.some((column) => news[column] !== undefined && news[column] !== known[column])
  const isRenamed = known !== undefined && known.name !== news.name
  if (!isNews && !isRenamed) return null
  const columns = {
    user_id,
    name: merged.name,
    level: merged.level,
    experience: merged.experience,
    ascendancy: merged.ascendancy,
    pantheon: merged.pantheon,
    ...(merged.pantheon_major === undefined ? {} : { pantheon_major: merged.pantheon_major }),
    ...(merged.pantheon_minor === undefined ? {} : { pantheon_minor: merged.pantheon_minor }),
    ...(merged.delve_depth === undefined ? {} : { delve_depth: merged.delve_depth }),
    ...(news.atlas_trees === undefined
      ? {}
      : { atlas_trees: JSON.stringify(news.atlas_trees), atlas_node_count: countAtlasNodes({ atlas_trees: news.atlas_trees }) }),
    ...(hasGained ? { last_active_at: at } : {}),
  }
  const character = await tx
    .insertInto('characters')
    .values({ event_id: event.id, id: news.id, ...columns })
    .onConflict((conflict) => conflict.columns(['event_id', 'id']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!isNews) return null
  const { id: reading_id } = await tx
    .insertInto('character_readings')
    .values({
      event_id: event.id,
      character_id: character.id,
      user_id,
      timestamp: at,
      source,
      level: character.level,
      experience: character.experience,
      ascendancy: character.ascendancy,
      ascendancy_points: character.ascendancy_points,
      pantheon_major: character.pantheon_major,
      pantheon_minor: character.pantheon_minor,
      delve_depth: character.delve_depth,
      atlas_trees: JSON.stringify(character.atlas_trees),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The first look at a character tells nothing of when it was played.
  return { reading_id, character, has_played: known !== undefined && hasGained }
}

const emptyPantheon = { pantheon_major: null, pantheon_minor: null }

/** A player's one scoring character is the highest of the league; ties go to the one that was tracked before. */
export async function chooseTracked(tx: Tx, event_id: EventId, user_id: UserId, inLeague: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('characters')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .execute()
  const best = rows
    .filter((row) => inLeague.includes(row.id))
    .sort((a, b) => b.experience - a.experience || Number(b.is_tracked) - Number(a.is_tracked) || (a.id < b.id ? -1 : 1))[0]
  for (const row of rows) {
    const is_tracked = row.id === best?.id
    if (row.is_tracked !== is_tracked) {
      await tx.updateTable('characters').set({ is_tracked }).where('event_id', '=', event_id).where('id', '=', row.id).execute()
    }
  }
}
