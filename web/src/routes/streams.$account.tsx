import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { StreamList } from '../features/streams/stream-list.tsx'
import { StreamPage } from '../features/streams/stream-page.tsx'
import { t } from '../lib/text/messages.ts'
import { Skeleton, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/streams/$account')({ component: OneStream })

function OneStream() {
  const { account } = Route.useParams()
  const { teams = [] } = Route.useSearch()
  const navigate = Route.useNavigate()
  const show = (next: readonly number[]) =>
    void navigate({
      search: (before) => ({ ...before, teams: next.length > 0 ? next : undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: account.slice(0, 60) })}</title>
      <DataGuard title={t('streams.title')}>
        <Suspense fallback={<Skeleton height={320} />}>
          <StreamPage account={account} />
        </Suspense>
      </DataGuard>
      <DataBlock title={t('streams.others')} loading={<SkeletonRows rows={2} height={190} label={t('loading')} />}>
        <StreamList teams={teams} onTeams={show} except={account} />
      </DataBlock>
    </div>
  )
}
