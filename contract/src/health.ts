import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { EventId } from './ids.ts'

/** This process can answer: it is running, and has just written and read its database. */
export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export type Health = z.output<typeof Health>

/** A part of the server that is behind schedule. */
export const Lag = z
  .object({
    /**
     * A job type, the name of a scheduled task, `stream` (its position does not advance), `scores`, or `feeds` of the answering
     * process.
     */
    part: z.string(),
    /** Null for work that belongs to no event, and for hidden events. */
    event_id: EventId.nullable(),
    /**
     * `not_running`: no process runs it. `failing`: its latest attempt failed. `late`: it is too slow or makes no progress. `away`:
     * the game does not respond.
     */
    reason: z.enum(['not_running', 'failing', 'late', 'away']),
    /** On the wall clock; null if it was never on schedule. */
    since: DateTime.nullable(),
  })
  .meta({ id: 'Lag' })
export type Lag = z.output<typeof Lag>

const RoleReadiness = z.object({ status: z.enum(['ready', 'behind']), behind: z.array(Lag) }).meta({ id: 'RoleReadiness' })

/** The state of all processes together, according to the database; `ready` if nothing is behind. */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'behind']),
    roles: z.object({ http: RoleReadiness, jobs: RoleReadiness, scoring: RoleReadiness }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.output<typeof Readiness>
