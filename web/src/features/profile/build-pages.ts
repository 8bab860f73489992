import type { PoB } from '@muster/contract/characters'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/calls/client.ts'

// A file of its own: routes request builds before the code that reads them has loaded.

/** Builds of one request; each is some kilobytes that no proxy can compress. */
const pageLength = 40
const fiveMinutes_ms = 300_000

export const buildPages = (user_id: number, character_id: string) =>
  infiniteQueryOptions({
    queryKey: ['getPoBs', { user_id, character_id }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getPoBs', { user_id, character_id, query: { limit: pageLength, ...(pageParam && { before: pageParam }) } }, signal),
    initialPageParam: 0,
    // Pages go back in time; each is ordered oldest first.
    getNextPageParam: (last: PoB[]) => (last.length < pageLength ? undefined : last[0]?.id),
    staleTime: fiveMinutes_ms,
  })
