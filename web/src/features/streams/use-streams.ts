import type { TwitchStream } from '@muster/contract/streams'
import type { LadderEntry } from '@muster/contract/ladder'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../../api/scores/event.ts'
import { type EventKey, eventInput, read } from '../../api/calls/queries.ts'

export const readStreams = (event: EventKey) => read('getStreams', eventInput(event))

/** Who is live; asked for again once a minute, as often as the server knows it anew. */
export function useStreams(): readonly TwitchStream[] {
  return useSuspenseQuery({ ...readStreams(useEventKey()), staleTime: 30_000, refetchInterval: 60_000 }).data
}

const nobody: readonly LadderEntry[] = []

/** Characters beside the streams; the page does not wait for them. */
export function useCharacters(): readonly LadderEntry[] {
  return useQuery(read('getLadder', eventInput(useEventKey()))).data ?? nobody
}
