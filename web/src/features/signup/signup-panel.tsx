import './signup.css'
import '../../messages/signup.ts'
import '../../messages/home.ts'
import type { Event, EventStatus } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { openOnly, useReopening } from '../../api/drafts/use-draft.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { readStatus } from '../../api/scores/event.ts'
import type { EventKey } from '../../api/calls/queries.ts'
import { useLoadedSignup, useSignup } from '../../api/people/signup.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/browser/session.ts'
import { formatForEvent } from '../../lib/time/event-zone.ts'
import { splitDuration } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Share } from '../../ui/marks/progress.tsx'
import { describePlace, readWindow, type SignupState } from './place.ts'

const SignupDialog = lazyPart(() => import('./signup-dialog.tsx').then((module) => ({ default: module.SignupDialog })))
const Withdraw = lazyPart(() => import('./withdraw.tsx').then((module) => ({ default: module.Withdraw })))

interface PanelProps {
  event: Event
  eventKey: EventKey
  /** `next`: for an event other than the page's. `own`: only the viewer's place. */
  kind: 'page' | 'next' | 'own'
  /** The button for visitors. */
  login: ReactNode
}

/** The state of signups, the viewer's place, and the possible actions. Follows the clock and the queue. */
export function SignupPanel({ event, eventKey, kind, login }: PanelProps) {
  // Other players sign up meanwhile: read once a minute while the page is open.
  const status = useSuspenseQuery({ ...readStatus(eventKey), refetchInterval: 60_000 }).data
  const now = useServerNow(1000)
  const state = describePlace(event, status, now)
  const isOpen = isWithin(event, now)
  if (kind === 'own' && state.place === null) return null
  return (
    <section className="signup" aria-labelledby={`signup-${event.id}`}>
      <div className="signup-head">
        <h2 id={`signup-${event.id}`}>
          {kind === 'next' ? (
            <bdi className="game">{readEventTitle(event.name)}</bdi>
          ) : (
            t(kind === 'own' ? 'signup.own' : 'signup.title')
          )}
        </h2>
        {kind !== 'own' && (
          <Badge kind={isOpen ? 'running' : 'plain'}>
            {t(isOpen ? 'signup.open' : now < readWindow(event).opens_at ? 'signup.later' : 'signup.closed')}
          </Badge>
        )}
      </div>
      {kind === 'next' && (
        <p className="quiet">
          {t('signup.starts', { time: formatForEvent(Date.parse(event.event_start_time), event.time_zone) })}
        </p>
      )}
      {kind !== 'own' && (
        <>
          <Deadline event={event} now={now} />
          <Places event={event} status={status} waiting={state.waiting} />
        </>
      )}
      <OwnPlace event={event} eventKey={eventKey} status={status} state={state} isOpen={isOpen} login={login} />
      {kind === 'next' && (
        <Link to={paths.home} search={{ event: event.id }} className="link small">
          {t('signup.toEvent')}
        </Link>
      )}
    </section>
  )
}

function isWithin(event: Event, now: number): boolean {
  const { opens_at, closes_at } = readWindow(event)
  return now >= opens_at && now <= closes_at
}

/** Days while there are many, then hours and minutes. */
function nameLength(length_ms: number): string {
  const { days, hours, minutes } = splitDuration(length_ms)
  return days >= 2 ? t('signup.days', { count: days }) : t('signup.hours', { hours: days * 24 + hours, minutes })
}

function Deadline({ event, now }: { event: Event; now: number }) {
  const { opens_at, closes_at } = readWindow(event)
  if (now > closes_at)
    return <p className="quiet">{t('signup.closedAt', { time: formatForEvent(closes_at, event.time_zone) })}</p>
  const [key, at] = now < opens_at ? (['signup.opensIn', opens_at] as const) : (['signup.closesIn', closes_at] as const)
  return <p className="quiet">{t(key, { length: nameLength(at - now), time: formatForEvent(at, event.time_zone) })}</p>
}

function Places({ event, status, waiting }: { event: Event; status: EventStatus; waiting: number }) {
  const taken = Math.min(status.number_of_signups, event.max_size)
  return (
    <div className="signup-places">
      <p className="num">
        <span>{t('signup.places', { count: formatCount(taken), max: formatCount(event.max_size) })}</span>
        <span className="quieter">
          {event.waitlist_size === 0
            ? t('signup.noWaitlist')
            : t('signup.waiting', { count: formatCount(waiting), max: formatCount(event.waitlist_size) })}
        </span>
      </p>
      <Share share={taken / Math.max(1, event.max_size)} isNeutral />
    </div>
  )
}

interface OwnProps {
  event: Event
  eventKey: EventKey
  status: EventStatus
  state: SignupState
  isOpen: boolean
  login: ReactNode
}

function OwnPlace({ event, eventKey, status, state, isOpen, login }: OwnProps) {
  const isMember = useSession() !== null
  const signup = useSignup(eventKey, status)
  const [opened, setOpened] = useState<'form' | 'withdraw' | null>(null)
  useReopening({ signup: openOnly(event.id, () => setOpened('form')) })
  const { place, obstacle, mayWithdraw } = state
  if (!isMember && place === null) return isOpen ? <div className="signup-actions">{login}</div> : null
  return (
    <>
      {place !== null && (
        <div className="signup-own">
          <p className="strong">{tellPlace(event, status, place)}</p>
          {status.application_status === 'waitlisted' && <p className="quiet">{t('signup.waitlistedText')}</p>}
          {signup && <p className="quiet">{t('signup.wishes', { count: signup.expected_playtime })}</p>}
          <Partner mutual={status.partner} wished={signup?.partner_account_name ?? null} />
        </div>
      )}
      {place === null && obstacle === 'full' && <p>{t('signup.full')}</p>}
      {place === null && obstacle === null && status.number_of_signups >= event.max_size && (
        <p>{t('signup.willWait', { place: state.waiting + 1 })}</p>
      )}
      <div className="signup-actions">
        {obstacle === null && (
          <Button kind={place === null ? 'primary' : 'plain'} onClick={() => setOpened('form')}>
            {t(place === null ? 'signup.apply' : 'signup.edit')}
          </Button>
        )}
        {mayWithdraw && (
          <Button kind="quiet" onClick={() => setOpened('withdraw')}>
            {t('signup.withdraw')}
          </Button>
        )}
      </div>
      <Suspense>
        {opened === 'form' && (
          <SignupDialog event={event} eventKey={eventKey} isEdit={place !== null} onClose={() => setOpened(null)} />
        )}
        {opened === 'withdraw' && (
          <Withdraw event={event} eventKey={eventKey} status={status} place={place ?? 0} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </>
  )
}

function tellPlace(event: Event, status: EventStatus, place: number): ReactNode {
  switch (status.application_status) {
    case 'waitlisted':
      return t('signup.waitlisted', { place: formatCount(place) })
    case 'applied':
      return t('signup.applied', { place: formatCount(place), max: formatCount(event.max_size) })
    case 'accepted':
    case 'none': {
      const team = event.teams.find(({ id }) => id === status.team_id)
      return team ? tRich('signup.accepted', { team: <bdi>{team.name}</bdi> }) : t('signup.acceptedPlain')
    }
  }
}

/** Both players have to name each other; until then the page says what is missing. */
function Partner({ mutual, wished }: { mutual: string | null; wished: string | null }) {
  if (mutual !== null) return <p className="quiet">{tRich('signup.partner', { partner: <bdi>{mutual}</bdi> })}</p>
  if (wished === null) return null
  return <p className="quiet">{tRich('signup.partnerWaiting', { partner: <bdi>{wished}</bdi> })}</p>
}

/** After the end: participants report how much they played. */
export function PlayedPrompt({ eventKey }: { eventKey: EventKey }) {
  const signup = useLoadedSignup(eventKey)
  if (!signup) return null
  const { actual_playtime } = signup
  return (
    <section className="signup" aria-labelledby="played-prompt">
      <div className="signup-head">
        <h2 id="played-prompt">{t('signup.played')}</h2>
      </div>
      <p className="quiet">{actual_playtime > 0 ? t('signup.reported', { count: actual_playtime }) : t('signup.playedText')}</p>
      <div className="signup-actions">
        <Link to={paths.played} className={nameButton({ kind: actual_playtime > 0 ? 'plain' : 'primary' })}>
          {t('signup.report')}
        </Link>
      </div>
    </section>
  )
}
