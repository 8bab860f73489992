import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Event } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { readChanges } from '../api/live/live.ts'
import { useOpenings } from '../api/live/openings.ts'
import { useEvent, useStatus } from '../api/scores/event.ts'
import { useReadsGame } from '../api/live/clock.ts'
import { usePhase } from '../api/scores/phase.ts'
import { LoginButton } from '../api/people/login-button.tsx'
import { ChangeList } from '../features/feed/change-list.tsx'
import { NearSteps } from '../features/personal/near-steps.tsx'
import { PlanBlock } from '../features/plan/plan-block.tsx'
import { usePersonalBranch } from '../features/scoreboard/personal-objectives.tsx'
import { Scoreline } from '../features/scoreboard/scoreline.tsx'
import { LastHour } from '../features/team-room/last-hour.tsx'
import { NearlyThere } from '../features/team-room/nearly-there.tsx'
import { PlanSentence } from '../features/team-room/plan-sentence.tsx'
import { PlayingCount, PlayingNow, TeamMembers } from '../features/team-room/playing-now.tsx'
import { RoomHead } from '../features/team-room/room-head.tsx'
import { RoomNav } from '../features/team-room/room-nav.tsx'
import { OwnWarning, TeamTracking, TrackedCount } from '../features/team-room/team-tracking.tsx'
import { LoggedOut, WithoutTeam } from '../features/team-room/without-team.tsx'
import { useSession } from '../lib/browser/session.ts'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/text/messages.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Empty, Skeleton, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/team/')({
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(readChanges(event))
    void queryClient.prefetchQuery(read('getScoreHistory', eventInput(event)))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: TeamPage,
})

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

function TeamPage() {
  const isLoggedIn = useSession() !== null
  return (
    <>
      <title>{t('title.page', { title: t('room.title') })}</title>
      {isLoggedIn ? (
        <DataGuard title={t('room.title')}>
          <Suspense fallback={<RoomSkeleton />}>
            <OfViewer />
          </Suspense>
        </DataGuard>
      ) : (
        <div className="wrap page">
          <LoggedOut login={<LoginButton isPrimary label={t('login.forSettings')} />} />
        </div>
      )}
    </>
  )
}

function RoomSkeleton() {
  return (
    <div aria-busy="true">
      <div className="scoreline" />
      <div className="wrap">
        <div className="room-head">
          <Skeleton width={320} height={40} />
        </div>
        <div className="room-columns">
          <div>{rows(6, 96)}</div>
          <div>{rows(8, 50)}</div>
        </div>
      </div>
    </div>
  )
}

function OfViewer() {
  const event = useEvent()
  const { team_id } = useStatus()
  if (event && team_id !== null) return <Room event={event} team_id={team_id} />
  return (
    <div className="wrap page">
      {event ? (
        <WithoutTeam event={event} />
      ) : (
        <>
          <h1 className="page-title">{t('room.title')}</h1>
          <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
            <Link to={paths.home} className={nameButton({})}>
              {t('goHome')}
            </Link>
          </Empty>
        </>
      )}
    </div>
  )
}

const GuildLink = () => (
  <Link to={paths.guildStashes} className="link">
    {t('room.toGuild')}
  </Link>
)

const ReportLink = () => (
  <Link to={paths.report} className="link">
    {t('room.toReport')}
  </Link>
)

/** Without the plan, or while it is loading, the rest of the sentence stays. */
const More = () => (
  <>
    <DataGuard title={t('room.title')} failure={null}>
      <Suspense>
        <PlanSentence />
      </Suspense>
    </DataGuard>{' '}
    <OwnWarning />
  </>
)

/** Only for events that have personal objectives. */
function NearBlock() {
  if (usePersonalBranch() === null) return null
  return (
    <DataBlock title={t('steps.near')} loading={rows(3, 50)}>
      <NearSteps />
    </DataBlock>
  )
}

function Room({ event, team_id }: { event: Event; team_id: number }) {
  const phase = usePhase(event)
  const readsGame = useReadsGame()
  // Times of play come from the game.
  const showsPlay = phase === 'running' && readsGame !== false
  useOpenings()
  return (
    <>
      <Scoreline branch_ids={[]} />
      <RoomNav />
      <div className="wrap">
        <DataGuard title={t('room.title')}>
          <RoomHead event={event} phase={phase} more={<More />} />
        </DataGuard>
        <div className="room-columns">
          <div>
            {phase !== 'ended' && <PlanBlock />}
            {phase === 'running' && (
              <DataBlock
                title={t('room.nearly')}
                note={readsGame === false ? <ReportLink /> : games[event.game_version].guild_tabs && <GuildLink />}
                loading={rows(3, 110)}
              >
                <NearlyThere />
              </DataBlock>
            )}
            {showsPlay && (
              <DataGuard title={t('steps.near')}>
                <Suspense fallback={rows(3, 50)}>
                  <NearBlock />
                </Suspense>
              </DataGuard>
            )}
            {!showsPlay && (
              <DataBlock title={t('room.members')} loading={rows(8, 50)}>
                <TeamMembers />
              </DataBlock>
            )}
          </div>
          <div>
            {showsPlay && (
              <DataBlock title={t('room.playing')} note={<PlayingCount />} loading={rows(8, 50)}>
                <PlayingNow />
              </DataBlock>
            )}
            {phase !== 'ended' && readsGame !== false && (
              <DataBlock title={t('room.tracking')} note={<TrackedCount />} loading={rows(3, 60)}>
                <TeamTracking />
              </DataBlock>
            )}
            {phase !== 'upcoming' && (
              <DataBlock title={t('room.latest')} note={phase === 'running' && <LastHour />} loading={rows(8, 52)}>
                <ChangeList team_id={team_id} most={12} />
              </DataBlock>
            )}
          </div>
        </div>
      </div>
    </>
  )
}
