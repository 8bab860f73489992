import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useReadsGame } from '../api/live/clock.ts'
import { useMay } from '../api/people/may.ts'
import { useStatus } from '../api/scores/event.ts'
import { WithoutGame } from '../api/scores/without-game.tsx'
import { readTrackingSearch, type TrackingSearch } from '../features/tracking/search.ts'
import { TrackedPlayers, TrackingViews } from '../features/tracking/tracking-views.tsx'
import { t } from '../lib/text/messages.ts'
import { useSession } from '../lib/browser/session.ts'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/tracking')({
  validateSearch: readTrackingSearch,
  component: TrackingPage,
})

function TrackingPage() {
  const session = useSession()
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('health.title') })}</title>
      <header className="page-head">
        <h1 className="page-title">{t('health.title')}</h1>
      </header>
      <p className="health-lead">{t('health.lead')}</p>
      {session === null ? (
        <Empty title={t('health.loginTitle')} text={t('health.loginText')} />
      ) : (
        <DataGuard title={t('health.title')}>
          <Suspense fallback={<SkeletonRows rows={5} height={120} label={t('loading')} />}>
            <OfViewer />
          </Suspense>
        </DataGuard>
      )}
    </div>
  )
}

function OfViewer() {
  const { team_id } = useStatus()
  const seesAll = useMay('getFetchWindows')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: TrackingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  if (useReadsGame() === false) return <WithoutGame />
  if (team_id === null && !seesAll) return <Empty title={t('health.outsideTitle')} text={t('health.outsideText')} />
  return seesAll ? <TrackingViews search={search} onSearch={change} /> : <TrackedPlayers search={search} onSearch={change} />
}
