import { z } from 'zod'
import { flag, requiredCount, requiredName } from './body.ts'
import { GuildId, ObjectiveId, TeamId } from './ids.ts'

/** A guild in the game that a team of the event plays in; `id` is the game's number. */
export const Guild = z.object({ id: GuildId, name: z.string(), tag: z.string(), team_id: TeamId }).meta({ id: 'Guild' })
export type Guild = z.output<typeof Guild>

/** The id in the path has priority; the team is always the caller's. */
export const GuildCreate = z
  .object({ id: requiredCount, name: requiredName(), tag: requiredName(40) })
  .meta({ id: 'GuildCreate' })
export type GuildCreate = z.output<typeof GuildCreate>

export const guildLogActions = ['added', 'modified', 'removed'] as const
export const GuildLogAction = z.enum(guildLogActions).meta({ id: 'Action' })
export type GuildLogAction = z.output<typeof GuildLogAction>

/** A page of the site has 50 lines; a file assembled by a user may contain many pages. */
export const maxLogEntries = 20_000
/** About 200 bytes per line. */
export const largestLogPage_bytes = 8 * 1024 * 1024

const siteText = z.string().max(500).nullish()
const siteNumber = z.number().nullish()

/** One line from the guild's history, as the game's site answers. Missing fields are handled line by line when it is read. */
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

/** A page of the guild stash history from the game's site, unchanged. */
export const GuildLogPage = z
  .object({
    entries: z
      .array(GuildLogLine)
      .max(maxLogEntries)
      .nullish()
      .transform((entries) => entries ?? []),
    /** The site has older lines. */
    truncated: flag,
    /**
     * Whether the page begins right where the caller's previous upload ended, even if the two share no line. If absent, a page
     * older than that upload is assumed to be the next one.
     */
    follows: z.boolean().nullish(),
  })
  .meta({ id: 'GuildStashChangeResponse' })
export type GuildLogPage = z.output<typeof GuildLogPage>

export const GuildLogUpload = z
  .object({
    number_of_added_entries: z.int(),
    /** Lines that were uploaded before; they stay unchanged. */
    number_of_known_entries: z.int(),
    /** Lines from a league other than the event's. */
    number_of_foreign_entries: z.int(),
    /** Lines without a number, a time or an item. */
    number_of_unreadable_entries: z.int(),
  })
  .meta({ id: 'AddGuildStashHistoryResponse' })
export type GuildLogUpload = z.output<typeof GuildLogUpload>

/** A line of a guild's log; `timestamp` in unix seconds, `stash_name` absent for a deleted tab. */
export const GuildLogEntry = z
  .object({
    /** The site's number of the line; used as `before` for paging. */
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

/** The uploaded part of a guild's log; all unix seconds. Uploaders request the parts before and after it, and the gaps. */
export const GuildLogExtent = z
  .object({
    /** One second before the oldest line of the event, and one after the newest; null if there are none. */
    earliest: z.int().nullable(),
    latest: z.int().nullable(),
    league_start: z.int(),
    league_end: z.int(),
    /** Intervals within the event, up to the newest line, that no uploaded page covers; oldest first. */
    gaps: z.array(z.object({ from: z.int(), to: z.int() })),
  })
  .meta({ id: 'GuildStashLogTimestampResponse' })
export type GuildLogExtent = z.output<typeof GuildLogExtent>

/**
 * The quantity of the line's item before and after it. Exact if the log has no gap since the tabs were empty; otherwise a lower
 * bound, because items from before the log or from a gap are in no line.
 */
export const GuildLogQuantity = z
  .object({ before: z.int(), after: z.int(), is_exact: z.boolean() })
  .meta({ id: 'GuildLogQuantity' })
export type GuildLogQuantity = z.output<typeof GuildLogQuantity>

/** A line's effect on a team's points: it names who put in an item that an objective asks for, and when. */
export const GuildLogCredit = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    /** The objective's score currently takes its player and time from this line. */
    names: z.boolean(),
    /** The team's points on the objective now if `names` is set, otherwise 0. */
    points: z.int(),
  })
  .meta({ id: 'GuildLogCredit' })
export type GuildLogCredit = z.output<typeof GuildLogCredit>

/** A line of a guild's log with data derived from other lines. */
export const GuildLogRowLine = GuildLogEntry.extend({
  /** Position of the item in the tab. */
  x: z.int(),
  y: z.int(),
  /** Items added, removed (negative), or the difference of a changed stack; null if the previous number is unknown. */
  change: z.int().nullable(),
  /** For the line's tab, and for all tabs of the guild. */
  tab: GuildLogQuantity,
  guild: GuildLogQuantity,
  /** The id of the other line of the movement that this line is part of. */
  moved_with: z.string().nullable(),
  credits: z.array(GuildLogCredit),
}).meta({ id: 'GuildLogRowLine' })
export type GuildLogRowLine = z.output<typeof GuildLogRowLine>

/**
 * A line; a movement, which is the same item taken from one tab and put into another by the same person within a minute; or an
 * interval that no upload covers.
 */
export const GuildLogRow = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('line'), line: GuildLogRowLine }),
    z.object({ kind: z.literal('movement'), removed: GuildLogRowLine, added: GuildLogRowLine }),
    z.object({ kind: z.literal('gap'), from: z.int(), to: z.int() }),
  ])
  .meta({ id: 'GuildLogRow' })
export type GuildLogRow = z.output<typeof GuildLogRow>

export const guildLogViews = ['movements', 'lines'] as const
/** Upper bound for the rows of one answer, gaps aside. */
export const maxLogRows = 500

/** Rows of a guild's log, newest first. */
export const GuildLogRows = z
  .object({
    rows: z.array(GuildLogRow),
    /** Pass it as `before` to continue; null at the end. Stays valid while lines are added. */
    next: z.string().nullable(),
  })
  .meta({ id: 'GuildLogRows' })
export type GuildLogRows = z.output<typeof GuildLogRows>

/** A player's items put in and taken out; items carried from one tab to another count only as `moved`. */
export const GuildLogPlayer = z
  .object({
    account_name: z.string(),
    lines: z.int(),
    added: z.int(),
    removed: z.int(),
    moved: z.int(),
    /** Lines that changed a stack whose previous number is unknown. */
    unknown: z.int(),
    /** The items with the most pieces put in and taken out; at most five. */
    top_items: z.array(z.object({ item_name: z.string(), added: z.int(), removed: z.int() })),
  })
  .meta({ id: 'GuildLogPlayer' })
export type GuildLogPlayer = z.output<typeof GuildLogPlayer>

/** Upper bound for the names of each kind in a summary; further names are only counted. */
export const maxLogNames = 200

const nameCounts = <N extends z.ZodType>(name: N) =>
  z.object({ names: z.array(z.object({ name, lines: z.int() })), left_out: z.int() })

/**
 * Summary of the lines that match a filter. The counts of names show how many lines another choice of the same kind would match.
 */
export const GuildLogSummary = z
  .object({
    lines: z.int(),
    movements: z.int(),
    /** Sorted by the number of lines, most first. */
    players: z.array(GuildLogPlayer),
    players_left_out: z.int(),
    accounts: nameCounts(z.string()),
    /** Null: deleted tabs. */
    tabs: nameCounts(z.string().nullable()),
    items: nameCounts(z.string()),
  })
  .meta({ id: 'GuildLogSummary' })
export type GuildLogSummary = z.output<typeof GuildLogSummary>
