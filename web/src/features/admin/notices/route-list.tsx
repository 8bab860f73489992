import './notices.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-notices.ts'
import type { Event } from '@muster/contract/events'
import type { NoticeRoute } from '@muster/contract/notices'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { findRouteState, isRouteOff, pauseRoute, testRoute } from './use-routes.ts'

const marks = { on: 'running', paused: 'plain', retry: 'note', stopped: 'bad' } as const

export type RouteDialog = 'edit' | 'log' | 'remove'

interface EntryProps {
  event: Event
  route: NoticeRoute
  onOpen: (dialog: RouteDialog) => void
}

function tellDelivery({ waiting, last_sent_at, retry_at, stopped }: NoticeRoute): string {
  const parts = [
    last_sent_at === null ? t('notices.neverSent') : t('notices.lastSent', { time: formatFull(Date.parse(last_sent_at)) }),
    ...(waiting > 0 ? [t('notices.waiting', { count: waiting })] : []),
    ...(retry_at !== null && stopped === null ? [t('notices.retry', { time: formatFull(Date.parse(retry_at)) })] : []),
  ]
  return parts.join(' · ')
}

/** A route with its state, and what can be done with it. */
export function RouteEntry({ event, route, onOpen }: EntryProps) {
  const { name } = route
  const state = findRouteState(route)
  const isOff = isRouteOff(route)
  const test = useWrite(() => testRoute(event, route), {
    onDone: () => {
      showToast(t('notices.tested'))
      onOpen('log')
    },
  })
  const pause = useWrite(() => pauseRoute(event, route, !isOff), {
    onDone: () => showToast(t(isOff ? 'notices.resumed' : 'notices.paused')),
  })
  const named = (label: string) => `${label}: ${name}`
  return (
    <li>
      <ButtonRow>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <Badge kind={marks[state]}>{t(`notices.state.${state}`)}</Badge>
        <Badge>{t(`notices.readers.${route.readers}`)}</Badge>
      </ButtonRow>
      <p className="small quieter">
        {t(`notices.target.${route.target}`)} · <span>{route.address_hint}</span>
      </p>
      <p className="small quieter">{tellDelivery(route)}</p>
      {route.stopped !== null && <p className="small">{t(`notices.stopped.${route.stopped}`)}</p>}
      <ButtonRow>
        <Button size="small" aria-label={named(t('notices.edit'))} onClick={() => onOpen('edit')}>
          {t('notices.edit')}
        </Button>
        {!isOff && (
          <Button size="small" aria-label={named(t('notices.test'))} isBusy={test.is_busy} onClick={() => test.run(undefined)}>
            {t('notices.test')}
          </Button>
        )}
        <Button size="small" aria-label={named(t('notices.log'))} onClick={() => onOpen('log')}>
          {t('notices.log')}
        </Button>
        <Button
          size="small"
          aria-label={named(t(isOff ? 'notices.resume' : 'notices.pause'))}
          isBusy={pause.is_busy}
          onClick={() => pause.run(undefined)}
        >
          {t(isOff ? 'notices.resume' : 'notices.pause')}
        </Button>
        <Button size="small" kind="quiet" aria-label={named(t('notices.remove'))} onClick={() => onOpen('remove')}>
          {t('notices.remove')}
        </Button>
      </ButtonRow>
      <WriteProblem write={test} />
      <WriteProblem write={pause} />
    </li>
  )
}
