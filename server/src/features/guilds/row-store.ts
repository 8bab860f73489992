import type { EventId } from '@muster/contract/ids'
import type { LogEntry } from '@muster/domain/guilds/log-page'
import { depositPrefix } from '@muster/domain/scoring/attribution'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isFromSources, isUnretracted } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'

type Guild = Pick<Row<'guilds'>, 'event_id' | 'guild_id'>

/** Lines read at a time. */
const batchSize = 5000

/**
 * Positions follow the order of commit within an event (`lockGuildLogs`): a reader that has read up to a position has missed no
 * earlier line.
 */
export async function findNewestPosition(db: Db, event_id: EventId): Promise<number> {
  const row = await db
    .selectFrom('guild_log_entries')
    .select('position')
    .where('event_id', '=', event_id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** The position of a line, null if there is none with this number. */
export async function findLineAt(db: Db, { event_id, guild_id }: Guild, entry_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('guild_log_entries')
    .select('position')
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .where('entry_id', '=', entry_id)
    .executeTakeFirst()
  return row?.position ?? null
}

/** A guild's lines after a position and up to another, in batches, in the order of upload. */
export async function* listLinesAfter(
  db: Db,
  { event_id, guild_id }: Guild,
  after: number,
  upTo: number,
): AsyncGenerator<readonly (LogEntry & { readonly position: number })[]> {
  for (let position = after; position < upTo; ) {
    const rows = await db
      .selectFrom('guild_log_entries')
      .select(['entry_id', 'position', 'timestamp', 'account_name', 'action', 'item_name', 'number', 'stash_name', 'x', 'y'])
      .where('event_id', '=', event_id)
      .where('guild_id', '=', guild_id)
      .where('position', '>', position)
      .where('position', '<=', upTo)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    if (rows.length > 0) yield rows.map((row) => ({ ...row, timestamp: row.timestamp.getTime() }))
    if (rows.length < batchSize) return
    position = rows.at(-1)?.position ?? upTo
  }
}

/** A text that changes with the covered times: pages are only added, and only extend upwards. */
export async function findPagesVersion(db: Db, { event_id, guild_id }: Guild): Promise<string> {
  const row = await db
    .selectFrom('guild_log_pages')
    .select(({ fn }) => fn.countAll().as('pages'))
    .select(sql<string>`coalesce(sum(extract(epoch from covers_until)), 0)::text`.as('covered'))
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirstOrThrow()
  return `${row.pages} ${row.covered}`
}

/**
 * The scores related to lines of a guild's log, by line: valid deposits, each with the score of its team if its player and time
 * come from the line.
 */
export async function listCredits(db: Db, { event_id, guild_id }: Guild, entry_ids: readonly number[]) {
  const sources = entry_ids.map((entry_id) => `${depositPrefix}${guild_id}:${entry_id}`)
  const rows = await db
    .selectFrom('facts')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.objective_id', '=', 'facts.objective_id')
        .onRef('scores.team_id', '=', 'facts.team_id')
        .onRef('scores.user_id', '=', 'facts.user_id')
        .onRef('scores.timestamp', '=', 'facts.timestamp'),
    )
    .select(['facts.source', 'facts.objective_id', 'facts.team_id', 'scores.points', 'scores.sequence as score'])
    .where('facts.event_id', '=', event_id)
    .where('facts.kind', '=', 'fact')
    .where(isFromSources(sources))
    .where(isUnretracted)
    .orderBy('facts.sequence')
    .execute()
  return rows.map(({ source, score, points, ...row }) => ({
    ...row,
    entry_id: Number(source.slice(source.lastIndexOf(':') + 1)),
    names: score !== null,
    points: points ?? 0,
  }))
}
