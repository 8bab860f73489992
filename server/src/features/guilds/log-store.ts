import type { GuildLogEntry, GuildLogExtent } from '@muster/contract/guilds'
import type { UserId } from '@muster/contract/ids'
import { findGaps, findTop, type Gap } from '@muster/domain/guilds/log-coverage'
import type { readLogPage } from '@muster/domain/guilds/log-page'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { lockGuildLogs, notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'

type Guild = Pick<Row<'guilds'>, 'event_id' | 'guild_id'>
export type ReadPage = ReturnType<typeof readLogPage>

export interface LogFilter {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly before?: number | undefined
  readonly username?: string | undefined
  readonly itemname?: string | undefined
  readonly stashname?: string | undefined
}

/** An account name as older clients write it, with `-` for `#`; names may contain hyphens. */
function spellAccount(username: string): string[] {
  const last = username.lastIndexOf('-')
  const withLast = last === -1 ? username : `${username.slice(0, last)}#${username.slice(last + 1)}`
  return [username, username.replaceAll('-', '#'), withLast]
}

/** A guild's log of the event, newest first. A negative limit means no limit. */
export async function listLogEntries(db: Db, { event_id, guild_id }: Guild, filter: LogFilter): Promise<GuildLogEntry[]> {
  let entries = db
    .selectFrom('guild_log_entries as entry')
    .select(['entry_id', 'account_name', 'stash_name', 'item_name', 'number', 'action'])
    .select(sql<number>`floor(extract(epoch from entry.timestamp))::bigint`.as('timestamp'))
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
  const { limit, offset, before, username, itemname, stashname } = filter
  if (username !== undefined) entries = entries.where('account_name', 'in', spellAccount(username))
  if (stashname !== undefined) entries = entries.where('stash_name', '=', stashname)
  // Not a pattern: % and _ are ordinary characters (D-48).
  if (itemname !== undefined) entries = entries.where(sql<boolean>`position(lower(${itemname}) in lower(item_name)) > 0`)
  if (before !== undefined) {
    entries = entries.where(sql<boolean>`(entry.timestamp, entry_id) < (
      select last.timestamp, last.entry_id from guild_log_entries last
      where last.event_id = ${event_id} and last.guild_id = ${guild_id} and last.entry_id = ${before})`)
  }
  if (limit !== undefined && limit >= 0) entries = entries.limit(limit)
  if (offset !== undefined && offset > 0) entries = entries.offset(offset)
  const rows = await entries.orderBy('entry.timestamp', 'desc').orderBy('entry_id', 'desc').execute()
  return rows.map(({ entry_id, stash_name, ...row }) => ({
    id: String(entry_id),
    ...row,
    ...(stash_name !== null && { stash_name }),
  }))
}

/** The last page uploaded by this user, if it may be the page above the next one. */
async function findPageBefore(tx: Tx, { event_id, guild_id }: Guild, uploaded_by: UserId, now: Date) {
  const row = await tx
    .selectFrom('guild_log_pages')
    .select(['oldest_entry_id', 'oldest_at', 'is_truncated'])
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .where('uploaded_by', '=', uploaded_by)
    .where('uploaded_at', '>', new Date(now.getTime() - 600_000))
    .orderBy('uploaded_at', 'desc')
    .orderBy('oldest_entry_id')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, oldest_at: row.oldest_at.getTime() } : null
}

async function recordStretch(tx: Tx, guild: Guild, page: ReadPage, uploaded_by: UserId, now: Date): Promise<void> {
  const { extent, is_truncated, follows } = page
  if (extent === null) return
  const before = follows === false ? null : await findPageBefore(tx, guild, uploaded_by, now)
  const covers_until = new Date(findTop(extent, before))
  const { event_id, guild_id } = guild
  await tx
    .insertInto('guild_log_pages')
    .values({
      event_id,
      guild_id,
      ...extent,
      oldest_at: new Date(extent.oldest_at),
      newest_at: new Date(extent.newest_at),
      covers_until,
      is_truncated,
      uploaded_by,
      uploaded_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'guild_id', 'newest_entry_id', 'oldest_entry_id', 'is_truncated']).doUpdateSet({
        covers_until: sql`greatest(guild_log_pages.covers_until, ${covers_until}::timestamptz)`,
        uploaded_by,
        uploaded_at: now,
      }),
    )
    .execute()
}

/**
 * Adds the new lines of a page; known lines stay unchanged (D-04), so pages may overlap, repeat and come in any order.
 * @returns the number of new lines
 */
export async function insertLogPage(tx: Tx, guild: Guild, page: ReadPage, uploaded_by: UserId, now: Date): Promise<number> {
  lockGuildLogs(tx, guild.event_id)
  await recordStretch(tx, guild, page, uploaded_by, now)
  const { entries } = page
  if (entries.length === 0) return 0
  const column = <T>(pick: (entry: (typeof entries)[number]) => T) => entries.map(pick)
  const { numAffectedRows } = await sql`
    insert into guild_log_entries (event_id, guild_id, uploaded_by, entry_id, timestamp, account_name, action, item_name, number, stash_name, x, y)
    select ${guild.event_id}, ${guild.guild_id}, ${uploaded_by}, * from unnest(
      ${column((one) => one.entry_id)}::bigint[], ${column((one) => new Date(one.timestamp))}::timestamptz[],
      ${column((one) => one.account_name)}::text[], ${column((one) => one.action)}::text[], ${column((one) => one.item_name)}::text[],
      ${column((one) => one.number)}::int[], ${column((one) => one.stash_name)}::text[], ${column((one) => one.x)}::int[],
      ${column((one) => one.y)}::int[])
    on conflict (event_id, guild_id, entry_id) do nothing`.execute(tx)
  const added = Number(numAffectedRows ?? 0n)
  // Evaluation of snapshots also reads the logs.
  if (added > 0) notify(tx, 'snapshots', guild.event_id)
  return added
}

const toSeconds = (ms: number) => Math.floor(ms / 1000)

/** Times of the event that no uploaded page covers, up to the newest line; milliseconds. */
export async function listGaps(db: Db, event: Row<'events'>, guild: Guild): Promise<Gap[]> {
  const pages = await db
    .selectFrom('guild_log_pages')
    .select(['oldest_at', 'covers_until', 'is_truncated'])
    .where('event_id', '=', guild.event_id)
    .where('guild_id', '=', guild.guild_id)
    .execute()
  const stretches = pages.map(({ oldest_at, covers_until, is_truncated }) => ({
    oldest_at: oldest_at.getTime(),
    covers_until: covers_until.getTime(),
    is_truncated,
  }))
  return findGaps(stretches, event.event_start_time.getTime(), event.event_end_time.getTime())
}

/** The stored extent of a guild's log, in unix seconds. */
export async function loadExtent(db: Db, event: Row<'events'>, guild: Guild): Promise<GuildLogExtent> {
  const [start, end] = [event.event_start_time.getTime(), event.event_end_time.getTime()]
  const { oldest, newest } = await db
    .selectFrom('guild_log_entries')
    .select(({ fn }) => [fn.min('timestamp').as('oldest'), fn.max('timestamp').as('newest')])
    .where('event_id', '=', guild.event_id)
    .where('guild_id', '=', guild.guild_id)
    .executeTakeFirstOrThrow()
  const gaps = await listGaps(db, event, guild)
  return {
    earliest: oldest && toSeconds(oldest.getTime()) - 1,
    latest: newest && toSeconds(newest.getTime()) + 1,
    league_start: toSeconds(start),
    league_end: toSeconds(end),
    gaps: gaps.map(({ from, to }) => ({ from: toSeconds(from), to: toSeconds(to) })),
  }
}
