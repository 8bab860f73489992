import type { TwitchStream } from '@muster/contract/streams'
import type { LadderEntry } from '@muster/contract/ladder'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../../api/scores/event.ts'
import { type EventKey, eventInput, read } from '../../api/calls/queries.ts'

export const readStreams = (event: EventKey) => read('getStreams', eventInput(event))

/** Live streams; refetched once a minute, the server's own interval. */
export function useStreams(): readonly TwitchStream[] {
  return useSuspenseQuery({ ...readStreams(useEventKey()), staleTime: 30_000, refetchInterval: 60_000 }).data
}

const nobody: readonly LadderEntry[] = []

/** Characters for the streams; the page does not wait for them. */
export function useCharacters(): readonly LadderEntry[] {
  return useQuery(read('getLadder', eventInput(useEventKey()))).data ?? nobody
}
