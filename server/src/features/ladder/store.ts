import type { EventId } from '@muster/contract/ids'
import type { LadderEntry } from '@muster/contract/ladder'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { isOfGame } from '../../db/readings.ts'
import { presentFigures } from '../characters/store.ts'

const toSeconds = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::bigint`

/** The last reading of the game's ladder, by rank, with the characters of participants; one query. */
export async function listLadder(db: Db, event_id: EventId): Promise<LadderEntry[]> {
  const rows = await db
    .selectFrom('ladder_entries as entry')
    .leftJoin('characters as known', (join) =>
      join.onRef('known.event_id', '=', 'entry.event_id').onRef('known.id', '=', 'entry.character_id'),
    )
    .select([
      'rank',
      'account_name',
      'character_name',
      'character_class',
      'entry.level',
      'entry.experience',
      'delve',
      'entry.user_id',
    ])
    .leftJoin('users as person', (join) => join.on('person.id', '=', (eb) => eb.fn.coalesce('known.user_id', 'entry.user_id')))
    .select([
      sql<string | null>`case when coalesce(person.stream_shown_to, 'everyone') = 'everyone' then twitch_account end`.as(
        'twitch_account',
      ),
      sql<number | null>`case when person.play_shown_to = 'everyone' then ${toSeconds('known.last_active_at')} end`.as(
        'last_active',
      ),
    ])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('characters')
          .select(['characters.id', 'characters.user_id', 'characters.event_id', 'characters.name', 'characters.level'])
          .select(['characters.main_skill', 'characters.ascendancy', 'characters.ascendancy_points'])
          .select(['characters.atlas_node_count', 'characters.pantheon'])
          .whereRef('characters.event_id', '=', 'entry.event_id')
          .whereRef('characters.id', '=', 'entry.character_id'),
      ).as('character'),
      jsonObjectFrom(
        eb
          .selectFrom('character_readings')
          .select([toSeconds('character_readings.timestamp').as('timestamp'), 'character_readings.experience as xp'])
          .whereRef('character_readings.event_id', '=', 'entry.event_id')
          .whereRef('character_readings.character_id', '=', 'entry.character_id')
          .where(isOfGame)
          .orderBy('character_readings.id', 'desc')
          .limit(1),
      ).as('reading'),
      eb
        .selectFrom('character_builds as build')
        .innerJoin('build_figures', 'build_figures.export_hash', 'build.export_hash')
        .select('figures')
        .whereRef('build.event_id', '=', 'entry.event_id')
        .whereRef('build.character_id', '=', 'entry.character_id')
        .orderBy('build.id', 'desc')
        .limit(1)
        .as('figures'),
    ])
    .where('entry.event_id', '=', event_id)
    .orderBy('rank')
    .orderBy('entry.character_id')
    .execute()
  return rows.map(({ reading, figures, ...entry }) => ({
    ...entry,
    stats: reading && { ...reading, ...presentFigures(figures) },
  }))
}
