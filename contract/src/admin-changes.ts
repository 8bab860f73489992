import { z } from 'zod'
import { DateTime } from './events.ts'
import { MinimalUser } from './users.ts'

export const adminChangeKinds = [
  'job_started',
  'job_stopped',
  'stream_moved',
  'announcement_written',
  'announcement_changed',
  'announcement_removed',
] as const
export const AdminChangeKind = z.enum(adminChangeKinds).meta({ id: 'AdminChangeKind' })
export type AdminChangeKind = z.output<typeof AdminChangeKind>

/** Something an organiser did to an event, besides its definition and its people. */
export const AdminChange = z
  .object({
    id: z.int(),
    changed_at: DateTime,
    /** Null: somebody who is gone. */
    author: MinimalUser.nullable(),
    kind: AdminChangeKind,
    /** What it was done to: the name of a job, the title of an announcement. */
    subject: z.string(),
    /** A few words more: until when, from which position to which. */
    detail: z.string(),
  })
  .meta({ id: 'AdminChange' })
export type AdminChange = z.output<typeof AdminChange>
