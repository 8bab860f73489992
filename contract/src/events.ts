import { z } from 'zod'
import {
  baseVersion,
  count,
  flag,
  nameLength,
  nullableId,
  nullableTime,
  requiredCount,
  requiredName,
  requiredTime,
} from './body.ts'
import { isPlainName, nameProblem } from './names.ts'
import { EventId, ObjectiveId, TeamId } from './ids.ts'
import { Team } from './teams.ts'

export const gameVersions = ['poe1', 'poe2'] as const
export const GameVersion = z.enum(gameVersions).meta({ id: 'GameVersion' })
export type GameVersion = z.output<typeof GameVersion>

export const DateTime = z.iso.datetime({ offset: true })

export const Event = z
  .object({
    id: EventId,
    /** Doubles as the exact league name in the game, for example `Winter Muster (PL12345)`. */
    name: z.string(),
    game_version: GameVersion,
    is_current: z.boolean(),
    is_public: z.boolean(),
    is_locked: z.boolean(),
    max_size: z.int(),
    waitlist_size: z.int(),
    patch: z.string().nullable(),
    application_start_time: DateTime,
    application_end_time: DateTime,
    event_start_time: DateTime,
    event_end_time: DateTime,
    /** Raised by one with every edit. */
    version: z.int(),
    /** When the archive was made that the event was imported from; null: it was played on this installation. */
    archived_at: DateTime.nullable(),
    /** Until when the raw data of the event is kept; null: for ever. */
    raw_kept_until: DateTime.nullable(),
    /** When the removal of its raw data began; from then on nothing can be read from the game or matched again. Null: not yet. */
    final_since: DateTime.nullable(),
    teams: z.array(Team),
  })
  .meta({ id: 'Event' })
export type Event = z.output<typeof Event>

const eventFields = {
  name: requiredName(),
  game_version: GameVersion,
  is_current: flag,
  is_public: flag,
  is_locked: flag,
  max_size: requiredCount,
  /** 0 = nobody waits: the event is full at `max_size`. */
  waitlist_size: count,
  /** Left out by clients that do not know it: an edit keeps the stored one then, `null` takes it away. */
  patch: z.string().max(nameLength).refine(isPlainName, nameProblem).nullish(),
  application_start_time: requiredTime,
  application_end_time: requiredTime,
  event_start_time: requiredTime,
  event_end_time: requiredTime,
}

/** A new event, or with `id` the new state of one. */
export const EventCreate = z
  .object({ id: nullableId(EventId), base_version: baseVersion, ...eventFields })
  .meta({ id: 'EventCreate' })
export type EventCreate = z.output<typeof EventCreate>

/** Left out by clients that do not know it: yes. */
const unlessRefused = z
  .boolean()
  .nullish()
  .transform((is) => is ?? true)

/** When an objective of a copied event opens and closes in the copy. */
export const CopiedWindow = z
  .object({ objective_id: ObjectiveId, valid_from: nullableTime, valid_to: nullableTime })
  .meta({ id: 'CopiedWindow' })
export type CopiedWindow = z.output<typeof CopiedWindow>

/** Most windows that a copy is given one by one. */
export const mostCopiedWindows = 5000

/** The copy of an event: its own fields, whatever the original has, and what it takes over. */
export const EventDuplicate = z
  .object({
    ...eventFields,
    /** Also copy the teams, without their people. */
    copy_teams: flag,
    /** The teams' logos, where the teams are copied. */
    copy_logos: unlessRefused,
    /** Scoring presets, and the tree of objectives with its conditions. */
    copy_objectives: unlessRefused,
    /** The text of the rules. */
    copy_rules: unlessRefused,
    /**
     * Windows by the ids of the original's objectives. Those of objectives that are not named move by as much as the start of
     * the event does, to the millisecond, which is an hour off where clocks change in between.
     */
    windows: z
      .array(CopiedWindow)
      .max(mostCopiedWindows)
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

/** What belongs to an event, in numbers: all of it goes when the event is deleted. */
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
    /** Of all teams together. */
    points: z.int(),
  })
  .meta({ id: 'EventContents' })
export type EventContents = z.output<typeof EventContents>

/** A place of the community outside Muster, such as its chat server or its channel for videos. */
export const FooterLink = z
  .object({
    label: z.string().min(1).max(30),
    url: z.url({ protocol: /^https?$/ }).max(300),
  })
  .meta({ id: 'FooterLink' })
export type FooterLink = z.output<typeof FooterLink>

/** The event clock: what the server believes the time is, and how fast it runs (1 except in rehearsals). */
export const Clock = z
  .object({
    now: DateTime,
    speed: z.number().positive(),
    /** Whether the status page is for everybody; here because every page asks for the clock. */
    shows_status: z.boolean(),
    /** For the foot of every page, in this order; from the setting FOOTER_LINKS. */
    footer_links: z.array(FooterLink),
    /** The server tries Muster out: game, players and logins are simulated. */
    is_trial: z.boolean(),
  })
  .meta({ id: 'Clock' })
export type Clock = z.output<typeof Clock>
