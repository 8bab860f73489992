import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useSelf, useStatus } from '../api/scores/event.ts'
import { FetchTimelines, GapSum } from '../features/tracking/fetch-timelines.tsx'
import { TrackingList } from '../features/tracking/tracking-list.tsx'
import { t } from '../lib/text/messages.ts'
import { readChoice } from '../lib/text/search.ts'
import { useSession } from '../lib/browser/session.ts'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'

const views = ['players', 'sources'] as const

interface TrackingSearch {
  readonly missing?: boolean | undefined
  /** Organisers look at the sources, too. */
  readonly view?: (typeof views)[number] | undefined
}

export const Route = createFileRoute('/tracking')({
  validateSearch: (search: Record<string, unknown>): TrackingSearch => ({
    missing: search['missing'] === true ? true : undefined,
    view: readChoice(search['view'], views),
  }),
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
  const permissions: readonly string[] = useSelf().data?.permissions ?? []
  const seesAll = permissions.includes('admin') || permissions.includes('manager')
  const { missing = false, view = 'players' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: TrackingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  if (team_id === null && !seesAll) return <Empty title={t('health.outsideTitle')} text={t('health.outsideText')} />
  const players = <TrackingList onlyMissing={missing} onOnlyMissing={(only) => change({ missing: only || undefined })} />
  if (!seesAll) return players
  return (
    <>
      <GapSum />
      <Tabs
        label={t('health.parts')}
        value={view}
        onChange={(next) => change({ view: next === 'players' ? undefined : next })}
        tabs={[
          { value: 'players', label: t('health.players'), panel: players },
          { value: 'sources', label: t('windows.sources'), panel: <FetchTimelines /> },
        ]}
      />
    </>
  )
}
