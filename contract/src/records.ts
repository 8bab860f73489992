import { z } from 'zod'
import { flag } from './body.ts'
import { Condition } from './conditions.ts'
import { DateTime } from './date-time.ts'
import { GameVersion } from './events.ts'
import { EventId, ObjectiveId, TeamId } from './ids.ts'
import { Character } from './ladder.ts'
import { ObjectiveType } from './objectives.ts'
import { Team } from './teams.ts'
import { MinimalUser } from './users.ts'

/** The viewers of a player's record. Organisers with the role admin always can. */
export const recordViewers = ['everyone', 'logged_in', 'nobody'] as const
export type RecordViewers = (typeof recordViewers)[number]

/** A player's choices about their own record. */
export const RecordSharing = z
  .object({
    shown_to: z.enum(recordViewers),
    /** Whether viewers of the record also see how long the player played. */
    shows_hours: z.boolean(),
  })
  .meta({ id: 'RecordSharing' })
export type RecordSharing = z.output<typeof RecordSharing>

export const RecordSharingUpdate = z
  .object({ shown_to: z.enum(recordViewers), shows_hours: flag })
  .meta({ id: 'RecordSharingUpdate' })

/** A player's team, with its current or final rank. */
export const RecordTeam = Team.pick({ id: true, name: true, abbreviation: true, color: true, logo: true })
  .extend({
    /** Among the teams of the event; null before the first point. */
    rank: z.int().positive().nullable(),
    teams: z.int(),
    members: z.int(),
    /** The player's rank among all who earned this team points; null without any. */
    rank_inside: z.int().positive().nullable(),
  })
  .meta({ id: 'RecordTeam' })

/** One event of a player. */
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
    /** Null: not in a team, or withheld. */
    team: RecordTeam.nullable(),
    /**
     * The points that the player earned, and the number of objectives for which their find was the first of all teams. Null:
     * withheld.
     */
    brought: z.object({ points: z.int(), firsts: z.int() }).nullable(),
    /** Null: withheld. */
    played_ms: z.int().nullable(),
    /** The highest levels first. */
    characters: z.array(Character.pick({ id: true, name: true, level: true, ascendancy: true, main_skill: true })),
  })
  .meta({ id: 'RecordEvent' })
export type RecordEvent = z.output<typeof RecordEvent>

/** One of the finds with the most points. */
export const RecordFind = z
  .object({
    event_id: EventId,
    team_id: TeamId,
    objective_id: ObjectiveId,
    name: z.string(),
    /** Title of the category that the objective belongs to; empty without one. */
    category: z.string(),
    objective_type: ObjectiveType,
    /** The objective's conditions on an item. */
    conditions: z.array(Condition),
    points: z.int(),
    /** The team's rank on this objective; 0 = unranked. */
    rank: z.int(),
    /** Unix seconds; null if the time is not known. */
    found_at: z.int().nullable(),
  })
  .meta({ id: 'RecordFind' })
export type RecordFind = z.output<typeof RecordFind>

/** A player's results in all events that the caller may see. */
export const PlayerRecord = z
  .object({
    user: MinimalUser,
    sharing: RecordSharing,
    /** False: contains only the public data of any player, which is their characters. */
    is_whole: z.boolean(),
    /** Null: withheld. Wins and podiums only count events that have ended. */
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
