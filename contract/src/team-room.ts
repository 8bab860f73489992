import { z } from 'zod'
import { DateTime } from './events.ts'
import { TeamId, UserId } from './ids.ts'
import { TrackingNote, TrackingState } from './tracking.ts'

/** What teammates may see of a note: what is the case and what to do, not when the account was last used. */
export const RoomNote = TrackingNote.omit({ seen_at: true }).meta({ id: 'RoomNote' })
export type RoomNote = z.output<typeof RoomNote>

/** The character whose progress counts. */
export const RoomCharacter = z
  .object({ id: z.string(), name: z.string(), level: z.int(), ascendancy: z.string(), delve_depth: z.int() })
  .meta({ id: 'RoomCharacter' })
export type RoomCharacter = z.output<typeof RoomCharacter>

/** A run of activity without a break, as long as it goes on. */
export const RoomSession = z
  .object({
    since: DateTime,
    /** Of the character at that time; null where it had not been read yet. */
    level: z.int().nullable(),
    delve_depth: z.int().nullable(),
  })
  .meta({ id: 'RoomSession' })
export type RoomSession = z.output<typeof RoomSession>

export const RoomMember = z
  .object({
    user_id: UserId,
    display_name: z.string(),
    is_team_lead: z.boolean(),
    /** Null before one was read. */
    character: RoomCharacter.nullable(),
    /** Null while they do not play. */
    session: RoomSession.nullable(),
    /** When the character last gained experience; null: never seen. */
    last_seen_at: DateTime.nullable(),
    /** When the character was last read, whether or not anything had changed; null: never. */
    character_read_at: DateTime.nullable(),
    /** The worst of the notes; `fine` where there is none. */
    tracking: TrackingState,
    /** Only what is to be said; what sources have in common stands once. */
    notes: z.array(RoomNote),
    /** The broadcast that is on now, by its name at Twitch; null: none. */
    stream: z.string().nullable(),
    /** In the team's chat; null: none is connected, or shown. */
    chat_name: z.string().nullable(),
    /** They do not show when they play: session and last time are missing. */
    hides_play: z.boolean(),
  })
  .meta({ id: 'RoomMember' })
export type RoomMember = z.output<typeof RoomMember>

/** What members of a team see of each other during an event. */
export const TeamRoom = z
  .object({
    team_id: TeamId,
    /** By name. */
    members: z.array(RoomMember),
    /** When the stream of public stash tabs was last read; null: never. */
    public_tabs_read_at: DateTime.nullable(),
    /** What organisers have to mend, and members need do nothing about. */
    notes: z.array(RoomNote),
  })
  .meta({ id: 'TeamRoom' })
export type TeamRoom = z.output<typeof TeamRoom>
