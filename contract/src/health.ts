import { z } from 'zod'
import { DateTime } from './events.ts'
import { EventId } from './ids.ts'

/** Whether this process can answer: it runs, and has just written and read its database. */
export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export type Health = z.output<typeof Health>

/** A piece of work that should be further than it is. */
export const Lag = z
  .object({
    /** A job type, the name of a scheduled task, `stream` (its position does not move), `scores`, or `feeds` of the process that answers. */
    part: z.string(),
    /** Null for work that belongs to no event, and for events that are hidden. */
    event_id: EventId.nullable(),
    /**
     * `not_running`: no process does it. `failing`: it was tried and failed. `late`: it is done, too slowly or not at all. `away`: the
     * game does not respond.
     */
    reason: z.enum(['not_running', 'failing', 'late', 'away']),
    /** By the wall clock; null when it never was where it should be. */
    since: DateTime.nullable(),
  })
  .meta({ id: 'Lag' })
export type Lag = z.output<typeof Lag>

const RoleReadiness = z.object({ status: z.enum(['ready', 'behind']), behind: z.array(Lag) }).meta({ id: 'RoleReadiness' })

/** What all processes together do, judged by the database; `ready` when nothing is behind. */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'behind']),
    roles: z.object({ http: RoleReadiness, jobs: RoleReadiness, scoring: RoleReadiness }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.output<typeof Readiness>
