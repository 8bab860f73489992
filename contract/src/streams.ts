import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { UserId } from './ids.ts'

/** A participant's live broadcast, with Twitch's field names. */
export const TwitchStream = z
  .object({
    id: z.string(),
    /** Twitch's id of the streamer. */
    user_id: z.string(),
    user_login: z.string(),
    user_name: z.string(),
    /** The Muster user who is streaming. */
    backend_user_id: UserId,
    game_id: z.string(),
    game_name: z.string(),
    type: z.string(),
    title: z.string(),
    viewer_count: z.int(),
    started_at: DateTime,
    language: z.string(),
    /** Contains `{width}` and `{height}`, to be replaced by a size. */
    thumbnail_url: z.string(),
    /** Always empty: Twitch has replaced them with `tags`. */
    tag_ids: z.array(z.string()),
    tags: z.array(z.string()),
    is_mature: z.boolean(),
  })
  .meta({ id: 'TwitchStream' })
export type TwitchStream = z.output<typeof TwitchStream>
