import { z } from 'zod'
import { ObjectiveId, TeamId, UserId } from './ids.ts'

/** A stream in which a moment can be seen. */
export const MomentStream = z
  .object({
    user_id: UserId,
    login: z.string(),
    /** Absent while Twitch lists no video of the stream. */
    video_id: z.string().optional(),
    /** From the start of the video, or else of the stream. */
    offset_seconds: z.int().nonnegative(),
    /** Address of that second in the video, or of the channel if there is no video. */
    url: z.string(),
  })
  .meta({ id: 'MomentStream' })

/** Points that a team gained, or an objective that it finished, while a player of the team was live. */
export const Moment = z
  .object({
    /** The number of its score change. */
    sequence: z.int(),
    objective_id: ObjectiveId,
    team_id: TeamId,
    /** Absent if no player is credited. */
    user_id: UserId.optional(),
    /** When the deciding item or number was seen, unix seconds. The item itself dropped some time earlier. */
    at: z.int(),
    points: z.int(),
    finished: z.boolean(),
    /** The first team to finish the objective. */
    is_first: z.boolean(),
    /** The team led the standings alone from here on. */
    took_lead: z.boolean(),
    streams: z.array(MomentStream),
  })
  .meta({ id: 'Moment' })
export type Moment = z.output<typeof Moment>

export const momentOrders = ['newest', 'top'] as const
export type MomentOrder = (typeof momentOrders)[number]

/** Frames a second of an editor's project. */
export const frameRates = ['23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const
export type FrameRate = (typeof frameRates)[number]

/** Bounds of a clip around a moment. */
export const maxClip_seconds = 120
