import { z } from 'zod'
import { nullableTime } from './body.ts'
import { Submission } from './submissions.ts'

export const logEventKinds = ['level', 'death', 'area', 'passive', 'boss'] as const
export const LogEventKind = z.enum(logEventKinds).meta({ id: 'LogEventKind' })
export type LogEventKind = z.output<typeof LogEventKind>

/** Longest name of a character, and longest class or id of the game, in characters. */
export const characterLength = 40
export const valueLength = 100
/** The forms of names and ids in recognised lines: chat markers and addresses do not match. */
const characterForm = /^[^ ()<>:@#$%&"]*$/
const valueForm = /^[^()<>:@#$%&".,/]*$/
/** The highest level of a character or an area. */
export const maxLevel = 999

/** One event in the log of a player's game (Client.txt): the recognised parts of a line, never the line. */
export const LogEvent = z
  .object({
    kind: LogEventKind,
    /** Name of the player's character (`level`, `death`); otherwise empty. */
    character: z.string().max(characterLength).regex(characterForm, 'must be the name of a character'),
    /** The class (`level`), the game's id (`area`, `passive`), our id of the line (`boss`), or empty (`death`). */
    value: z.string().max(valueLength).regex(valueForm, 'must be a class or an id of the game'),
    /** Level of the character or area; otherwise 0. */
    number: z.int().nonnegative().max(maxLevel),
    /** Time of the line as the game wrote it, in the zone of the player's computer. Together with `uptime_ms` it identifies the line. */
    logged: z.string().regex(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/, 'must be the time of a line, like 2026/01/17 12:40:00'),
    uptime_ms: z.int().nonnegative().max(Number.MAX_SAFE_INTEGER),
    /** When it happened; null: the line was read as the game wrote it, so the server's time counts. */
    timestamp: nullableTime,
  })
  .meta({ id: 'LogEvent' })
export type LogEvent = z.output<typeof LogEvent>

/** Most events in one request. */
export const maxLogEvents = 200

export const LogReport = z
  .object({
    /** Drawn by the client. A report that is sent again, because its answer was lost, has the same key. */
    key: z.uuid(),
    /** In the order of the log. */
    events: z.array(LogEvent).min(1).max(maxLogEvents),
  })
  .meta({ id: 'LogReport' })
export type LogReport = z.output<typeof LogReport>

export const LogReply = z
  .object({
    /** Events that were not stored before. */
    added: z.int().nonnegative(),
    /** The submissions that follow from them. */
    submissions: z.array(Submission),
  })
  .meta({ id: 'LogReply' })
export type LogReply = z.output<typeof LogReply>
