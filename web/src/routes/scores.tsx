import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { prefetchScores } from '../api/prefetch.ts'
import { DataGuard } from '../api/data-block.tsx'
import { useEvent } from '../api/event.ts'
import { useAllTabs } from '../features/scoreboard/score-tabs.ts'
import { Scoreline } from '../features/scoreboard/scoreline.tsx'
import { TabBar } from '../features/scoreboard/tab-bar.tsx'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { nameButton } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export const Route = createFileRoute('/scores')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => prefetchScores(deps.event ?? 'current'),
  component: ScoresLayout,
})

function ScoresLayout() {
  return (
    <DataGuard title={t('scores.title')}>
      <Suspense fallback={<StripSkeleton />}>
        <WithEvent />
      </Suspense>
    </DataGuard>
  )
}

function StripSkeleton() {
  return (
    <>
      <div className="scoreline" />
      <div className="score-tabs" />
      <div style={{ minHeight: '100vh' }} />
    </>
  )
}

function WithEvent() {
  if (useEvent() !== null) {
    return (
      <>
        <DataGuard title={t('scores.scoreline')}>
          <Suspense
            fallback={
              <>
                <div className="scoreline" />
                <div className="score-tabs" />
              </>
            }
          >
            <Strips />
          </Suspense>
        </DataGuard>
        <Outlet />
      </>
    )
  }
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('scores.title') })}</title>
      <h1 className="page-title">{t('scores.title')}</h1>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
        <Link to={paths.home} className={nameButton({})}>
          {t('goHome')}
        </Link>
      </Empty>
    </div>
  )
}

/** The scoreline shows the points of the page that is open. */
function Strips() {
  const { pathname } = useLocation()
  const current = useAllTabs().find((tab) => pathname.endsWith(`/${tab.slug}`))
  return (
    <>
      <Scoreline branch_ids={current?.branch_ids ?? []} />
      <TabBar />
    </>
  )
}
