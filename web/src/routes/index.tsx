import { readEventTitle } from '@muster/domain/events/title'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Event } from '@muster/contract/events'
import { hasLeftForms } from '../api/drafts/open-forms.ts'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { useReportsCountAtOnce } from '../api/scores/confirmed-scores.ts'
import { useEvent, useEventKey, useEvents } from '../api/scores/event.ts'
import { readChanges } from '../api/live/live.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { LoginButton } from '../api/people/login-button.tsx'
import { Archive } from '../features/event/archive.tsx'
import { EventHead } from '../features/event/event-head.tsx'
import { useNextEvent } from '../features/event/next-event.ts'
import { type Phase, usePhase } from '../api/scores/phase.ts'
import { Timeline } from '../features/event/timeline.tsx'
import { Crosstable } from '../features/scoreboard/crosstable.tsx'
import { ManualPointsList } from '../features/scoreboard/manual-points.tsx'
import { LatestPoints } from '../features/scoreboard/latest-points.tsx'
import { OpenNow } from '../features/scoreboard/open-now.tsx'
import { OwnLine } from '../features/scoreboard/own-line.tsx'
import { CategoryPlan, TeamList } from '../features/scoreboard/preview.tsx'
import { Standings } from '../features/scoreboard/standings.tsx'
import { TopMovers } from '../features/scoreboard/top-movers.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/browser/session.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Defer } from '../ui/deferred/defer.tsx'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { Empty, Skeleton, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(read('getScoreHistory', eventInput(event)))
    void queryClient.prefetchQuery(readChanges(event))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Home,
})

// A running board does not need it.
const loadSignup = () => import('../features/signup/signup-panel.tsx')
const SignupPanel = lazyPart(() => loadSignup().then((module) => ({ default: module.SignupPanel })))
// Only events that count reports at once need it.
const ConfirmedStandings = lazyPart(() =>
  import('../features/scoreboard/confirmed-standings.tsx').then((module) => ({ default: module.ConfirmedStandings })),
)
const PlayedPrompt = lazyPart(() => loadSignup().then((module) => ({ default: module.PlayedPrompt })))

function Home() {
  return (
    <div className="wrap">
      <DataGuard title={t('nav.home')}>
        <Suspense fallback={<HomeSkeleton />}>
          <SelectedEvent />
        </Suspense>
      </DataGuard>
    </div>
  )
}

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

function HomeSkeleton() {
  return (
    <>
      <section className="hero" aria-busy="true">
        <div>
          <h1 className="vh">{t('loading')}</h1>
          <Skeleton width={320} height={40} />
          <div className="hero-line">
            <Skeleton width={240} height={14} />
          </div>
        </div>
        <Skeleton width={220} height={72} />
      </section>
      <div className="rail only-wide" />
      <div className="home-columns">
        <div>
          <SkeletonHead />
          {rows(6, 64)}
        </div>
        <div>
          <SkeletonHead />
          {rows(9, 56)}
        </div>
      </div>
    </>
  )
}

const SkeletonHead = () => (
  <div className="block-head">
    <Skeleton width={120} height={18} />
  </div>
)

function SelectedEvent() {
  const event = useEvent()
  return event ? <EventHome event={event} /> : <NoEvent />
}

function EventHome({ event }: { event: Event }) {
  const isMember = useSession() !== null
  const phase = usePhase(event)
  return (
    <>
      <title>{t('title.page', { title: readEventTitle(event.name) })}</title>
      <EventHead event={event} phase={phase} />
      {phase !== 'upcoming' && (
        <DataGuard title={t('standings.title')} failure={null}>
          <Suspense fallback={isMember && <div className="own-line own-line-waiting" />}>
            <OwnLine phase={phase} />
          </Suspense>
        </DataGuard>
      )}
      <DataGuard title={t('event.timeline')} failure={null}>
        <Suspense fallback={<div className="rail only-wide" />}>
          <Timeline event={event} />
        </Suspense>
      </DataGuard>
      {phase === 'upcoming' ? (
        <div className="home-columns home-upcoming">
          <Rail event={event} phase={phase} />
          <div>
            <DataBlock title={t('teams.title')} loading={rows(event.teams.length, 64)}>
              <TeamList />
            </DataBlock>
            <DataBlock title={t('plan.title')} note={t('plan.note')} loading={rows(12, 36)}>
              <CategoryPlan />
            </DataBlock>
          </div>
        </div>
      ) : (
        <div className="home-columns home-scored">
          <div>
            <Scores event={event} phase={phase} />
          </div>
          <Rail event={event} phase={phase} />
          <div className="home-events">
            <OtherEvents event={event} />
          </div>
        </div>
      )}
    </>
  )
}

/** For events in which some reports count before a judge has seen them. */
function IfReportsCountAtOnce({ children }: { children: ReactNode }) {
  return useReportsCountAtOnce() && <Suspense>{children}</Suspense>
}

function Scores({ event, phase }: { event: Event; phase: Phase }) {
  return (
    <>
      <DataBlock
        title={t(phase === 'ended' ? 'standings.final' : 'standings.title')}
        note={phase === 'running' && <span className="only-wide">{t('standings.note')}</span>}
        loading={<div style={{ paddingTop: phase === 'running' ? 206 : 34 }}>{rows(event.teams.length, 64)}</div>}
      >
        <Standings isFinal={phase === 'ended'} />
        <IfReportsCountAtOnce>
          <ConfirmedStandings />
        </IfReportsCountAtOnce>
      </DataBlock>
      <DataBlock title={t('crosstable.title')} note={t('crosstable.note')} loading={rows(13, 32)}>
        <Crosstable />
        <ManualPointsList />
      </DataBlock>
    </>
  )
}

function Rail({ event, phase }: { event: Event; phase: Phase }) {
  const key = useEventKey()
  const isMember = useSession() !== null
  return (
    <div>
      {phase === 'upcoming' && (
        <DataGuard title={t('signup.title')}>
          <Suspense fallback={<Skeleton height={210} />}>
            <SignupPanel event={event} eventKey={key} kind="page" login={<LoginButton isPrimary label={t('login.toApply')} />} />
          </Suspense>
        </DataGuard>
      )}
      {phase === 'running' && (
        <DataGuard title={t('soon.title')}>
          <Suspense>
            <OpenNow />
          </Suspense>
        </DataGuard>
      )}
      {phase === 'ended' && (
        <DataGuard title={t('signup.played')} failure={null}>
          <Suspense>
            <PlayedPrompt eventKey={key} />
          </Suspense>
        </DataGuard>
      )}
      {phase !== 'upcoming' && (
        <DataBlock title={t('feed.title')} loading={rows(9, 56)}>
          <LatestPoints />
        </DataBlock>
      )}
      {phase === 'running' && (
        <DataBlock title={t('movers.title')} note={t('movers.note')} loading={rows(4, 36)}>
          <TopMovers />
        </DataBlock>
      )}
      {phase === 'running' && isMember && (
        <DataGuard title={t('signup.own')} failure={null}>
          <Suspense>
            <SignupPanel event={event} eventKey={key} kind="own" login={null} />
          </Suspense>
        </DataGuard>
      )}
      {phase === 'upcoming' && <OtherEvents event={event} />}
    </div>
  )
}

/** Upcoming and past events. */
function OtherEvents({ event }: { event: Event }) {
  return (
    <>
      <NextEvent shown_id={event.id} />
      <DataBlock title={t('archive.title')} loading={rows(2, 60)}>
        <Archive />
      </DataBlock>
    </>
  )
}

/**
 * The next event, if it is announced: a viewer of the standings may want to play in it. It is far down, and drawn when it comes
 * near the window.
 */
function NextEvent({ shown_id }: { shown_id: number | null }) {
  /** Its form may have been open when the login ended, and then opens again at once. */
  const [isOpened] = useState(hasLeftForms)
  const next = (
    <DataGuard title={t('signup.next')} failure={null}>
      <Suspense>
        <Announced shown_id={shown_id} />
      </Suspense>
    </DataGuard>
  )
  if (isOpened) return next
  return (
    <Defer when="idle" placeholder={null}>
      <Defer when="near" placeholder={(ref) => <div ref={ref} />}>
        {next}
      </Defer>
    </Defer>
  )
}

function Announced({ shown_id }: { shown_id: number | null }) {
  const next = useNextEvent(shown_id)
  if (next === null) return null
  return (
    <DataBlock title={t('signup.next')} loading={<Skeleton height={210} />}>
      <div className="next-event">
        <SignupPanel
          key={next.id}
          event={next}
          eventKey={next.is_current ? 'current' : next.id}
          kind="next"
          login={<LoginButton label={t('login.toApply')} />}
        />
      </div>
    </DataBlock>
  )
}

function NoEvent() {
  const isUnknown = useEventKey() !== 'current'
  const hasEvents = useEvents().length > 0
  return (
    <>
      <title>{t('title.page', { title: t('event.noneTitle') })}</title>
      <section className="page">
        <h1 className="page-title">{t(isUnknown ? 'event.unknownTitle' : 'event.noneTitle')}</h1>
        <Empty title={t('event.noneLead')} text={t(isUnknown ? 'event.unknownText' : 'event.noneText')}>
          {isUnknown && (
            <Link to={paths.home} search={{ event: undefined }} className={nameButton({})}>
              {t('event.toCurrent')}
            </Link>
          )}
        </Empty>
      </section>
      <NextEvent shown_id={null} />
      {hasEvents && (
        <DataBlock title={t('archive.title')} loading={rows(2, 60)}>
          <Archive />
        </DataBlock>
      )}
    </>
  )
}
