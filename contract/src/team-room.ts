import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { TeamId, UserId } from './ids.ts'
import { TrackingNote, TrackingState } from './tracking.ts'
import { StatedAccount } from './users.ts'

/** The part of a note that teammates may see: the finding and the advice, not when the account was last used. */
export const RoomNote = TrackingNote.omit({ seen_at: true }).meta({ id: 'RoomNote' })
export type RoomNote = z.output<typeof RoomNote>

/** The character whose progress counts. */
export const RoomCharacter = z
  .object({ id: z.string(), name: z.string(), level: z.int(), ascendancy: z.string(), delve_depth: z.int() })
  .meta({ id: 'RoomCharacter' })
export type RoomCharacter = z.output<typeof RoomCharacter>

/** A period of activity without a break, including an ongoing one. */
export const RoomSession = z
  .object({
    since: DateTime,
    /** The character's level at that time; null if it had not been read yet. */
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
    /** Null until one is read. */
    character: RoomCharacter.nullable(),
    /** Null if they are not playing. */
    session: RoomSession.nullable(),
    /** When the character last gained experience; null: never seen. */
    last_seen_at: DateTime.nullable(),
    /** When the character was last read, changed or not; null: never. */
    character_read_at: DateTime.nullable(),
    /** The worst state of the notes; `fine` without notes. */
    tracking: TrackingState,
    /** Only notes that need attention; notes shared by several sources are listed once. */
    notes: z.array(RoomNote),
    /** The live broadcast, by its name on Twitch; null: none. */
    stream: z.string().nullable(),
    /** The game account that they stated without connecting it. */
    stated_account: StatedAccount.nullable(),
    /** In the team's chat; null: none is connected, or it is not shared. */
    chat_name: z.string().nullable(),
    /** They do not share when they play: session and last time are missing. */
    hides_play: z.boolean(),
  })
  .meta({ id: 'RoomMember' })
export type RoomMember = z.output<typeof RoomMember>

/** Information about team members that is shared within the team during an event. */
export const TeamRoom = z
  .object({
    team_id: TeamId,
    /** By name. */
    members: z.array(RoomMember),
    /** When the stream of public stash tabs was last read; null: never. */
    public_tabs_read_at: DateTime.nullable(),
    /** Problems that organisers have to solve, and members cannot. */
    notes: z.array(RoomNote),
  })
  .meta({ id: 'TeamRoom' })
export type TeamRoom = z.output<typeof TeamRoom>
