import { z } from 'zod'
import { DateTime } from './events.ts'
import { UserId } from './ids.ts'

/** A participant's broadcast that is on now, in Twitch's words. */
export const TwitchStream = z
  .object({
    id: z.string(),
    /** Twitch's id of the streamer. */
    user_id: z.string(),
    user_login: z.string(),
    user_name: z.string(),
    /** Whose broadcast it is, here. */
    backend_user_id: UserId,
    game_id: z.string(),
    game_name: z.string(),
    type: z.string(),
    title: z.string(),
    viewer_count: z.int(),
    started_at: DateTime,
    language: z.string(),
    /** With `{width}` and `{height}` in it, to be replaced by a size. */
    thumbnail_url: z.string(),
    /** Always empty: Twitch has replaced them by `tags`. */
    tag_ids: z.array(z.string()),
    tags: z.array(z.string()),
    is_mature: z.boolean(),
  })
  .meta({ id: 'TwitchStream' })
export type TwitchStream = z.output<typeof TwitchStream>
