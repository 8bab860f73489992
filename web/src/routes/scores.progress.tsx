import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { readChanges } from '../api/live/live.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { ChartSkeleton, ProgressPage } from '../features/progress/progress-page.tsx'
import type { ProgressSearch } from '../features/progress/progress-search.ts'
import { t } from '../lib/text/messages.ts'
import { readCount, readFlag, readId, readText } from '../lib/text/search.ts'

export const Route = createFileRoute('/scores/progress')({
  validateSearch: (search: Record<string, unknown>): ProgressSearch => ({
    from: readCount(search['from']),
    to: readCount(search['to']),
    last: readId(search['last']),
    at: readCount(search['at']),
    average: readFlag(search['average']),
    branch: readId(search['branch']),
    clock: readFlag(search['clock']),
    q: readText(search['q']),
    ranked: readFlag(search['ranked']),
    of: readId(search['of']),
  }),
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    void queryClient.prefetchQuery(read('getScoreHistory', eventInput(event)))
    void queryClient.prefetchQuery(readChanges(event))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Progress,
})

function Progress() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<ProgressSearch>) =>
    // Moving in time adds no history entry.
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  return (
    <div className="wrap">
      <title>{t('title.page', { title: t('tab.progress') })}</title>
      <DataGuard title={t('tab.progress')}>
        <Suspense fallback={<ChartSkeleton />}>
          <ProgressPage search={search} onSearch={change} />
        </Suspense>
      </DataGuard>
    </div>
  )
}
