import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { MinimalUser, Role } from './users.ts'

/** The steps of an event from its preparation to its archive, one line each, in the order of the guide for organisers. */
export const readinessCodes = [
  'dates',
  'objectives',
  'presets',
  'never_matching',
  'unknown_names',
  'item_checks',
  'item_sources',
  'by_hand',
  'passive_tree',
  'item_classes',
  'rules',
  'shown',
  'signups',
  'teams',
  'empty_teams',
  'unplaced',
  'leads',
  'guilds',
  'connections',
  'league',
  'stream_job',
  'evaluation_job',
  'character_job',
  'guild_jobs',
  'stream_position',
  'lock',
  'start_news',
  'problems',
  'scores',
  'submissions',
  'waiting_points',
  'jobs_end',
  'final_lock',
  'archive',
  'thanks',
  'raw_data',
  'export',
] as const
export const ReadinessCode = z.enum(readinessCodes).meta({ id: 'ReadinessCode' })
export type ReadinessCode = z.output<typeof ReadinessCode>

/**
 * `stops_start`: without it the event cannot be played or scored. `open`: something is missing that can wait. `later`: it is
 * not due yet, or no person does it.
 */
export const readinessWeights = ['stops_start', 'open', 'later', 'done'] as const
export const ReadinessWeight = z.enum(readinessWeights).meta({ id: 'ReadinessWeight' })
export type ReadinessWeight = z.output<typeof ReadinessWeight>

/** The finding behind a line, in addition to its weight. */
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
  'not_due',
  'unlocked',
  'not_written',
  'chosen',
  'marked',
  'outdated',
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

/** Steps whose result leaves no trace on the server: an organiser marks them as done. */
export const markedSteps = ['archive', 'export'] as const satisfies readonly ReadinessCode[]

/** The organiser who has taken a step. */
export const StepOwner = z.object({ code: ReadinessCode, user: MinimalUser }).meta({ id: 'StepOwner' })
export type StepOwner = z.output<typeof StepOwner>

/** An organiser takes a step or gives it back, marks it as done or removes the mark. */
export const StepAction = z.enum(['take', 'give_back', 'mark', 'unmark']).meta({ id: 'StepAction' })
export type StepAction = z.output<typeof StepAction>

export const StepWrite = z.object({ code: ReadinessCode, action: StepAction }).meta({ id: 'StepWrite' })
export type StepWrite = z.output<typeof StepWrite>

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
    owners: z.array(StepOwner),
    figures: AdminFigures,
  })
  .meta({ id: 'EventReadiness' })
export type EventReadiness = z.output<typeof EventReadiness>
