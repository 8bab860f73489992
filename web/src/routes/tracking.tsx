import '../messages/tracking.ts'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/data-block.tsx'
import { useSelf, useStatus } from '../api/event.ts'
import { FetchTimelines } from '../features/tracking/fetch-timelines.tsx'
import { TrackingList } from '../features/tracking/tracking-list.tsx'
import { t } from '../lib/messages.ts'
import { useSession } from '../lib/session.ts'
import { Empty, SkeletonRows } from '../ui/states.tsx'

interface TrackingSearch {
  readonly missing?: boolean | undefined
}

export const Route = createFileRoute('/tracking')({
  validateSearch: (search: Record<string, unknown>): TrackingSearch => ({
    missing: search['missing'] === true ? true : undefined,
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
  const { missing = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const seesAll = permissions.includes('admin') || permissions.includes('manager')
  if (team_id === null && !seesAll) return <Empty title={t('health.outsideTitle')} text={t('health.outsideText')} />
  return (
    <>
      <TrackingList
        onlyMissing={missing}
        onOnlyMissing={(only) =>
          void navigate({ search: (before) => ({ ...before, missing: only || undefined }), replace: true, resetScroll: false })
        }
      />
      {seesAll && <FetchTimelines />}
    </>
  )
}
