import { z } from 'zod'
import { flag, requiredCount, requiredText } from './body.ts'
import { GuildId, TeamId } from './ids.ts'

/** A guild of the game that a team of the event plays in; `id` is the game's number. */
export const Guild = z.object({ id: GuildId, name: z.string(), tag: z.string(), team_id: TeamId }).meta({ id: 'Guild' })
export type Guild = z.output<typeof Guild>

/** The id in the path wins; the team is always the caller's. */
export const GuildCreate = z
  .object({ id: requiredCount, name: requiredText(), tag: requiredText(40) })
  .meta({ id: 'GuildCreate' })
export type GuildCreate = z.output<typeof GuildCreate>

export const guildLogActions = ['added', 'modified', 'removed'] as const
export const GuildLogAction = z.enum(guildLogActions).meta({ id: 'Action' })
export type GuildLogAction = z.output<typeof GuildLogAction>

/** A page of the site holds 50 lines; a file that somebody put together may hold many pages. */
export const mostLogEntries = 20_000
/** About 200 bytes a line. */
export const largestLogPage_bytes = 8 * 1024 * 1024

const siteText = z.string().max(500).nullish()
const siteNumber = z.number().nullish()

/** One line of the game site's own history answer. What a line lacks is decided where it is read, line by line. */
export const GuildLogLine = z
  .object({
    /** Decimal digits. */
    id: siteText,
    /** Unix seconds. */
    time: siteNumber,
    league: siteText,
    stash: siteText,
    /** `20× Chaos Orb`, or a name. */
    item: siteText,
    action: siteText,
    account: z.object({ name: siteText }).nullish(),
    x: siteNumber,
    y: siteNumber,
  })
  .meta({ id: 'GuildStashChangeResponseEntry' })
export type GuildLogLine = z.output<typeof GuildLogLine>

/** A page of the game site's guild stash history, as it came. */
export const GuildLogPage = z
  .object({
    entries: z
      .array(GuildLogLine)
      .max(mostLogEntries)
      .nullish()
      .transform((entries) => entries ?? []),
    /** The site has older lines. */
    truncated: flag,
  })
  .meta({ id: 'GuildStashChangeResponse' })
export type GuildLogPage = z.output<typeof GuildLogPage>

export const GuildLogUpload = z
  .object({
    number_of_added_entries: z.int(),
    /** Were uploaded before; they stay as they were. */
    number_of_known_entries: z.int(),
    /** Belong to another league than the event's. */
    number_of_foreign_entries: z.int(),
    /** Lack a number, a time or an item. */
    number_of_unreadable_entries: z.int(),
  })
  .meta({ id: 'AddGuildStashHistoryResponse' })
export type GuildLogUpload = z.output<typeof GuildLogUpload>

/** A line of a guild's log; `timestamp` in unix seconds, `stash_name` absent for a tab that is gone. */
export const GuildLogEntry = z
  .object({
    /** The site's number of the line; `before` takes it to page on. */
    id: z.string(),
    timestamp: z.int(),
    account_name: z.string(),
    stash_name: z.string().optional(),
    item_name: z.string(),
    number: z.int(),
    action: GuildLogAction,
  })
  .meta({ id: 'GuildStashChangelog' })
export type GuildLogEntry = z.output<typeof GuildLogEntry>

/** What of a guild's log is here; all unix seconds. Uploaders ask for what lies outside, and for the gaps. */
export const GuildLogExtent = z
  .object({
    /** One second before the oldest line of the event, and one after the newest; null when there are none. */
    earliest: z.int().nullable(),
    latest: z.int().nullable(),
    league_start: z.int(),
    league_end: z.int(),
    /** Stretches within the event, up to the newest line, that no uploaded page covers; oldest first. */
    gaps: z.array(z.object({ from: z.int(), to: z.int() })),
  })
  .meta({ id: 'GuildStashLogTimestampResponse' })
export type GuildLogExtent = z.output<typeof GuildLogExtent>
