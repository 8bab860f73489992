import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { ForYouPage } from '../features/for-you/for-you-page.tsx'
import { PersonalSteps } from '../features/personal/personal-steps.tsx'
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
          <ForYouPage plan={<Plan />} steps={<Steps />} />
        </Suspense>
      </DataGuard>
    </div>
  )
}

const Steps = () => (
  <DataBlock title={t('steps.title')} loading={<SkeletonRows rows={8} height={34} label={t('loading')} />}>
    <PersonalSteps />
  </DataBlock>
)

/** A plan that cannot be loaded affects nothing else. */
const Plan = () => (
  <DataGuard title={t('tab.forYou')} failure={null}>
    <PlanBlockIfAny />
  </DataGuard>
)
