import { z } from 'zod'
import { archivedCount, archivedName, archivedTime } from './archive-values.ts'
import {
  baseVersion,
  count,
  countFrom,
  flag as optionalFlag,
  largestInt,
  nameLength,
  nullableId,
  nullableTime,
  requiredCount,
  requiredName,
  requiredTime,
} from './body.ts'
import { DateTime } from './date-time.ts'
import { hostsProblem, isHostList } from './embed-hosts.ts'
import { ExampleName } from './example-names.ts'
import { gameVersions } from './game-versions.ts'
import { isPlainName, nameProblem } from './names.ts'
import { EventId, ObjectiveId, TeamId } from './ids.ts'
import { PersonalObjectives } from './personal-objectives.ts'
import { ProofRule, proofRules, ReportRule, reportRules } from './report-rules.ts'
import { describeInterval, type ReadingInterval, readingIntervals } from './reading-intervals.ts'
import { Team } from './teams.ts'

export const GameVersion = z.enum(gameVersions).meta({ id: 'GameVersion' })
export type GameVersion = z.output<typeof GameVersion>

// Kinds of values, each with its schema in replies (`read`), in requests (`write`) and in archives. Definition files, database
// columns and the event form are derived from the kind.
const name = { kind: 'name', read: z.string(), write: requiredName(), archived: archivedName } as const
/** May be absent: the stored value stays then; `null` removes it. */
const text = {
  kind: 'text',
  may_be_empty: true,
  read: z.string().nullable(),
  write: z.string().max(nameLength).refine(isPlainName, nameProblem).nullish(),
  archived: archivedName.nullable(),
} as const
/** Sites that may show the standings in a frame. Not in archives: they are this installation's. */
const hosts = {
  kind: 'hosts',
  may_be_empty: true,
  read: z.string().nullable(),
  write: z.string().max(nameLength).refine(isHostList, hostsProblem).nullish(),
  archived: null,
} as const
const moment = { kind: 'moment', read: DateTime, write: requiredTime, archived: archivedTime } as const
const numberFrom0 = { kind: 'number', least: 0, read: z.int(), write: count, archived: archivedCount } as const
const numberFrom1 = { ...numberFrom0, least: 1, write: requiredCount } as const
/** Like `text`. Not in archives: it is about the work of organisers. */
const limitOf = (least: number, most: number) =>
  ({
    kind: 'limit',
    may_be_empty: true,
    least,
    most,
    read: z.int().nullable(),
    write: countFrom(least, most).nullish(),
    archived: null,
  }) as const
const makeInterval = (name: ReadingInterval) => {
  const { least, most, label } = readingIntervals[name]
  return { ...limitOf(least, most), group: 'reading', label, help: describeInterval(name) } as const
}
/** How often each source is read; empty: the default. */
const intervals = Object.fromEntries(
  (Object.keys(readingIntervals) as ReadingInterval[]).map((name) => [name, makeInterval(name)]),
) as { readonly [N in ReadingInterval]: ReturnType<typeof makeInterval> }
const game = {
  kind: 'choice',
  values: gameVersions,
  read: GameVersion,
  write: GameVersion,
  archived: z.enum(gameVersions),
} as const
const shownTimes = ['at_start', 'at_once'] as const
/** When players and visitors see the objectives of an event that they can open. */
export const ObjectivesShown = z.enum(shownTimes).meta({ id: 'ObjectivesShown' })
export type ObjectivesShown = z.output<typeof ObjectivesShown>
const guildLogRules = ['names', 'counts'] as const
/** `names`: a deposit in a guild log only names the finder of a result. `counts`: it is also a result if there is no other. */
export const GuildLogRule = z.enum(guildLogRules).meta({ id: 'GuildLogRule' })
export type GuildLogRule = z.output<typeof GuildLogRule>
const gameLogRules = ['off', 'followed'] as const
/** Whether players may report from the log file of their game. */
export const GameLogRule = z.enum(gameLogRules).meta({ id: 'GameLogRule' })
export type GameLogRule = z.output<typeof GameLogRule>
/** May be absent, as older clients do not know it: a new event gets the default of the column, a stored value stays. */
const choiceOf = <const V extends readonly [string, ...string[]], S extends z.ZodEnum>(values: V, schema: S) =>
  ({
    kind: 'choice',
    values,
    read: schema,
    write: schema.nullish().transform((value) => value ?? undefined),
    archived: z.enum(values),
  }) as const
/** Longest name of a time zone, in characters. */
export const zoneLength = 64
/** Requires the name of a zone: offsets like +02:00 have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
export const zoneProblem = 'must be the name of a time zone, for example Europe/Berlin'
export const TimeZoneName = z.string().max(zoneLength, { abort: true }).refine(isTimeZone, zoneProblem)
/** Like a choice: a new event gets UTC. Not in archives: its dates are over. */
const zone = {
  kind: 'zone',
  read: z.string(),
  write: TimeZoneName.nullish().transform((value) => value ?? undefined),
  archived: null,
} as const
/** Like `text`. Null: the usual steps of the game. */
const personal = {
  kind: 'personal',
  may_be_empty: true,
  read: PersonalObjectives.nullable(),
  write: PersonalObjectives.nullish(),
  archived: PersonalObjectives.nullable(),
} as const
/** A state of the event rather than a field: switched by its own button, and not in definition files. */
const flag = { kind: 'flag', group: null, read: z.boolean(), write: optionalFlag, archived: null } as const

/** Groups of the form, in the order of the definition file. */
export const fieldGroups = ['league', 'play', 'signups', 'places', 'personal', 'reading'] as const

/**
 * The columns of an event that organisers write, in wire order. Requests, replies, definition files with their differences,
 * archives and the form are derived from these rows. `decides_scores`: an edit creates a new definition in the ledger.
 */
export const eventColumns = {
  /** Also the exact league name in the game, for example `Winter Muster (PL12345)`. */
  name: {
    ...name,
    group: 'league',
    label: 'Name of the league',
    help: 'Exactly as in the game, for example Winter Muster (PL12345).',
  },
  game_version: { ...game, group: 'league', label: 'Game', decides_scores: true },
  is_current: flag,
  is_public: flag,
  is_locked: { ...flag, archived: z.boolean() },
  max_size: { ...numberFrom1, group: 'places', label: 'Places', help: 'How many can play.' },
  waitlist_size: {
    ...numberFrom0,
    group: 'places',
    label: 'Waitlist',
    help: 'How many can wait for a place; 0 for no waitlist.',
  },
  patch: { ...text, group: 'league', label: 'Patch' },
  points_need_approval_above: {
    ...limitOf(0, largestInt),
    group: 'play',
    label: 'Second person above',
    help: 'Points given or taken by hand above this number wait until a second person approves them. Leave empty to count all at once.',
  },
  application_start_time: { ...moment, group: 'signups', label: 'Signups open' },
  application_end_time: { ...moment, group: 'signups', label: 'Signups close' },
  time_zone: {
    ...zone,
    group: 'play',
    label: 'Time zone of the event',
    help: 'Pages show dates in the zone of the viewer, and in this one beside it.',
  },
  event_start_time: { ...moment, group: 'play', label: 'Start', decides_scores: true },
  event_end_time: { ...moment, group: 'play', label: 'End', decides_scores: true },
  objectives_shown: {
    ...choiceOf(shownTimes, ObjectivesShown),
    group: 'play',
    label: 'Objectives are visible',
    help: 'Until the start only admins and objective designers see hidden objectives and presets.',
  },
  reports: {
    ...choiceOf(reportRules, ReportRule),
    group: 'play',
    label: 'Items and levels that players report',
  },
  report_proof: {
    ...choiceOf(proofRules, ProofRule),
    group: 'play',
    label: 'Proof in a report',
  },
  trusted_after: {
    ...limitOf(1, 1000),
    group: 'play',
    label: 'Trusted after approved reports',
    help: 'After this many approved reports in a row, fresh reports of a player count at once, as confirmed. Leave empty for never.',
  },
  second_look_percent: {
    ...limitOf(1, 100),
    group: 'play',
    label: 'Second look, percent',
    help: 'Share of the approved reports, drawn at random, that a second judge checks. They count meanwhile. It needs two judges. Leave empty for none.',
  },
  game_log: {
    ...choiceOf(gameLogRules, GameLogRule),
    group: 'play',
    label: 'The log file of the game (Client.txt)',
  },
  guild_log: { ...choiceOf(guildLogRules, GuildLogRule), group: 'play', label: 'Deposits in guild logs', decides_scores: true },
  personal_objectives: {
    ...personal,
    group: 'personal',
    label: 'Personal objectives',
    help: 'The steps and figures that give a player points.',
    decides_scores: true,
  },
  embed_hosts: {
    ...hosts,
    group: 'play',
    label: 'Sites that may embed the standings',
    help: 'Names of hosts with spaces between them, for example league.example.com. Leave empty for none.',
  },
  ...intervals,
} as const
type Columns = typeof eventColumns
export type EventColumn = keyof Columns

/** The columns in the form and in definition files. */
export type EventField = { [N in EventColumn]: Columns[N]['group'] extends string ? N : never }[EventColumn]
type FieldRow = {
  [N in EventField]: Columns[N] & {
    readonly name: N
    readonly help?: string
    readonly decides_scores?: true
    readonly may_be_empty?: true
  }
}[EventField]

const rows = Object.entries(eventColumns).map(([name, row]) => ({ name, ...row }))
/** In the order of the definition file. */
export const eventFields = fieldGroups.flatMap((group) => rows.filter((row) => row.group === group)) as readonly FieldRow[]

type Part = 'read' | 'write' | 'archived'
type Schemas<P extends Part> = {
  -readonly [N in EventColumn as Columns[N][P] extends null ? never : N]: Columns[N][P]
}
/** Schemas of the columns by name; columns without this kind of schema are left out. */
export const eventSchemas = <P extends Part>(part: P) =>
  Object.fromEntries(rows.flatMap((row) => (row[part] === null ? [] : [[row.name, row[part]]]))) as unknown as Schemas<P>

export const Event = z
  .object({
    id: EventId,
    ...eventSchemas('read'),
    /** Incremented with every edit. */
    version: z.int(),
    /** Creation time of the archive that the event was imported from; null: it was played on this installation. */
    archived_at: DateTime.nullable(),
    /** End of the period in which the raw data of the event is kept; null: forever. */
    raw_kept_until: DateTime.nullable(),
    /** When the removal of its raw data began; from then on no game data can be read or matched again. Null: not yet. */
    final_since: DateTime.nullable(),
    teams: z.array(Team),
  })
  .meta({ id: 'Event' })
export type Event = z.output<typeof Event>

/**
 * Whether another event may read the same league at the same time. `false`: such an event is refused (`league_taken`). Absent, as
 * sent by clients that do not know the field: accepted.
 */
export const sharesLeague = z
  .boolean()
  .nullish()
  .transform((shares) => shares ?? true)

/** A new event, or with `id` the new state of an existing one. */
export const EventCreate = z
  .object({
    id: nullableId(EventId),
    base_version: baseVersion,
    shares_league: sharesLeague,
    /** Fills a new event with this example: presets, objectives and rules; dates inside count from the event's start. */
    example: ExampleName.nullish(),
    ...eventSchemas('write'),
  })
  .meta({ id: 'EventCreate' })
export type EventCreate = z.output<typeof EventCreate>

/** Absent, as sent by clients that do not know the field: yes. */
const unlessRefused = z
  .boolean()
  .nullish()
  .transform((is) => is ?? true)

/** When an objective of a copied event opens and closes in the copy. */
export const CopiedWindow = z
  .object({ objective_id: ObjectiveId, valid_from: nullableTime, valid_to: nullableTime })
  .meta({ id: 'CopiedWindow' })
export type CopiedWindow = z.output<typeof CopiedWindow>

/** Upper bound for windows set individually in a copy. */
export const maxCopiedWindows = 5000

/** The copy of an event: its own fields, independent of the original, and the parts it takes over. */
export const EventDuplicate = z
  .object({
    ...eventSchemas('write'),
    shares_league: sharesLeague,
    /** Also copy the teams, without their members. */
    copy_teams: optionalFlag,
    /** The teams' logos, if the teams are copied. */
    copy_logos: unlessRefused,
    /** Scoring presets, and the tree of objectives with its conditions. */
    copy_objectives: unlessRefused,
    /** The text of the rules. */
    copy_rules: unlessRefused,
    /**
     * Windows by the ids of the original's objectives. Windows of other objectives are shifted by exactly as much as the start of
     * the event, in milliseconds, which is an hour off if clocks change in between.
     */
    windows: z
      .array(CopiedWindow)
      .max(maxCopiedWindows)
      .nullish()
      .transform((windows) => windows ?? []),
  })
  .meta({ id: 'EventDuplicate' })
export type EventDuplicate = z.output<typeof EventDuplicate>

export const applicationStatuses = ['applied', 'accepted', 'waitlisted', 'none'] as const
export const ApplicationStatus = z.enum(applicationStatuses).meta({ id: 'ApplicationStatus' })
export type ApplicationStatus = z.output<typeof ApplicationStatus>

export const EventStatus = z
  .object({
    team_id: TeamId.nullable(),
    is_team_lead: z.boolean(),
    application_status: ApplicationStatus,
    number_of_signups: z.int(),
    number_of_signups_before: z.int(),
    partner: z.string().nullable(),
  })
  .meta({ id: 'EventStatus' })
export type EventStatus = z.output<typeof EventStatus>

/** Counts of everything that belongs to an event and is deleted with it. */
export const EventContents = z
  .object({
    objectives: z.int(),
    conditions: z.int(),
    scoring_presets: z.int(),
    teams: z.int(),
    /** Users in its teams. */
    participants: z.int(),
    signups: z.int(),
    facts: z.int(),
    submissions: z.int(),
    /** The total of all teams. */
    points: z.int(),
  })
  .meta({ id: 'EventContents' })
export type EventContents = z.output<typeof EventContents>

/** A community link outside Muster, such as a chat server or a video channel. */
export const FooterLink = z
  .object({
    label: z.string().min(1).max(30),
    url: z.url({ protocol: /^https?$/ }).max(300),
  })
  .meta({ id: 'FooterLink' })
export type FooterLink = z.output<typeof FooterLink>

/** The event clock: the server's time, and its speed (1 except in rehearsals). */
export const Clock = z
  .object({
    now: DateTime,
    speed: z.number().positive(),
    /** Whether the status page is public; included because every page requests the clock. */
    shows_status: z.boolean(),
    /** For the footer of every page, in this order; from the setting FOOTER_LINKS. */
    footer_links: z.array(FooterLink),
    /** Whether this server has a client of the game's API. Without one it reads nothing: players report with proof. */
    reads_game: z.boolean(),
    /** The server is a demo of Muster: game, players and logins are simulated. */
    is_trial: z.boolean(),
  })
  .meta({ id: 'Clock' })
export type Clock = z.output<typeof Clock>
