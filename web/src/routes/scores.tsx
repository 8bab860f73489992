import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { prefetchScores } from '../api/prefetch.ts'
import { DataGuard } from '../api/data-block.tsx'
import { useKnownEvent } from '../api/event.ts'
import { useAllTabs } from '../features/scoreboard/score-tabs.ts'
import { Scoreline } from '../features/scoreboard/scoreline.tsx'
import { TabBar } from '../features/scoreboard/tab-bar.tsx'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { nameButton } from '../ui/button.tsx'
import { Empty, Skeleton } from '../ui/states.tsx'

export const Route = createFileRoute('/scores')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => prefetchScores(deps.event ?? 'current'),
  component: ScoresLayout,
})

function ScoresLayout() {
  if (useKnownEvent() === null) return <NoEvent />
  return (
    <>
      <DataGuard title={t('scores.scoreline')}>
        <Suspense fallback={<StripSkeleton />}>
          <Strips />
        </Suspense>
      </DataGuard>
      <Outlet />
    </>
  )
}

function StripSkeleton() {
  return (
    <>
      <div className="scoreline" aria-busy="true">
        <ol className="wrap">
          {Array.from({ length: 6 }, (_, index) => (
            <li key={index}>
              <Skeleton width={26} height={30} />
              <Skeleton width={80} height={26} />
            </li>
          ))}
        </ol>
      </div>
      <div className="score-tabs" />
    </>
  )
}

function NoEvent() {
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
