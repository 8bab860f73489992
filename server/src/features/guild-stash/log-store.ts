import type { EventId, GuildId, TeamId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { LoggedItem } from '@muster/domain/guilds/item-lines'
import { readLogText } from '@muster/domain/guilds/item-lines'

/** A line of the log of one of the team's guilds. */
export type TeamLogLine = Pick<
  Row<'guild_log_entries'>,
  'guild_id' | 'entry_id' | 'timestamp' | 'account_name' | 'action' | 'item_name' | 'number' | 'stash_name' | 'x' | 'y'
>

const columns = [
  'guild_id',
  'entry_id',
  'timestamp',
  'account_name',
  'action',
  'item_name',
  'number',
  'stash_name',
  'x',
  'y',
] as const

/** The guilds that a team has registered: it sees their logs and no others. */
async function listGuildIds(db: Db, event_id: EventId, team_id: TeamId): Promise<GuildId[]> {
  const rows = await db
    .selectFrom('guilds')
    .select('guild_id')
    .where('event_id', '=', event_id)
    .where('team_id', '=', team_id)
    .execute()
  return rows.map(({ guild_id }) => guild_id)
}

/** The position of an item. */
export interface LogPlace {
  readonly tab: string
  readonly x: number
  readonly y: number
}

/** Lines read for one position; the latest decide who deposited the current item. */
const linesOfPlace = 20

/** The latest lines about these positions in the team's logs, oldest first. */
export async function listLinesOfPlaces(
  db: Db,
  event_id: EventId,
  team_id: TeamId,
  places: readonly LogPlace[],
): Promise<TeamLogLine[]> {
  const guild_ids = places.length === 0 ? [] : await listGuildIds(db, event_id, team_id)
  if (guild_ids.length === 0) return []
  const { rows } = await sql<TeamLogLine>`
    select line.* from (
      select distinct * from unnest(
        ${places.map(({ tab }) => tab)}::text[], ${places.map(({ x }) => x)}::int[], ${places.map(({ y }) => y)}::int[]
      ) as place (tab, x, y)
    ) place
    cross join unnest(${guild_ids}::int[]) as guild (id)
    cross join lateral (
      select ${sql.join(columns.map((name) => sql.ref(name)))} from guild_log_entries
      where event_id = ${event_id} and guild_id = guild.id and stash_name = place.tab and x = place.x and y = place.y
      order by timestamp desc, entry_id desc limit ${linesOfPlace}
    ) line
    order by line.timestamp, line.entry_id`.execute(db)
  return rows
}

/** Lines of the team's logs that name an item, newest first. */
export async function listLinesAbout(
  db: Db,
  event_id: EventId,
  team_id: TeamId,
  item: LoggedItem,
  limit: number,
): Promise<TeamLogLine[]> {
  const guild_ids = await listGuildIds(db, event_id, team_id)
  const { is, contains } = readLogText(item)
  if (guild_ids.length === 0 || (contains === null && is.length === 0)) return []
  return db
    .selectFrom('guild_log_entries')
    .select(columns)
    .where('event_id', '=', event_id)
    .where('guild_id', 'in', guild_ids)
    .where(
      contains === null ? sql<boolean>`item_name = any(${is}::text[])` : sql<boolean>`position(${contains} in item_name) > 0`,
    )
    .orderBy('timestamp', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute()
}
