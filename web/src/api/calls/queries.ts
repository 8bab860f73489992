import type { CallInput, Reply } from '@muster/contract/endpoint'
import type { EndpointName, Endpoints } from '@muster/contract/endpoints'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { Failure } from './failure.ts'
import type { ReadName } from './stale-reads.ts'

const second = 1000
const minute = 60 * second

/** The single cache of all data from the server. The score feed writes into it, too. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A write that silently waits for a network would look lost; a failure keeps the input and says so.
    mutations: { networkMode: 'always' },
    queries: {
      // The browser's offline detection is too coarse: send the request, and show the failure.
      networkMode: 'always',
      staleTime: minute,
      retry: (count, failure) => count < 2 && !(failure instanceof Failure && failure.status >= 400 && failure.status < 500),
    },
  },
})

/** Resolves when all requests so far, or requests of the named calls, have been answered or have failed. */
export function whenAnswered(...names: readonly EndpointName[]): Promise<void> {
  const isMeant = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    names.length === 0 || names.some((name) => name === queryKey[0])
  return new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching({ predicate: isMeant }) > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(check)
    check()
  })
}

/** Calls whose answers become stale faster or slower than after a minute. */
const freshness: Partial<Record<EndpointName, { staleTime: number; refetchInterval?: number }>> = {
  getLadder: { staleTime: minute, refetchInterval: minute },
  getScoreHistory: { staleTime: minute, refetchInterval: minute },
  getScoreChanges: { staleTime: 5 * minute },
  getCharacterHistory: { staleTime: 5 * minute },
  getEventActivitiesForUser: { staleTime: 5 * minute },
  getAtlasProgression: { staleTime: 5 * minute },
  getTree: { staleTime: 10 * minute },
  getItemNames: { staleTime: 10 * minute },
  getScoringPresetsForEvent: { staleTime: 10 * minute },
}

/** The id in the address, or the event flagged as current. */
export type EventKey = number | 'current'

/** Cache key and call of a read: `read('getTeams', { event_id })`. Endpoint and input are the key. */
export function read<N extends ReadName>(name: N, input: CallInput<Endpoints[N]>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<Reply<Endpoints[N]>> => call(name, input, signal),
    ...freshness[name],
  })
}

/**
 * Branded ids come from answers. An id from an address is a plain number that only the server can check; this is the only place
 * where it becomes an input.
 */
export function eventInput(event: EventKey) {
  return { event_id: event }
}
