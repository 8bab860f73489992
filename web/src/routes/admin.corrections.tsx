import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { CorrectionsPage } from '../features/admin/corrections/corrections-page.tsx'
import { type CorrectionSearch, readCorrectionSearch } from '../features/admin/corrections/correction-search.ts'

export const Route = createFileRoute('/admin/corrections')({
  staticData: { adminPage: 'corrections' },
  validateSearch: readCorrectionSearch,
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Corrections,
})

function Corrections() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (next: Partial<CorrectionSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <CorrectionsPage search={search} onSearch={change} />
}
