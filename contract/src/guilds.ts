import { z } from 'zod'
import { flag, requiredCount, requiredName } from './body.ts'
import { GuildId, ObjectiveId, TeamId } from './ids.ts'

/** A guild of the game that a team of the event plays in; `id` is the game's number. */
export const Guild = z.object({ id: GuildId, name: z.string(), tag: z.string(), team_id: TeamId }).meta({ id: 'Guild' })
export type Guild = z.output<typeof Guild>

/** The id in the path wins; the team is always the caller's. */
export const GuildCreate = z
  .object({ id: requiredCount, name: requiredName(), tag: requiredName(40) })
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
    /**
     * Whether the page begins right where the one ended that the caller uploaded before, even when the two share no line. When left
     * out, a page that is older than that one is taken for the next one down.
     */
    follows: z.boolean().nullish(),
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

/**
 * How many of the line's item there were before it and after it. Exact while the log has no gap since the tabs were empty; otherwise
 * at least so many: what lay there already, or came during a gap, no line names.
 */
export const GuildLogQuantity = z
  .object({ before: z.int(), after: z.int(), is_exact: z.boolean() })
  .meta({ id: 'GuildLogQuantity' })
export type GuildLogQuantity = z.output<typeof GuildLogQuantity>

/** What a line has to do with a team's points: it says who put in an item that an objective asks for, and when. */
export const GuildLogCredit = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    /** The objective's score has its player and its time from this line now. */
    names: z.boolean(),
    /** What the team has on the objective now, if so; otherwise 0. */
    points: z.int(),
  })
  .meta({ id: 'GuildLogCredit' })
export type GuildLogCredit = z.output<typeof GuildLogCredit>

/** A line of a guild's log with what follows from the others. */
export const GuildLogRowLine = GuildLogEntry.extend({
  /** Where the item lies in the tab. */
  x: z.int(),
  y: z.int(),
  /** What was added, taken out (negative), or the difference of a changed stack; null where its number before is not known. */
  change: z.int().nullable(),
  /** Of the line's tab, and of all tabs of the guild. */
  tab: GuildLogQuantity,
  guild: GuildLogQuantity,
  /** The id of the other end of the movement that this line is part of. */
  moved_with: z.string().nullable(),
  credits: z.array(GuildLogCredit),
}).meta({ id: 'GuildLogRowLine' })
export type GuildLogRowLine = z.output<typeof GuildLogRowLine>

/** A line; a movement, which is the same item out of one tab and into another within a minute, by the same person; or a time that no upload covers. */
export const GuildLogRow = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('line'), line: GuildLogRowLine }),
    z.object({ kind: z.literal('movement'), removed: GuildLogRowLine, added: GuildLogRowLine }),
    z.object({ kind: z.literal('gap'), from: z.int(), to: z.int() }),
  ])
  .meta({ id: 'GuildLogRow' })
export type GuildLogRow = z.output<typeof GuildLogRow>

export const guildLogViews = ['movements', 'lines'] as const
/** The most rows of one answer, gaps aside. */
export const mostLogRows = 500

/** Rows of a guild's log, newest first. */
export const GuildLogRows = z
  .object({
    rows: z.array(GuildLogRow),
    /** What `before` takes to read on; null at the end. Stays good while lines are added. */
    next: z.string().nullable(),
  })
  .meta({ id: 'GuildLogRows' })
export type GuildLogRows = z.output<typeof GuildLogRows>

/** What somebody put in and took out, in pieces; what they carried from one tab into another is `moved`, and neither. */
export const GuildLogPlayer = z
  .object({
    account_name: z.string(),
    lines: z.int(),
    added: z.int(),
    removed: z.int(),
    moved: z.int(),
    /** Lines that changed a stack whose number before is not known. */
    unknown: z.int(),
    /** The items of which they put in and took out most; at most five. */
    top_items: z.array(z.object({ item_name: z.string(), added: z.int(), removed: z.int() })),
  })
  .meta({ id: 'GuildLogPlayer' })
export type GuildLogPlayer = z.output<typeof GuildLogPlayer>

/** The most names of each kind in a summary; the others are counted. */
export const mostLogNames = 200

const nameCounts = <N extends z.ZodType>(name: N) =>
  z.object({ names: z.array(z.object({ name, lines: z.int() })), left_out: z.int() })

/** What the lines that a filter finds come to. The counts of names are those that another choice of this kind would find. */
export const GuildLogSummary = z
  .object({
    lines: z.int(),
    movements: z.int(),
    /** Those with most lines. */
    players: z.array(GuildLogPlayer),
    players_left_out: z.int(),
    accounts: nameCounts(z.string()),
    /** Null: tabs that are gone. */
    tabs: nameCounts(z.string().nullable()),
    items: nameCounts(z.string()),
  })
  .meta({ id: 'GuildLogSummary' })
export type GuildLogSummary = z.output<typeof GuildLogSummary>
