import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback } from 'react'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { readSubmissions } from '../api/people/submissions.ts'
import { type DeskSearch, readDeskSearch } from '../features/admin/submissions/desk-search.ts'
import { paths } from '../lib/paths.ts'
import { readDocumentPath } from '../lib/browser/document-path.ts'
import { JudgeDesk } from '../features/admin/submissions/judge-desk.tsx'

export const Route = createFileRoute('/admin/submissions')({
  staticData: { adminPage: 'submissions' },
  validateSearch: readDeskSearch,
  // Only a document loaded at this address may show pictures from anywhere (server/src/http/security.ts).
  beforeLoad: ({ location, cause }) => {
    const path = readDocumentPath()
    if (cause === 'preload' || path === null || path.startsWith(paths.judgeDesk)) return
    throw redirect({ href: location.href, reloadDocument: true })
  },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(readSubmissions(event))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Desk,
})

function Desk() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (next: Partial<DeskSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <JudgeDesk search={search} onSearch={change} />
}
