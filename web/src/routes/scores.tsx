import { createFileRoute, Link, Outlet, retainSearchParams, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useKnownEvent, useStatus } from '../api/scores/event.ts'
import { useOpenings } from '../api/live/openings.ts'
import { useWatchedTeam } from '../api/scores/shown-teams.ts'
import { useCurrentTab } from '../features/scoreboard/score-tabs.ts'
import { Scoreline } from '../features/scoreboard/scoreline.tsx'
import { TabBar } from '../features/scoreboard/tab-bar.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { readFlag, readId } from '../lib/text/search.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { Empty, Skeleton } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/scores')({
  validateSearch: (search: Record<string, unknown>): ScoresSearch => ({
    team: readId(search['team']),
    rules: readFlag(search['rules']),
  }),
  // The watched team and the open rules are kept for the next page.
  search: { middlewares: [retainSearchParams(['team', 'rules'])] },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => prefetchScores(deps.event ?? 'current'),
  component: ScoresLayout,
})

const RulesPanel = lazyPart(() => import('../features/rules/rules-panel.tsx').then((module) => ({ default: module.RulesPanel })))
const panelId = 'score-rules'

interface ScoresSearch {
  /** The team whose point of view the pages show. */
  readonly team?: number
  /** Shows the rules of the page. */
  readonly rules?: boolean
}

function ScoresLayout() {
  const rules = Route.useSearch({ select: (search) => search.rules })
  if (useKnownEvent() === null) return <NoEvent />
  return (
    <>
      <DataGuard title={t('scores.scoreline')}>
        <Suspense fallback={<StripSkeleton />}>
          <Strips />
        </Suspense>
      </DataGuard>
      {/* The rules are above the page, and their height is known late: both appear together, so that nothing jumps. */}
      <Suspense fallback={<div className="page-waiting" aria-busy="true" />}>
        {rules && (
          <DataGuard title={t('scores.rules')}>
            <PageRules />
          </DataGuard>
        )}
        <Outlet />
      </Suspense>
    </>
  )
}

function PageRules() {
  const current = useCurrentTab()
  return <RulesPanel id={panelId} title={current?.title ?? ''} branch_ids={current?.branch_ids ?? []} />
}

function StripSkeleton() {
  return (
    <>
      <div className="scoreline" aria-busy="true">
        <ol className="wrap">
          {Array.from({ length: 6 }, (_, index) => (
            <li key={index}>
              <Skeleton width={26} height={30} />
              <Skeleton width={80} height={26} />
            </li>
          ))}
        </ol>
      </div>
      <div className="score-tabs" />
    </>
  )
}

function NoEvent() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('scores.title') })}</title>
      <h1 className="page-title">{t('scores.title')}</h1>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
        <Link to={paths.home} className={nameButton({})}>
          {t('goHome')}
        </Link>
      </Empty>
    </div>
  )
}

/** The scoreline shows the points of the open page; on pages of the tree it also selects the watched team. */
function Strips() {
  const current = useCurrentTab()
  const rules = Route.useSearch({ select: (search) => search.rules })
  const watched = useWatchedTeam()
  const own_id = useStatus().team_id
  // Not relative to this route: the open page stays.
  const navigate = useNavigate()
  useOpenings()
  const pick = (id: number) => {
    // Selecting the watched team or the viewer's team again returns to the default view.
    const team = id === watched?.id || id === own_id ? undefined : id
    void navigate({ to: '.', search: (before) => ({ ...before, team }), replace: true, resetScroll: false })
  }
  const show = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, rules: isOpen || undefined }),
      replace: true,
      resetScroll: false,
    })
  // Visitors have no team of their own: they select one to see its options.
  const hasPicker = current !== undefined && (current.branch_ids.length > 0 || current.to === paths.forYou)
  return (
    <>
      <Scoreline
        branch_ids={current?.branch_ids ?? []}
        picker={hasPicker ? { watched_id: watched?.id ?? null, onPick: pick } : undefined}
      />
      <TabBar rules={{ isOpen: rules === true, panel_id: panelId, onChange: show }} />
    </>
  )
}
