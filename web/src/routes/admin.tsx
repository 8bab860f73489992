import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queryClient, read } from '../api/calls/queries.ts'
import { clockQuery } from '../api/live/clock.ts'
import { readStatus } from '../api/scores/event.ts'
import { AdminFrame } from '../features/admin/kit/admin-frame.tsx'
import { readSession } from '../lib/browser/session.ts'

export const Route = createFileRoute('/admin')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  // The guard needs these answers, and nearly every page shows the time.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(clockQuery)
    if (readSession() !== null) void queryClient.prefetchQuery(read('getUser', {}))
    void queryClient.prefetchQuery(readStatus(deps.event ?? 'current'))
  },
  component: () => (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  ),
})
