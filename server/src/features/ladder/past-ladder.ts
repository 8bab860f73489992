import type { LadderEntry } from '@muster/contract/ladder'
import { readLevel } from '@muster/domain/characters/levels'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { presentFigures, selectCharactersAt } from '../characters/store.ts'

/** Upper bound of the characters in an answer; the game's ladder has fewer. */
const maxCharacters = 15_000

/**
 * The participants' characters as they were at a time: the newest reading and the newest build before it, ordered by experience.
 * The game's own ladder has no history, so characters of other players are missing. One query.
 */
export async function listPastLadder(
  db: Db,
  event: Pick<Row<'events'>, 'id' | 'game_version'>,
  at: Date,
): Promise<LadderEntry[]> {
  const rows = await selectCharactersAt(db, event.id, at)
    .leftJoin('ladder_entries as entry', (join) =>
      join.onRef('entry.event_id', '=', 'known.event_id').onRef('entry.character_id', '=', 'known.id'),
    )
    .leftJoin('users as person', 'person.id', 'known.user_id')
    // Only the game's ladder makes the name of an account public.
    .select((eb) => eb.fn.coalesce('entry.account_name', sql<string>`''`).as('account_name'))
    .select(
      sql<string | null>`case when coalesce(person.stream_shown_to, 'everyone') = 'everyone' then entry.twitch_account end`.as(
        'twitch_account',
      ),
    )
    .orderBy('reading.experience', 'desc')
    .orderBy('known.id')
    .limit(maxCharacters)
    .execute()
  return rows.map(({ account_name, twitch_account, delve_depth, ...row }, place) => {
    // A reading from an archive has only its experience.
    const level = row.level > 0 ? row.level : readLevel(event.game_version, row.experience)
    const ascendancy = row.ascendancy || (row.build_class ?? row.class_now)
    return {
      rank: place + 1,
      account_name,
      character_name: row.name,
      character_class: ascendancy,
      level,
      experience: row.experience,
      delve: delve_depth,
      user_id: row.user_id,
      twitch_account,
      // Times of play are shown only for the present.
      last_active: null,
      character: {
        id: row.id,
        user_id: row.user_id,
        event_id: row.event_id,
        name: row.name,
        level,
        main_skill: row.main_skill ?? '',
        ascendancy,
        ascendancy_points: row.ascendancy_points,
        atlas_node_count: row.atlas_node_count,
        pantheon: row.pantheon,
      },
      stats: {
        timestamp: Math.floor(row.timestamp.getTime() / 1000),
        xp: row.experience,
        ...presentFigures(row.figures ?? null),
      },
    }
  })
}
