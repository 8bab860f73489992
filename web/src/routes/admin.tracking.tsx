import { createFileRoute } from '@tanstack/react-router'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useEvent } from '../api/scores/event.ts'
import { AdminPage } from '../features/admin/kit/admin-page.tsx'
import { FetchTimelines, GapSum } from '../features/tracking/fetch-timelines.tsx'
import { TrackingList } from '../features/tracking/tracking-list.tsx'
import { t } from '../lib/text/messages.ts'
import { readChoice } from '../lib/text/search.ts'
import { Empty } from '../ui/layout/states.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'

const views = ['players', 'sources'] as const

interface TrackingSearch {
  readonly missing?: boolean | undefined
  readonly view?: (typeof views)[number] | undefined
}

export const Route = createFileRoute('/admin/tracking')({
  validateSearch: (search: Record<string, unknown>): TrackingSearch => ({
    missing: search['missing'] === true ? true : undefined,
    view: readChoice(search['view'], views),
  }),
  staticData: { adminPage: 'tracking' },
  component: Tracking,
})

function Tracking() {
  const event = useEvent()
  const { missing = false, view = 'players' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: TrackingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <AdminPage title={t('health.title')} lead={t('health.lead')}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <DataGuard title={t('health.title')}>
          <GapSum />
          <Tabs
            label={t('health.parts')}
            value={view}
            onChange={(next) => change({ view: next === 'players' ? undefined : next })}
            tabs={[
              {
                value: 'players',
                label: t('health.players'),
                panel: <TrackingList onlyMissing={missing} onOnlyMissing={(only) => change({ missing: only || undefined })} />,
              },
              { value: 'sources', label: t('windows.sources'), panel: <FetchTimelines /> },
            ]}
          />
        </DataGuard>
      )}
    </AdminPage>
  )
}
