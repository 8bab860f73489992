import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useEvent } from '../api/scores/event.ts'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { readSubmissions } from '../api/people/submissions.ts'
import { readSubmissionSearch, type SubmissionSearch } from '../features/submissions/submission-search.ts'
import { SubmissionsPage } from '../features/submissions/submissions-page.tsx'
import { ReportLink, SubmitMenu, WaitingLine } from '../features/submissions/submit-menu.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Empty, Skeleton, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/submissions')({
  validateSearch: readSubmissionSearch,
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(readSubmissions(event))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Submissions,
})

function Submissions() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('submissions.title') })}</title>
      <header className="page-head">
        <div>
          <h1 className="page-title">{t('submissions.title')}</h1>
          <DataGuard title={t('submissions.title')} failure={null}>
            <Suspense fallback={<Skeleton width={320} height={14} />}>
              <Waiting />
            </Suspense>
          </DataGuard>
        </div>
        <DataGuard title={t('submissions.new')} failure={null}>
          <Suspense>
            <div className="submission-acts">
              <ReportLink />
              <SubmitMenu />
            </div>
          </Suspense>
        </DataGuard>
      </header>
      <DataGuard title={t('submissions.title')}>
        <Suspense fallback={<SkeletonRows rows={8} height={76} label={t('loading')} />}>
          <List />
        </Suspense>
      </DataGuard>
    </div>
  )
}

const Waiting = () => (useEvent() === null ? null : <WaitingLine />)

function List() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (next: Partial<SubmissionSearch>) =>
      // Typing and filtering add no history entries.
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  if (useEvent() !== null) return <SubmissionsPage search={search} onSearch={change} />
  return (
    <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
      <Link to={paths.home} className={nameButton({})}>
        {t('goHome')}
      </Link>
    </Empty>
  )
}
