import { createFileRoute } from '@tanstack/react-router'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useReadsGame } from '../api/live/clock.ts'
import { useEvent } from '../api/scores/event.ts'
import { WithoutGame } from '../api/scores/without-game.tsx'
import { AdminPage } from '../features/admin/kit/admin-page.tsx'
import { readTrackingSearch, type TrackingSearch } from '../features/tracking/search.ts'
import { TrackingViews } from '../features/tracking/tracking-views.tsx'
import { t } from '../lib/text/messages.ts'
import { Empty } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/admin/tracking')({
  validateSearch: readTrackingSearch,
  staticData: { adminPage: 'tracking' },
  component: Tracking,
})

function Tracking() {
  const event = useEvent()
  const readsGame = useReadsGame()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: TrackingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <AdminPage title={t('health.title')} lead={t('health.lead')}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : readsGame === false ? (
        <WithoutGame />
      ) : (
        <DataGuard title={t('health.title')}>
          <TrackingViews search={search} onSearch={change} />
        </DataGuard>
      )}
    </AdminPage>
  )
}
