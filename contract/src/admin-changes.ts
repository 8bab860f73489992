import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { MinimalUser } from './users.ts'

export const adminChangeKinds = [
  'event_changed',
  'event_shown',
  'event_hidden',
  'event_locked',
  'event_unlocked',
  'event_made_current',
  'event_made_ordinary',
  'event_deleted',
  'retention_chosen',
  'raw_data_removed',
  'team_changed',
  'logo_changed',
  'logo_removed',
  'people_assigned',
  'teams_sorted',
  'sort_undone',
  'signup_accepted',
  'signup_held_back',
  'signup_put_back',
  'signup_removed',
  'signup_restored',
  'account_confirmed',
  'account_unconfirmed',
  'rules_written',
  'questions_changed',
  'job_started',
  'job_stopped',
  'stream_moved',
  'announcement_written',
  'announcement_changed',
  'announcement_removed',
  'overlays_readdressed',
  'route_saved',
  'route_paused',
  'route_resumed',
  'route_removed',
  'discord_roles_saved',
  'person_deleted',
  'people_invited',
  'login_link_made',
  'login_link_used',
  'invitation_revoked',
] as const
export const AdminChangeKind = z.enum(adminChangeKinds).meta({ id: 'AdminChangeKind' })
export type AdminChangeKind = z.output<typeof AdminChangeKind>

/** A change that an organiser made to an event besides its definition, or the deletion of an event. */
export const AdminChange = z
  .object({
    id: z.int(),
    changed_at: DateTime,
    /** Null: a deleted user. */
    author: MinimalUser.nullable(),
    kind: AdminChangeKind,
    /** The changed object: the name of a job, a team, a user or an event, or the title of an announcement. */
    subject: z.string(),
    /** Details: an end time, the old and new position, the fields, the number of people, objectives and points, or a reason. */
    detail: z.string(),
  })
  .meta({ id: 'AdminChange' })
export type AdminChange = z.output<typeof AdminChange>
