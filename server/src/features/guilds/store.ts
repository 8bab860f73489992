import type { Guild } from '@muster/contract/guilds'
import type { EventId, GuildId, TeamId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

export const presentGuild = ({ guild_id, team_id, name, tag }: Row<'guilds'>): Guild => ({ id: guild_id, name, tag, team_id })

/** Guilds that teams of the event have registered, by id. */
export function listGuilds(db: Db, event_id: EventId): Promise<Row<'guilds'>[]> {
  return db.selectFrom('guilds').selectAll().where('event_id', '=', event_id).orderBy('guild_id').execute()
}

export async function findGuild(db: Db, event_id: EventId, guild_id: GuildId): Promise<Row<'guilds'> | null> {
  const row = await db
    .selectFrom('guilds')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a guild against removal until the transaction ends. @returns whether it still exists */
export async function lockGuild(tx: Tx, { event_id, guild_id, team_id }: Row<'guilds'>): Promise<boolean> {
  const row = await tx
    .selectFrom('guilds')
    .select('guild_id')
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .where('team_id', '=', team_id)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns null if another team has the guild: of two simultaneous registrations one succeeds */
export async function upsertGuild(db: Db, guild: NewRow<'guilds'>): Promise<Row<'guilds'> | null> {
  const row = await db
    .insertInto('guilds')
    .values(guild)
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'guild_id'])
        .doUpdateSet({ name: guild.name, tag: guild.tag })
        .where('guilds.team_id', '=', guild.team_id),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Removes a guild with its log; only while `team_id` has it, unless null. @returns whether it existed */
export async function removeGuild(db: Db, event_id: EventId, guild_id: GuildId, team_id: TeamId | null): Promise<boolean> {
  const removed = await db
    .deleteFrom('guilds')
    .where('event_id', '=', event_id)
    .where('guild_id', '=', guild_id)
    .where(sql<boolean>`(${team_id}::int is null or team_id = ${team_id}::int)`)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
