import type { LoginGateway, OutsideAnswer } from '../outside.ts'

/** A live stream with the texts from Twitch. */
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
  /** Contains `{width}` and `{height}`. */
  readonly thumbnail_url: string
  readonly tags: readonly string[]
  readonly is_mature: boolean
}

/** The video that Twitch made of a stream. */
export interface StreamVideo {
  readonly id: string
  readonly stream_id: string
  /** The time of its first second. */
  readonly created_at: string
}

export interface TwitchGateway extends LoginGateway {
  /** The live streams of these users, with as few requests as Twitch allows; users who are not live are missing. */
  fetchLiveStreams(user_ids: readonly string[], signal?: AbortSignal): Promise<OutsideAnswer<readonly LiveStream[]>>
  /** The newest videos of a user's streams that everyone may watch. */
  fetchStreamVideos(user_id: string, signal?: AbortSignal): Promise<OutsideAnswer<readonly StreamVideo[]>>
}
