/** A stream of a participant, with its video if there is one; times in milliseconds. */
export interface StreamSpan {
  readonly user_id: number
  readonly team_id: number
  readonly login: string
  readonly started_at: number
  /** The last time at which the stream was seen live. */
  readonly seen_until: number
  readonly video: { readonly id: string; readonly started_at: number } | null
}

/** A stream at a moment. */
export interface MomentStream {
  readonly user_id: number
  readonly login: string
  readonly video_id: string | null
  /** From the start of the video, or else of the stream. */
  readonly offset_seconds: number
}

/** Upper bound for the teammates whose streams are linked: more views of one moment help no viewer. */
const maxTeammates = 5

/**
 * The streams in which a moment can be seen: the one of the player who earned it, or else of teammates who were live. The start is
 * known to the second; Twitch's videos start a second or two off (henryperson/twitchmultivod, issue 27).
 */
export function findMomentStreams(
  moment: { readonly user_id: number | null; readonly team_id: number; readonly at: number },
  spans: readonly StreamSpan[],
): MomentStream[] {
  const live = new Map<number, StreamSpan>()
  for (const span of spans) {
    if (span.team_id !== moment.team_id || span.started_at > moment.at || span.seen_until < moment.at) continue
    // After a restart, the old stream stays listed for a few minutes (three in justintv/Twitch-API, issue 548).
    const known = live.get(span.user_id)
    if (!known || known.started_at < span.started_at) live.set(span.user_id, span)
  }
  const own = moment.user_id === null ? undefined : live.get(moment.user_id)
  const found = own ? [own] : [...live.values()].toSorted((a, b) => a.user_id - b.user_id).slice(0, maxTeammates)
  return found.map(({ user_id, login, started_at, video }) => {
    const offset_ms = Math.max(0, moment.at - (video?.started_at ?? started_at))
    return { user_id, login, video_id: video?.id ?? null, offset_seconds: Math.floor(offset_ms / 1000) }
  })
}

/** `1h2m3s`, the form of the parameter `t` in addresses of Twitch's videos. */
export function writeOffset(offset_seconds: number): string {
  const hours = Math.floor(offset_seconds / 3600)
  const minutes = Math.floor(offset_seconds / 60) % 60
  return `${hours}h${minutes}m${offset_seconds % 60}s`
}

/**
 * The address of a moment: its second of the video (`https://www.twitch.tv/videos/ID?t=1h2m3s`, as in tools that link to Twitch's
 * videos), or the channel while there is no video.
 */
export const linkMoment = ({ login, video_id, offset_seconds }: Omit<MomentStream, 'user_id'>): string =>
  video_id === null
    ? `https://www.twitch.tv/${encodeURIComponent(login)}`
    : `https://www.twitch.tv/videos/${encodeURIComponent(video_id)}?t=${writeOffset(offset_seconds)}`
