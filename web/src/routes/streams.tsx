import { createFileRoute, Outlet } from '@tanstack/react-router'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { readStreams } from '../features/streams/use-streams.ts'
import { readIds } from '../lib/text/search.ts'

export const Route = createFileRoute('/streams')({
  validateSearch: (search: Record<string, unknown>): { teams?: readonly number[] } => {
    const teams = readIds(search['teams'])
    return teams === undefined ? {} : { teams }
  },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(readStreams(event))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Outlet,
})
