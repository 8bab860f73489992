import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { useKnownEvent } from '../api/scores/event.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { readLadder } from '../features/ladder/read-ladder.ts'
import { Ladder, LadderCount } from '../features/ladder/ladder.tsx'
import type { LadderSearch } from '../features/ladder/ladder-search.ts'
import { PersonalNote, PersonalObjectives, usePersonalBranch } from '../features/scoreboard/personal-objectives.tsx'
import { TeamScores } from '../features/scoreboard/team-scores.tsx'
import { useIsPhone } from '../lib/browser/media.ts'
import { t } from '../lib/text/messages.ts'
import { useSession } from '../lib/browser/session.ts'
import { ladderColumnNames } from '../lib/browser/preferences.ts'
import { readChoice, readCount, readIds, readNames, readText } from '../lib/text/search.ts'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/scores/ladder')({
  validateSearch: (search: Record<string, unknown>): LadderSearch => ({
    q: readText(search['q']),
    teams: readIds(search['teams']),
    f: readText(search['f']),
    uniques: readNames(search['uniques']),
    gems: readNames(search['gems']),
    hour: readCount(search['hour']),
    sort: readChoice(search['sort'], ladderColumnNames),
    dir: readChoice(search['dir'], ['asc', 'desc']),
  }),
  loaderDeps: ({ search }) => ({ event: search.event, hour: search.hour }),
  loader: ({ deps }) => {
    const input = eventInput(deps.event ?? 'current')
    void queryClient.prefetchQuery(readLadder(input, deps.hour))
    void queryClient.prefetchQuery(read('getUsersForEvent', input))
  },
  component: LadderPage,
})

// Only players have steps.
const OwnSteps = lazyPart(() => import('../features/personal/own-steps.tsx').then((module) => ({ default: module.OwnSteps })))

/** Only for events that have personal objectives. */
function PersonalBlock({ height }: { height: number }) {
  const isMember = useSession() !== null
  if (usePersonalBranch() === null) return null
  return (
    <DataBlock title={t('personal.title')} note={<PersonalNote />} loading={<div style={{ height }} />}>
      <PersonalObjectives />
      <Suspense>{isMember && <OwnSteps />}</Suspense>
    </DataBlock>
  )
}

function LadderPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const teams = useKnownEvent()?.teams.length ?? 6
  const personalHeight = teams * (useIsPhone() ? 57 : 39)
  const change = (next: Partial<LadderSearch>) =>
    // Typing and toggling add no history entries.
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  return (
    <div className="wrap">
      <title>{t('title.page', { title: t('tab.ladder') })}</title>
      <h1 className="vh">{t('tab.ladder')}</h1>
      <DataBlock
        title={t('teamScores.title')}
        note={<span className="only-wide">{t('teamScores.note')}</span>}
        loading={<SkeletonRows rows={teams + 1} height={46} label={t('loading')} />}
      >
        <TeamScores />
      </DataBlock>
      <DataGuard title={t('personal.title')} height={35 + personalHeight}>
        {/* Nearly every event has them, so their space is reserved. */}
        <Suspense fallback={<div className="block-gap" style={{ height: 35 + personalHeight }} />}>
          <PersonalBlock height={personalHeight} />
        </Suspense>
      </DataGuard>
      <DataBlock
        title={t('ladder.title')}
        note={
          <DataGuard title={t('ladder.title')} failure={null}>
            <Suspense>
              <LadderCount hour={search.hour} />
            </Suspense>
          </DataGuard>
        }
        loading={<SkeletonRows rows={30} height={40} label={t('loading')} />}
      >
        <Ladder search={search} onSearch={change} />
      </DataBlock>
    </div>
  )
}
