import { createFileRoute, Outlet } from '@tanstack/react-router'
import { prefetchScores } from '../api/prefetch.ts'
import { eventInput, queryClient, read } from '../api/queries.ts'
import { readStreams } from '../features/streams/use-streams.ts'
import { readIds } from '../lib/search.ts'

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
