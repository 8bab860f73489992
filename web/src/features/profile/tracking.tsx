import '../../messages/profile.ts'
import '../../messages/tracking.ts'
import type { Event } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { Suspense } from 'react'
import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useReadsGame, useServerNow } from '../../api/live/clock.ts'
import { useEventKey, useSelf } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { useSession } from '../../lib/browser/session.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Figure } from './figures.tsx'
import { buildPages } from './build-pages.ts'

// Only players see their own page.
const OwnReading = lazyPart(() => import('./own-reading.tsx').then((module) => ({ default: module.OwnReading })))

interface TrackingProps {
  user_id: number
  event: Event
  character_id: string
  /** null: not on the ladder. */
  rank: number | null
}

const hour_ms = 3_600_000

/** A length of time in its largest meaningful unit. */
function describeLength(length_ms: number): string {
  const hours = Math.floor(length_ms / hour_ms)
  return hours > 0
    ? t('length.hours', { count: hours })
    : t('length.minutes', { count: Math.max(0, Math.floor(length_ms / 60_000)) })
}

/** Whether a character is still tracked, as far as the API shows; for the viewer also the state of the game login. */
export function Tracking({ user_id, event, character_id, rank }: TrackingProps) {
  const readings = useSuspenseQuery(read('getCharacterHistory', { user_id, character_id })).data
  const { pages } = useSuspenseInfiniteQuery(buildPages(user_id, character_id)).data
  const now = useServerNow(60_000)
  const tell = (at_ms: number | undefined) =>
    at_ms === undefined
      ? t('tracking.never')
      : t('tracking.ago', { time: formatFull(at_ms), length: describeLength(now - at_ms) })
  const last_reading = readings.at(-1)
  const last_build = pages[0]?.at(-1)
  const readsGame = useReadsGame() ?? false
  const isOwn = useSession()?.user_id === user_id
  return (
    <>
      {isOwn && <OwnFindings user_id={user_id} event_id={event.id} />}
      <Suspense>{isOwn && readsGame && <OwnReading event={event} />}</Suspense>
      {last_reading === undefined && <p className="profile-none">{t('tracking.noReadings')}</p>}
      <dl className="figures">
        <Figure name={t('tracking.ladder')} value={rank === null ? t('tracking.no') : t('tracking.yes', { rank })} />
        <Figure name={t('tracking.reading')} value={tell(last_reading && last_reading.timestamp * 1000)} />
        <Figure name={t('tracking.build')} value={tell(last_build && Date.parse(last_build.timestamp))} />
        {games[event.game_version].atlas && <AtlasFigure user_id={user_id} tell={tell} />}
        {isOwn && readsGame && <OwnLogin now={now} />}
      </dl>
    </>
  )
}

interface AtlasFigureProps {
  user_id: number
  tell: (at_ms: number | undefined) => string
}

function AtlasFigure({ user_id, tell }: AtlasFigureProps) {
  const [last] = useSuspenseQuery(read('getAtlasProgression', { ...eventInput(useEventKey()), user_id })).data
  return <Figure name={t('tracking.atlas')} value={tell(last && last.timestamp * 1000)} />
}

/** The viewer's own tracking problems in an event, and their solutions; nothing without problems, or after leaving its teams. */
function OwnFindings({ user_id, event_id }: { user_id: number; event_id: number }) {
  const { data = [] } = useQuery({ ...read('getTracking', { event_id }), throwOnError: false, retry: false })
  const notes = data.find((player) => player.user_id === user_id)?.notes.filter(({ state }) => state !== 'fine') ?? []
  if (notes.length === 0) return null
  return (
    <ul className="profile-findings">
      {notes.map((note) => (
        <li key={note.source}>
          <span className="quiet">{t(`health.${note.source}`)}</span> {note.message}{' '}
          {note.advice && <strong className="strong">{note.advice}</strong>}
        </li>
      ))}
    </ul>
  )
}

/** Without the game login no data of a character can be read, and only its owner can renew it. */
function OwnLogin({ now }: { now: number }) {
  const self = useSelf().data
  if (!self) return null
  const ends = self.token_expiry_timestamp === null ? null : Date.parse(self.token_expiry_timestamp)
  const value =
    self.account_name === null || ends === null
      ? t('tracking.notConnected')
      : t(ends > now ? 'tracking.until' : 'tracking.ended', { time: formatFull(ends) })
  return <Figure name={t('tracking.login')} value={value} />
}
