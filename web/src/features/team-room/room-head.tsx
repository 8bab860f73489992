import './team-room.css'
import '../../messages/team-room.ts'
import type { Event } from '@muster/contract/events'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import { hasBegun } from '@muster/domain/scoring/team-ranks'
import type { ReactNode } from 'react'
import { useReadsGame, useServerNow } from '../../api/live/clock.ts'
import type { Phase } from '../../api/scores/phase.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatFull, splitDuration } from '../../lib/time/time.ts'
import { ChangedNumber } from '../../ui/marks/changed-number.tsx'
import { GapScale } from './gap-scale.tsx'
import { findNeighbours, pickForScale } from './neighbours.ts'

type Standing = ReturnType<typeof useStandings>[number]

interface HeadProps {
  event: Event
  phase: Phase
  /** Shown after the sentence while there is something to do. */
  more: ReactNode
}

/** The position of the viewer's team, in a sentence and on a scale. */
export function RoomHead({ event, phase, more }: HeadProps) {
  const standings = useStandings()
  const own = standings.find(({ team }) => team.is_own)
  if (!own) return null
  if (phase === 'upcoming') return <Upcoming event={event} more={more} />
  if (!hasBegun(standings)) {
    return (
      <Words title={t('room.noPoints')}>
        {t('room.noPointsText')} {more}
      </Words>
    )
  }
  if (phase === 'ended') return <Final own={own} standings={standings} />
  const { below } = findNeighbours(standings, own)
  return (
    <header className="room-head">
      <div className="room-place">
        <Rank own={own} />
        <div>
          <h1>
            <Gap own={own} standings={standings} />
          </h1>
          <p>
            {tRich('room.points', { points: <ChangedNumber value={own.points} /> })}{' '}
            {below && below.points < own.points && <Below own={own} below={below} />} {more}
          </p>
        </div>
      </div>
      <GapScale teams={pickForScale(standings, own)} />
    </header>
  )
}

/** The leader's sentence already has the gap. */
function Below({ own, below }: { own: Standing; below: Standing }) {
  if (own.to_next < 0) return null
  return tRich('room.below', { team: <bdi>{below.team.name}</bdi>, points: formatCount(own.points - below.points) })
}

function Rank({ own }: { own: Standing }) {
  return (
    <p className="room-rank">
      <span aria-hidden="true">{nameOrdinal(own.rank)}</span>
      <span className="vh">{nameRank(own.rank)}</span>
    </p>
  )
}

function Gap({ own, standings }: { own: Standing; standings: readonly Standing[] }) {
  const { above, below } = findNeighbours(standings, own)
  const level = standings.find((one) => one !== own && one.points === own.points)
  if (above) return <Distance text="room.behind" points={above.points - own.points} team={above} />
  if (level) return tRich('room.level', { team: <bdi>{level.team.name}</bdi> })
  if (below) return <Distance text="room.ahead" points={own.points - below.points} team={below} />
  return t('room.alone', { points: formatCount(own.points) })
}

const Distance = ({ text, points, team }: { text: 'room.behind' | 'room.ahead'; points: number; team: Standing }) =>
  tRich(text, { points: <ChangedNumber value={points} />, team: <bdi>{team.team.name}</bdi> })

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="room-head">
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
    </header>
  )
}

function Upcoming({ event, more }: Omit<HeadProps, 'phase'>) {
  const starts_at = Date.parse(event.event_start_time)
  const readsGame = useReadsGame()
  const { days, hours, minutes } = splitDuration(starts_at - useServerNow(60_000))
  const length = days >= 2 ? t('room.days', { count: days }) : t('room.hoursMinutes', { hours: days * 24 + hours, minutes })
  return (
    <Words title={t('room.notStarted', { length })}>
      {formatFull(starts_at)}. {t(readsGame === false ? 'room.notStartedReports' : 'room.notStartedText')} {more}
    </Words>
  )
}

function Final({ own, standings }: { own: Standing; standings: readonly Standing[] }) {
  const points = formatCount(own.points)
  return (
    <header className="room-head">
      <div className="room-place">
        <Rank own={own} />
        <div>
          <h1>{own.rank === 1 ? t('room.won', { points }) : t('room.placed', { place: nameRank(own.rank), points })}</h1>
          <p>{t('room.over')}</p>
        </div>
      </div>
      <GapScale teams={pickForScale(standings, own)} />
    </header>
  )
}
