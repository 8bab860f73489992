import { z } from 'zod'
import { baseVersion, flag, nullableText } from './body.ts'
import { DateTime } from './date-time.ts'
import { Lag } from './health.ts'
import { EventId, OutageId } from './ids.ts'
import { MinimalUser } from './users.ts'

/**
 * The parts of Muster as users know them. `game_data`: reading stashes and characters from the game. `notices`: posts to chats
 * and programs, and notices to people. `streams`: which of the participants are live. `builds`: calculating the stats of builds.
 */
export const statusParts = ['scores', 'game_data', 'logins', 'notices', 'streams', 'builds'] as const
export type StatusPartName = (typeof statusParts)[number]

/** `server`: everything; no process of the server was running, or none could write. */
export const outageParts = ['server', ...statusParts] as const
export const OutagePart = z.enum(outageParts).meta({ id: 'OutagePart' })
export type OutagePart = z.output<typeof OutagePart>

/** `idle`: there is nothing to do now. `off`: this server is not configured for it. */
export const StatusPart = z
  .object({
    part: z.enum(statusParts),
    state: z.enum(['fine', 'trouble', 'idle', 'off']),
    /** Since when it has problems, or since the end of its last outage; null if it never had one. On the wall clock. */
    since: DateTime.nullable(),
    /** The work that is behind. */
    behind: z.array(Lag),
  })
  .meta({ id: 'StatusPart' })
export type StatusPart = z.output<typeof StatusPart>

/** Longest note on an outage, in characters. */
export const outageNoteLength = 500

/** A period in which something was not running. Times on the wall clock. */
export const Outage = z
  .object({
    id: OutageId,
    part: OutagePart,
    /** Null for outages that concern no single event, and for events that the caller may not see. */
    event: z.object({ id: EventId, name: z.string() }).nullable(),
    /** Names of jobs, scheduled tasks and login providers. */
    affected: z.array(z.string()),
    began_at: DateTime,
    /** Null: not over yet. */
    ended_at: DateTime.nullable(),
    /** The organisers' note about it; plain text. */
    note: z.string().nullable(),
    /** The author of the note; for organisers only. */
    note_author: MinimalUser.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Outage' })
export type Outage = z.output<typeof Outage>

/** The reason why processes on the same database are incompatible. */
export const ServerConflict = z.enum(['versions', 'secrets', 'folders']).meta({ id: 'ServerConflict' })
export type ServerConflict = z.output<typeof ServerConflict>

/** A process of the server that uses this database now. */
export const ServerProcess = z
  .object({ version: z.string(), roles: z.array(z.enum(['http', 'jobs', 'scoring'])), connected_at: DateTime })
  .meta({ id: 'ServerProcess' })
export type ServerProcess = z.output<typeof ServerProcess>

/** Whether everything is running, and past outages. */
export const Status = z
  .object({
    /** Everyone sees the rest, not only organisers. */
    is_public: z.boolean(),
    /** Null for callers who may not see it. */
    shown: z
      .object({
        judged_at: DateTime,
        parts: z.array(StatusPart),
        /** The newest 50, newest first. */
        outages: z.array(Outage),
        /** For organisers only; null for everyone else. */
        server: z.object({ processes: z.array(ServerProcess), conflicts: z.array(ServerConflict) }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Status' })
export type Status = z.output<typeof Status>

export const StatusSettings = z.object({ is_public: flag }).meta({ id: 'StatusSettings' })

export const OutageNote = z.object({ note: nullableText(outageNoteLength), base_version: baseVersion }).meta({ id: 'OutageNote' })
