import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/data-block.tsx'
import { Collections, useCollections } from '../features/collections/collections.tsx'
import { type CollectionOrder, orders } from '../features/collections/order.ts'
import { t } from '../lib/messages.ts'
import { readChoice, readFlag } from '../lib/search.ts'
import { Select } from '../ui/select.tsx'
import { Skeleton, SkeletonRows } from '../ui/states.tsx'
import { Chip } from '../ui/toggles.tsx'

interface CollectionsSearch {
  readonly order?: CollectionOrder
  /** false hides what is finished. */
  readonly finished?: boolean
}

export const Route = createFileRoute('/scores/collections')({
  validateSearch: (search: Record<string, unknown>): CollectionsSearch => ({
    order: readChoice(search['order'], orders),
    finished: readFlag(search['finished']),
  }),
  component: CollectionsPage,
})

function CollectionsPage() {
  const { order = 'closest', finished = true } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: CollectionsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  const choices = [
    { value: 'closest', label: t('collections.orderClosest') },
    { value: 'points', label: t('collections.orderPoints') },
    { value: 'event', label: t('collections.orderEvent') },
  ] as const
  return (
    <div className="wrap">
      <title>{t('title.page', { title: t('collections.title') })}</title>
      <header className="page-head">
        <div>
          <h1 className="page-title">
            <Suspense fallback={t('collections.title')}>
              <DataGuard title={t('collections.title')} failure={t('collections.title')}>
                <BranchTitle />
              </DataGuard>
            </Suspense>
          </h1>
          <p>{t('collections.lead')}</p>
        </div>
        <div className="collection-controls">
          <Chip hasTick isOn={finished} onChange={(isOn) => change({ finished: isOn ? undefined : false })}>
            {t('collections.finished')}
          </Chip>
          <Select
            label={t('collections.order')}
            value={order}
            choices={choices}
            onChange={(value) => change({ order: value === 'closest' ? undefined : value })}
          />
        </div>
      </header>
      <DataGuard title={t('collections.title')}>
        <Suspense fallback={<CardsSkeleton />}>
          <Collections order={order} showFinished={finished} />
        </Suspense>
      </DataGuard>
    </div>
  )
}

/** What the organisers call their collections. */
function BranchTitle() {
  const { branches } = useCollections()
  return <bdi>{branches[0]?.item.title ?? t('collections.title')}</bdi>
}

function CardsSkeleton() {
  return (
    <ul className="cards" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <div className="card">
            <Skeleton width={180} height={18} />
            <SkeletonRows rows={6} height={26} label={t('loading')} />
            <Skeleton width={140} height={10} />
          </div>
        </li>
      ))}
    </ul>
  )
}
