import type { ArchiveRecord } from '@muster/contract/event-archive'
import { isOfGame } from '../db/readings.ts'
import type { Collecting } from './collecting.ts'
import { textOf, textOfSome } from './texts.ts'

/** Builds per query: each may be tens of kilobytes. */
const builds_page = 50

/** Characters with their readings and equipment, atlas trees, and the ladder. */
export async function* collectPlay(collecting: Collecting): AsyncGenerator<ArchiveRecord> {
  const { tx, event, people } = collecting
  const characters = await tx
    .selectFrom('characters')
    .leftJoin('users', 'users.id', 'characters.user_id')
    .selectAll('characters')
    .select('play_shown_to')
    .where('event_id', '=', event.id)
    .orderBy('characters.id')
    .execute()
  for (const row of characters) {
    yield {
      type: 'character',
      character: row.id,
      person: people.ofSome(row.user_id),
      name: row.name,
      level: row.level,
      experience: row.experience,
      main_skill: row.main_skill,
      ascendancy: row.ascendancy,
      ascendancy_points: row.ascendancy_points,
      atlas_node_count: row.atlas_node_count,
      pantheon: row.pantheon,
      last_active_at: row.play_shown_to === 'everyone' ? textOfSome(row.last_active_at) : null,
    }
    // Readings belong to the character's player; an unclaimed character has none.
    if (row.user_id !== null) yield* collectReadings(collecting, row.id)
    yield* collectBuilds(collecting, row.id)
  }
  yield* collectAtlases(collecting)
  yield* collectLadder(collecting)
}

/** The columns of the ladder page. */
async function* collectLadder({ tx, event, people }: Collecting): AsyncGenerator<ArchiveRecord> {
  const rows = await tx
    .selectFrom('ladder_entries as entry')
    .leftJoin('characters as known', (join) =>
      join.onRef('known.event_id', '=', 'entry.event_id').onRef('known.id', '=', 'entry.character_id'),
    )
    .leftJoin('users as person', (join) => join.on('person.id', '=', (eb) => eb.fn.coalesce('known.user_id', 'entry.user_id')))
    .selectAll('entry')
    .select('person.stream_shown_to')
    .where('entry.event_id', '=', event.id)
    .orderBy('rank')
    .orderBy('entry.character_id')
    .execute()
  for (const entry of rows) {
    yield {
      type: 'ladder',
      rank: entry.rank,
      character: entry.character_id,
      character_name: entry.character_name,
      character_class: entry.character_class,
      account_name: entry.account_name,
      level: entry.level,
      experience: entry.experience,
      delve: entry.delve,
      twitch_account: (entry.stream_shown_to ?? 'everyone') === 'everyone' ? entry.twitch_account : null,
      person: people.ofSome(entry.user_id),
    }
  }
}

async function* collectReadings({ tx, event }: Collecting, character: string): AsyncGenerator<ArchiveRecord> {
  const rows = await tx
    .selectFrom('character_readings')
    .select(['timestamp', 'experience'])
    .where('event_id', '=', event.id)
    .where('character_id', '=', character)
    .where(isOfGame)
    .orderBy('id')
    .execute()
  for (const { timestamp, experience } of rows) yield { type: 'reading', character, timestamp: textOf(timestamp), experience }
}

async function* collectBuilds({ tx, event }: Collecting, character: string): AsyncGenerator<ArchiveRecord> {
  let after = 0
  for (;;) {
    const page = await tx
      .selectFrom('character_builds as build')
      .leftJoin('build_figures', 'build_figures.export_hash', 'build.export_hash')
      .select(['id', 'timestamp', 'level', 'ascendancy', 'main_skill', 'export', 'figures', 'stats'])
      .where('event_id', '=', event.id)
      .where('character_id', '=', character)
      .where('id', '>', after)
      .orderBy('id')
      .limit(builds_page)
      .execute()
    for (const { timestamp, level, ascendancy, main_skill, export: packed, figures, stats } of page) {
      const build = { timestamp: textOf(timestamp), level, ascendancy, main_skill, export: packed.toString('base64') }
      yield { type: 'build', character, ...build, figures, stats: stats && { player: stats.player, minion: stats.minion } }
    }
    if (page.length < builds_page) return
    after = page.at(-1)?.id ?? after
  }
}

async function* collectAtlases({ tx, event, people }: Collecting): AsyncGenerator<ArchiveRecord> {
  const rows = await tx
    .selectFrom('atlas_trees')
    .select(['user_id', 'index', 'nodes', 'timestamp'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()
  for (const { user_id, index, nodes, timestamp } of rows) {
    yield { type: 'atlas', person: people.of(user_id), index, nodes, timestamp: textOf(timestamp) }
  }
}
