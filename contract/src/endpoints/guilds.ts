import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import {
  Guild,
  GuildCreate,
  GuildLogEntry,
  GuildLogExtent,
  GuildLogPage,
  GuildLogRows,
  GuildLogSummary,
  GuildLogUpload,
  guildLogViews,
  largestLogPage_bytes,
  maxLogRows,
} from '../guilds.ts'
import { momentParam, numberParam } from '../query.ts'

/** A number in a query; an empty text means no number. */
const optionalInt = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === '' ? undefined : Number(text)))
  .pipe(z.int('must be a whole number').optional())
const optionalFilter = z
  .string()
  .max(200)
  .optional()
  .transform((text) => (text === '' ? undefined : text))

/** Filters for a log. Times in unix seconds, both included. */
const logFilter = z.object({
  /** An account name as spelled in the log. */
  username: optionalFilter,
  /** Part of the item's name, in any case. */
  itemname: optionalFilter,
  /** A tab's whole name. */
  stashname: optionalFilter,
  /** Only lines of deleted tabs; `stashname` is ignored then. */
  gone: z.literal('true', 'must be true or left out').optional(),
  from: momentParam().optional(),
  to: momentParam().optional(),
})

const { GET, PUT, POST, DELETE } = callsOf('guilds')

export const guildsEndpoints = {
  getGuilds: GET('/{eventId}/guilds', {
    keys: 'public',
    access: 'public',
    reply: z.array(Guild),
    summary: "The guilds registered by the event's teams",
  }),
  saveGuild: PUT('/{eventId}/guilds/{guildId}', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    body: GuildCreate,
    reply: Guild,
    refusals: ['guild_taken'],
    summary: "Registers a guild for the caller's team, or renames it; another team's guild is refused",
  }),
  deleteGuild: DELETE('/{eventId}/guilds/{guildId}', {
    access: ['team_lead', 'admin'],
    refusals: ['guild_not_found'],
    summary: 'Removes a guild and its uploaded log: for its team lead and admins',
  }),
  getGuildLogRows: GET('/{eventId}/guilds/{guildId}/stash-history/rows', {
    keys: 'team',
    access: ['team_member', 'admin'],
    query: logFilter.extend({
      /** Both lines of a movement as one row, or one row per line. Default: movements. */
      show: z.enum(guildLogViews).optional(),
      /** The `next` of the previous answer. */
      before: numberParam(Number.MAX_SAFE_INTEGER).optional(),
      /** Default 100. */
      limit: numberParam(maxLogRows).optional(),
    }),
    reply: GuildLogRows,
    refusals: ['guild_not_found'],
    summary: "A guild's log with movements, quantities, credits and gaps, newest first, for the team that registered it",
  }),
  getGuildLogSummary: GET('/{eventId}/guilds/{guildId}/stash-history/summary', {
    keys: 'team',
    access: ['team_member', 'admin'],
    query: logFilter,
    reply: GuildLogSummary,
    refusals: ['guild_not_found'],
    summary: "Totals of items put into and taken out of a guild's stash by player, and the values its log can be filtered by",
  }),
  getLogEntriesForGuild: GET('/{eventId}/guilds/{guildId}/stash-history', {
    keys: 'team',
    access: ['team_member', 'admin'],
    query: z.object({
      /** Absent or negative: everything. */
      limit: optionalInt,
      offset: optionalInt.pipe(z.int().nonnegative('must not be negative').optional()),
      /** The id of the last line received; cheaper than an offset, and stable while lines are added. */
      before: optionalInt.pipe(z.int().positive('must be positive').optional()),
      /** A hyphen may replace the `#` of an account name. */
      username: optionalFilter,
      /** Part of the item's name, in any case. */
      itemname: optionalFilter,
      stashname: optionalFilter,
    }),
    reply: z.array(GuildLogEntry),
    refusals: ['guild_not_found'],
    summary: "A guild's log, newest first, for the team that registered it",
  }),
  addGuildstashHistory: POST('/{eventId}/guilds/{guildId}/stash-history', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    status: 201,
    body: GuildLogPage,
    largest_body_bytes: largestLogPage_bytes,
    body_is_from_game: true,
    reply: GuildLogUpload,
    refusals: ['guild_not_found'],
    needs_raw_data: true,
    summary: "Adds an unedited page of the game site's guild history; pages may overlap and arrive in any order",
  }),
  getLatestTimestampForUser: GET('/{eventId}/guilds/{guildId}/stash-history/latest_timestamp', {
    keys: 'team',
    access: ['team_member', 'admin'],
    reply: GuildLogExtent,
    refusals: ['guild_not_found'],
    summary: "The uploaded parts of a guild's log, and the missing ones",
  }),
} as const
