import type { LadderEntry } from '@muster/contract/ladder'
import type { TwitchStream } from '@muster/contract/streams'

/** Streams of one team, most viewers first; `team_id` is null for participants without one. */
export interface TeamStreams {
  readonly team_id: number | null
  readonly streams: readonly TwitchStream[]
}

/** Groups by team in the given order (the viewer's own first), participants without a team last. */
export function groupStreams(
  streams: readonly TwitchStream[],
  team_ids: readonly number[],
  teamOf: (user_id: number) => number | undefined,
): TeamStreams[] {
  const groups = Map.groupBy(streams, (stream) => teamOf(stream.backend_user_id) ?? null)
  return [...team_ids, null].flatMap((team_id) => {
    const own = groups.get(team_id)
    return own ? [{ team_id, streams: own.toSorted((a, b) => b.viewer_count - a.viewer_count || (a.id < b.id ? -1 : 1)) }] : []
  })
}

/** The address of the picture in a given size; null if a page may not load it. */
export function readThumbnail(template: string, width: number, height: number): string | null {
  if (!/^(https:\/\/|data:image\/)/.test(template)) return null
  return template.replaceAll('{width}', String(width)).replaceAll('{height}', String(height))
}

/** The highest character of a participant. */
export function findBestCharacter(ladder: readonly LadderEntry[], user_id: number): LadderEntry | undefined {
  return ladder
    .filter((entry) => entry.user_id === user_id)
    .toSorted((a, b) => b.level - a.level || b.experience - a.experience)[0]
}

/** Channels of participants who are not live, in alphabetical order. */
export function listOffline(ladder: readonly LadderEntry[], streams: readonly TwitchStream[]): string[] {
  const live = new Set(streams.map(({ user_login }) => user_login.toLowerCase()))
  const names = new Map(
    ladder.flatMap(({ twitch_account }) => (twitch_account ? [[twitch_account.toLowerCase(), twitch_account]] : [])),
  )
  return [...names].flatMap(([login, name]) => (live.has(login) ? [] : [name])).sort((a, b) => a.localeCompare(b, 'en'))
}
