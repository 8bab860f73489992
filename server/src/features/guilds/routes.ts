import type { GuildId } from '@muster/contract/ids'
import { games } from '@muster/domain/events/games'
import { readLogPage } from '@muster/domain/guilds/log-page'
import { selectRows } from '@muster/domain/guilds/log-rows'
import { summarize } from '@muster/domain/guilds/log-summary'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../call.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { type Membership, type Viewer, viewerHas } from '../../viewer.ts'
import { insertLogPage, listLogEntries, loadExtent } from './log-store.ts'
import { presentRows, presentSummary, readFilter } from './present-log.ts'
import { readGuildLog } from './read-log.ts'
import { findGuild, lockGuild, listGuilds, presentGuild, removeGuild, upsertGuild } from './store.ts'

/** Largest difference between the clock of the game's site and Muster's. */
const clockDifference_ms = 60 * 60_000

interface Asked {
  readonly ctx: Context
  readonly event: Row<'events'>
  readonly viewer: Viewer
  readonly team: Membership | null
  readonly params: { readonly guildId: GuildId }
}

/** The guild of the path, for the team that registered it (D-02). @throws Refusal guild_not_found, not_allowed */
async function getGuildOfCaller({ ctx, event, team, params }: Asked): Promise<Row<'guilds'>> {
  const guild = await findGuild(ctx.db, event.id, params.guildId)
  if (!guild) throw new Refusal('guild_not_found')
  if (guild.team_id !== team?.team_id) throw new Refusal('not_allowed', 'Another team has registered this guild')
  return guild
}

/** The same, also for roles that may read every team's log. */
async function getReadableGuild(call: Asked): Promise<Row<'guilds'>> {
  if (!viewerHas('see_every_guild_log', call.viewer)) return getGuildOfCaller(call)
  const guild = await findGuild(call.ctx.db, call.event.id, call.params.guildId)
  if (!guild) throw new Refusal('guild_not_found')
  return guild
}

/** A log does not name its game: only the first game has logs, so an event of the second must not accept them. */
function checkOffered({ game_version }: Pick<Row<'events'>, 'game_version'>): void {
  if (games[game_version].guild_logs) return
  throw new Refusal('invalid_request', 'Path of Exile 2 has no guild tabs and logs that can be read. Submit your items')
}

export const guildRoutes = {
  getGuilds: { read: async ({ db, event }) => (await listGuilds(db, event.id)).map(presentGuild) },

  saveGuild: async ({ ctx, event, team, params, body }) => {
    checkOffered(event)
    const { name, tag } = body
    const guild = await upsertGuild(ctx.db, {
      event_id: event.id,
      guild_id: params.guildId,
      team_id: team.team_id,
      name,
      tag,
    })
    if (!guild) throw new Refusal('guild_taken')
    return presentGuild(guild)
  },

  deleteGuild: async ({ ctx, event, viewer, team, params }) => {
    const guild = await findGuild(ctx.db, event.id, params.guildId)
    if (!guild) throw new Refusal('guild_not_found')
    const mayDeleteAny = viewerHas('delete_every_guild', viewer)
    if (!mayDeleteAny && guild.team_id !== team?.team_id)
      throw new Refusal('not_allowed', 'Another team has registered this guild')
    await removeGuild(ctx.db, event.id, params.guildId, mayDeleteAny ? null : guild.team_id)
  },

  getLogEntriesForGuild: async (call) => listLogEntries(call.ctx.db, await getReadableGuild(call), call.query),

  addGuildstashHistory: async (call) => {
    const { ctx, event, viewer, body } = call
    checkOffered(event)
    const guild = await getGuildOfCaller(call)
    const now = new Date(ctx.clock.now())
    const page = readLogPage(body, event.name, now.getTime() + clockDifference_ms)
    const added = await ctx.db.transact(async (tx) => {
      if (!(await lockGuild(tx, guild))) throw new Refusal('guild_not_found')
      return insertLogPage(tx, guild, page, viewer.user_id, now)
    })
    return {
      number_of_added_entries: added,
      number_of_known_entries: page.entries.length - added,
      number_of_foreign_entries: page.foreign,
      number_of_unreadable_entries: page.unreadable,
    }
  },

  getGuildLogRows: async (call) => {
    const { ctx, event, query } = call
    const guild = await getReadableGuild(call)
    const log = await readGuildLog(ctx, event, guild)
    const { show = 'movements', before, limit = 100 } = query
    const selected = selectRows(log, readFilter(query), { pairs: show === 'movements', before, limit })
    return presentRows(ctx, event, guild, selected)
  },

  getGuildLogSummary: async (call) => {
    const log = await readGuildLog(call.ctx, call.event, await getReadableGuild(call))
    return presentSummary(summarize(log, readFilter(call.query)))
  },

  getLatestTimestampForUser: async (call) => loadExtent(call.ctx.db, call.event, await getReadableGuild(call)),
} satisfies Partial<Handlers>
