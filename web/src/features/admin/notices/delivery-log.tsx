import './notices.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-notices.ts'
import type { Event } from '@muster/contract/events'
import type { NoticeDelivery, NoticeRoute } from '@muster/contract/notices'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { isRouteOff, sendAgain, useDeliveries } from './use-routes.ts'

const marks = { waiting: 'plain', sent: 'running', failed: 'bad', unknown: 'note' } as const

/** A message as Discord shows it: without backslashes, stars of bold text, and brackets of addresses. */
const toPlainText = (markdown: string) =>
  markdown.replace(
    /\\([^\p{L}\p{N}\s])|\*\*|<(https?:[^<>\s]+)>/gu,
    (_, sign?: string, address?: string) => sign ?? address ?? '',
  )

/** The messages of a route, newest first. */
export function DeliveryLog({ event, route }: { event: Event; route: NoticeRoute }) {
  const deliveries = useDeliveries(event, route)
  if (deliveries.length === 0) return <Empty title={t('notices.logEmptyTitle')} text={t('notices.logEmptyText')} />
  return (
    <ul className="admin-entries">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.number} event={event} route={route} delivery={delivery} />
      ))}
    </ul>
  )
}

function tellAttempts({ attempts, status, last_attempt_at, made_at, next_try_at }: NoticeDelivery): string {
  const parts = [
    formatFull(Date.parse(last_attempt_at ?? made_at)),
    ...(attempts > 1 ? [t('notices.attempts', { count: attempts })] : []),
    ...(status === null ? [] : [t('notices.status', { status })]),
    ...(next_try_at !== null && attempts > 0 ? [t('notices.retry', { time: formatFull(Date.parse(next_try_at)) })] : []),
  ]
  return parts.join(' · ')
}

function Delivery({ event, route, delivery }: { event: Event; route: NoticeRoute; delivery: NoticeDelivery }) {
  const { number, kind, state, text, detail } = delivery
  const again = useWrite(() => sendAgain(event, route, number), { onDone: () => showToast(t('notices.againDone')) })
  const title = t(`notices.kind.${kind}`, { number })
  return (
    <li>
      <ButtonRow>
        <h3>{title}</h3>
        <Badge kind={marks[state]}>{t(`notices.delivery.${state}`)}</Badge>
      </ButtonRow>
      <p className="small quieter">{tellAttempts(delivery)}</p>
      {detail !== '' && <p className="small">{detail}</p>}
      {state === 'waiting' && isRouteOff(route) && <p className="small">{t('notices.waitingOff')}</p>}
      {state === 'unknown' && <p className="small">{t('notices.unknownHelp')}</p>}
      {text !== '' && (
        <p className="notices-text small" dir="auto">
          {route.target === 'discord' ? toPlainText(text) : text}
        </p>
      )}
      {(state === 'failed' || state === 'unknown') && (
        <div>
          <Button
            size="small"
            aria-label={`${t('notices.again')}: ${title}`}
            isBusy={again.is_busy}
            onClick={() => again.run(undefined)}
          >
            {t('notices.again')}
          </Button>
        </div>
      )}
      <WriteProblem write={again} />
    </li>
  )
}
