import { createGuildLog, type GuildLog } from '@muster/domain/guilds/guild-log'
import { renew } from '../../cache.ts'
import type { ReadLog } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { listGaps } from './log-store.ts'
import { findLineAt, findNewestPosition, findPagesVersion, listLinesAfter } from './row-store.ts'

const nothingRead = (): ReadLog => ({ log: createGuildLog(), position: 0, witness: null, gaps_version: '' })

/** The cached log if it is still valid: the guild may have been removed and registered again. */
async function findKnown(db: Db, guild: Row<'guilds'>, known: ReadLog | null): Promise<ReadLog> {
  if (!known?.witness) return nothingRead()
  const position = await findLineAt(db, guild, known.witness.entry_id)
  return position === known.witness.position ? known : nothingRead()
}

async function catchUp({ db }: Context, event: Row<'events'>, guild: Row<'guilds'>, before: ReadLog | null): Promise<ReadLog> {
  const known = await findKnown(db, guild, before)
  const { log } = known
  let { witness } = known
  const position = await findNewestPosition(db, event.id)
  for await (const lines of listLinesAfter(db, guild, known.position, position)) {
    log.add(lines)
    witness ??= lines[0] ?? null
  }
  const gaps_version = `${await findPagesVersion(db, guild)} ${event.event_start_time.getTime()} ${event.event_end_time.getTime()}`
  if (gaps_version !== known.gaps_version) log.setGaps(await listGaps(db, event, guild))
  return { log, position, witness, gaps_version }
}

/** A guild's log with movements and quantities: read once, then only new lines. */
export function readGuildLog(ctx: Context, event: Row<'events'>, guild: Row<'guilds'>): Promise<GuildLog> {
  const key = `${guild.event_id} ${guild.guild_id}`
  // Each deletion of a person changes names in the lines.
  return renew(ctx.caches.guildLogs, key, event.deleted_people, async (known) => {
    const next = await catchUp(ctx, event, guild, known)
    return { next, answer: next.log }
  })
}
