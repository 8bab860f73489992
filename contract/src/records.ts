import { z } from 'zod'
import { flag } from './body.ts'
import { Condition } from './conditions.ts'
import { DateTime, GameVersion } from './events.ts'
import { EventId, ObjectiveId, TeamId } from './ids.ts'
import { Character } from './ladder.ts'
import { ObjectiveType } from './objectives.ts'
import { Team } from './teams.ts'
import { MinimalUser } from './users.ts'

/** To whom somebody shows their record. Organisers with the role admin see it always. */
export const recordViewers = ['everyone', 'logged_in', 'nobody'] as const
export type RecordViewers = (typeof recordViewers)[number]

/** What somebody decided about their own record. */
export const RecordSharing = z
  .object({
    shown_to: z.enum(recordViewers),
    /** Whether those who see the record also learn how long the person played. */
    shows_hours: z.boolean(),
  })
  .meta({ id: 'RecordSharing' })
export type RecordSharing = z.output<typeof RecordSharing>

export const RecordSharingUpdate = z
  .object({ shown_to: z.enum(recordViewers), shows_hours: flag })
  .meta({ id: 'RecordSharingUpdate' })

/** The team that somebody is in, and how it stands or ended. */
export const RecordTeam = Team.pick({ id: true, name: true, abbreviation: true, color: true, logo: true })
  .extend({
    /** Among the teams of the event; null before the first point. */
    rank: z.int().positive().nullable(),
    teams: z.int(),
    members: z.int(),
    /** The person's rank among those who brought this team points; null without any. */
    rank_inside: z.int().positive().nullable(),
  })
  .meta({ id: 'RecordTeam' })

/** One event of a person. */
export const RecordEvent = z
  .object({
    event: z.object({
      id: EventId,
      name: z.string(),
      game_version: GameVersion,
      is_current: z.boolean(),
      event_start_time: DateTime,
      event_end_time: DateTime,
    }),
    /** Null: in no team, or withheld. */
    team: RecordTeam.nullable(),
    /** Points that the person brought, and for how many objectives their find was the first of all teams. Null: withheld. */
    brought: z.object({ points: z.int(), firsts: z.int() }).nullable(),
    /** Null: withheld. */
    played_ms: z.int().nullable(),
    /** The highest levels first. */
    characters: z.array(Character.pick({ id: true, name: true, level: true, ascendancy: true, main_skill: true })),
  })
  .meta({ id: 'RecordEvent' })
export type RecordEvent = z.output<typeof RecordEvent>

/** One of the finds that paid most. */
export const RecordFind = z
  .object({
    event_id: EventId,
    team_id: TeamId,
    objective_id: ObjectiveId,
    name: z.string(),
    /** Title of the category that the objective belongs to; empty for one without. */
    category: z.string(),
    objective_type: ObjectiveType,
    /** What the objective asks of an item. */
    conditions: z.array(Condition),
    points: z.int(),
    /** Of the team on this objective; 0 = unranked. */
    rank: z.int(),
    /** Unix seconds; null when the time is not known. */
    found_at: z.int().nullable(),
  })
  .meta({ id: 'RecordFind' })
export type RecordFind = z.output<typeof RecordFind>

/** What somebody did in all events that the caller may see. */
export const PlayerRecord = z
  .object({
    user: MinimalUser,
    sharing: RecordSharing,
    /** False: only what everybody knows of a player without any record, which are their characters. */
    is_whole: z.boolean(),
    /** Null: withheld. Wins and podiums are of events that have ended. */
    totals: z
      .object({
        events: z.int(),
        wins: z.int(),
        podiums: z.int(),
        points: z.int(),
        firsts: z.int(),
        played_ms: z.int().nullable(),
      })
      .nullable(),
    /** The newest first. */
    events: z.array(RecordEvent),
    /** The best first. */
    finds: z.array(RecordFind),
  })
  .meta({ id: 'PlayerRecord' })
export type PlayerRecord = z.output<typeof PlayerRecord>
