import { games } from '@muster/domain/events/games'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { useGameVersion } from '../api/scores/event.ts'
import { CategoryPage, CategorySkeleton } from '../features/category/category-page.tsx'
import { type CategorySearch, readCategorySearch } from '../features/category/category-search.ts'
import { DepthLadder } from '../features/ladder/depth-ladder.tsx'
import { useCurrentTab } from '../features/scoreboard/score-tabs.ts'
import { NoSuchTab } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/scores/$tab')({
  validateSearch: readCategorySearch,
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps, params }) => {
    const input = eventInput(deps.event ?? 'current')
    void queryClient.prefetchQuery(read('getUsersForEvent', input))
    // The specification's route list: /scores/delve preloads the ladder.
    if (params.tab === 'delve') void queryClient.prefetchQuery(read('getLadder', input))
  },
  component: TabPage,
})

function TabPage() {
  return (
    <div className="wrap">
      <DataGuard title={t('scores.title')}>
        <Suspense fallback={<CategorySkeleton />}>
          <Tab />
        </Suspense>
      </DataGuard>
    </div>
  )
}

/** A page of the tree; empty if this event has no such page. */
function Tab() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const tab = useCurrentTab()
  const hasDelve = games[useGameVersion()].delve
  const change = useCallback(
    (next: Partial<CategorySearch>) =>
      // Typing and filtering add no history entries.
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  if (!tab) return <NoSuchTab />
  return (
    <>
      <title>{t('title.page', { title: tab.title })}</title>
      {/* Another tab gets a new page, although the component is the same. */}
      <CategoryPage
        key={tab.slug}
        title={tab.title}
        view={tab.view}
        branch_ids={tab.branch_ids}
        search={search}
        onSearch={change}
      >
        {tab.view === 'delve' && hasDelve && (
          <DataBlock title={t('depth.title')} loading={<SkeletonRows rows={12} height={40} label={t('loading')} />}>
            <DepthLadder />
          </DataBlock>
        )}
      </CategoryPage>
    </>
  )
}
