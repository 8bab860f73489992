import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useKnownEvent } from '../api/scores/event.ts'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { StreamList } from '../features/streams/stream-list.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { Defer } from '../ui/deferred/defer.tsx'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'

const Moments = lazyPart(() => import('../features/streams/moments.tsx').then((module) => ({ default: module.Moments })))

export const Route = createFileRoute('/streams/')({ component: StreamsPage })

function StreamsPage() {
  const { teams = [] } = Route.useSearch()
  const navigate = Route.useNavigate()
  const show = (next: readonly number[]) =>
    void navigate({
      search: (before) => ({ ...before, teams: next.length > 0 ? next : undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <PlainPage title={t('streams.title')}>
      {useKnownEvent() === null ? (
        <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
          <Link to={paths.home} className={nameButton({})}>
            {t('goHome')}
          </Link>
        </Empty>
      ) : (
        <>
          <DataGuard title={t('streams.list')}>
            <Suspense fallback={<SkeletonRows rows={3} height={190} label={t('loading')} />}>
              <StreamList teams={teams} onTeams={show} />
            </Suspense>
          </DataGuard>
          <Defer when="idle" placeholder={<SkeletonRows rows={5} height={52} label={t('loading')} />}>
            <DataGuard title={t('streams.list')}>
              <Suspense fallback={<SkeletonRows rows={5} height={52} label={t('loading')} />}>
                <Moments />
              </Suspense>
            </DataGuard>
          </Defer>
        </>
      )}
    </PlainPage>
  )
}
