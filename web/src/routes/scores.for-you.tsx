import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { ForYouPage } from '../features/for-you/for-you-page.tsx'
import { PlanBlockIfAny } from '../features/plan/plan-block.tsx'
import { t } from '../lib/text/messages.ts'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/scores/for-you')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(read('getLadder', eventInput(deps.event ?? 'current')))
  },
  component: ForYou,
})

function ForYou() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('tab.forYou') })}</title>
      <DataGuard title={t('tab.forYou')}>
        <Suspense fallback={<SkeletonRows rows={10} height={78} label={t('loading')} />}>
          <ForYouPage plan={<Plan />} />
        </Suspense>
      </DataGuard>
    </div>
  )
}

/** A plan that cannot be loaded affects nothing else. */
const Plan = () => (
  <DataGuard title={t('tab.forYou')} failure={null}>
    <PlanBlockIfAny />
  </DataGuard>
)
