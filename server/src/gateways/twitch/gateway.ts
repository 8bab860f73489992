import type { LoginGateway, OutsideAnswer } from '../outside.ts'

/** A broadcast that is on now, in Twitch's words. */
export interface LiveStream {
  readonly id: string
  /** Twitch's id of the streamer. */
  readonly user_id: string
  readonly user_login: string
  readonly user_name: string
  readonly game_id: string
  readonly game_name: string
  readonly title: string
  readonly viewer_count: number
  readonly started_at: string
  readonly language: string
  /** With `{width}` and `{height}` in it. */
  readonly thumbnail_url: string
  readonly tags: readonly string[]
  readonly is_mature: boolean
}

export interface TwitchGateway extends LoginGateway {
  /** Who of these is live, in as few requests as Twitch allows; whoever is not is missing from the answer. */
  fetchLiveStreams(user_ids: readonly string[], signal?: AbortSignal): Promise<OutsideAnswer<readonly LiveStream[]>>
}
