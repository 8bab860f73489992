import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { Role } from './users.ts'

/** The requirements of an event, one line each, in the order of the work. */
export const readinessCodes = [
  'dates',
  'shown',
  'league',
  'objectives',
  'presets',
  'never_matching',
  'item_sources',
  'scoring_problems',
  'stream_job',
  'evaluation_job',
  'character_job',
  'guild_jobs',
  'stream_position',
  'scores',
  'signups',
  'teams',
  'empty_teams',
  'leads',
  'unplaced',
  'connections',
  'rules',
  'passive_tree',
  'item_classes',
] as const
export const ReadinessCode = z.enum(readinessCodes).meta({ id: 'ReadinessCode' })
export type ReadinessCode = z.output<typeof ReadinessCode>

/** `stops_start`: without it the event cannot be played or scored. `open`: something is missing that can wait. */
export const readinessWeights = ['stops_start', 'open', 'done'] as const
export const ReadinessWeight = z.enum(readinessWeights).meta({ id: 'ReadinessWeight' })
export type ReadinessWeight = z.output<typeof ReadinessWeight>

/** The details of a line, in addition to its weight. */
export const readinessFindings = [
  'fine',
  'wrong_order',
  'no_length',
  'hidden',
  'not_current',
  'not_seen',
  'none',
  'some',
  'not_wanted',
  'ends_early',
  'not_running',
  'failing',
  'away',
  'late',
  'not_open',
  'open_now',
  'nobody',
  'needed',
  'worn',
] as const
export const ReadinessFinding = z.enum(readinessFindings).meta({ id: 'ReadinessFinding' })
export type ReadinessFinding = z.output<typeof ReadinessFinding>

export const ReadinessLine = z
  .object({
    code: ReadinessCode,
    weight: ReadinessWeight,
    finding: ReadinessFinding,
    /** The number of affected objects: objectives, teams, people. */
    count: z.int(),
    /** The total of which `count` is a part. */
    total: z.int(),
    /** The names of the first objects, at most five. */
    names: z.array(z.string()),
    /** The error message of a program; null otherwise. */
    detail: z.string().nullable(),
    /** The time since when, or until when. */
    at: DateTime.nullable(),
    /** Roles that can complete it on the pages; empty: it is done on the server's command line. */
    right: z.array(Role),
  })
  .meta({ id: 'ReadinessLine' })
export type ReadinessLine = z.output<typeof ReadinessLine>

/** Counts shown on the admin pages. */
export const AdminFigures = z
  .object({
    teams: z.int(),
    presets: z.int(),
    objectives: z.int(),
    signups: z.int(),
    waiting: z.int(),
    pending_submissions: z.int(),
    /** Points given or taken by hand that wait for a second person. */
    waiting_points: z.int(),
    jobs_wanted: z.int(),
    jobs_running: z.int(),
    users: z.int(),
    users_with_role: z.int(),
    /** Players seen in the last 24 hours of event time. */
    active_players: z.int(),
    problems: z.int(),
    /** Signups per day, UTC; days without a signup are left out. */
    signups_by_day: z.array(z.object({ day: z.iso.date(), count: z.int() })),
  })
  .meta({ id: 'AdminFigures' })
export type AdminFigures = z.output<typeof AdminFigures>

export const EventReadiness = z
  .object({
    /** When this was evaluated, on the event clock. */
    judged_at: DateTime,
    /** By weight, then in the order of the work. */
    lines: z.array(ReadinessLine),
    figures: AdminFigures,
  })
  .meta({ id: 'EventReadiness' })
export type EventReadiness = z.output<typeof EventReadiness>
