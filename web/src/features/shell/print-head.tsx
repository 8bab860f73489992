import { readEventTitle } from '@muster/domain/events/title'
import { useQuery } from '@tanstack/react-query'
import { clockQuery, readServerTime } from '../../api/live/clock.ts'
import { useKnownEvent } from '../../api/scores/event.ts'
import { usePrinting } from '../../lib/browser/printing.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'

const hour_ms = 3_600_000

/** The head of every printed sheet: event, document, and the moment that it shows. */
export function PrintHead() {
  const printed_ms = usePrinting()
  const event = useKnownEvent()
  const { data: anchor } = useQuery(clockQuery)
  if (printed_ms === null || !anchor) return null
  const now = readServerTime(anchor, printed_ms)
  const local = formatFull(now)
  const title = event ? readEventTitle(event.name) : t('brand')
  const page = document.title.replace(t('title.page', { title: '' }), '')
  return (
    <div className="print-head">
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {page !== title && <bdi>{page}</bdi>}
        <span className="print-moment">
          {t('print.moment', {
            time: local.endsWith('UTC') ? local : `${local} (${new Date(now).toISOString().slice(11, 16)} UTC)`,
          })}
          {event && <EventHour start={Date.parse(event.event_start_time)} end={Date.parse(event.event_end_time)} now={now} />}
        </span>
      </div>
    </div>
  )
}

function EventHour({ start, end, now }: { start: number; end: number; now: number }) {
  if (now < start || now >= end) return null
  return `, ${t('print.hour', { hour: Math.floor((now - start) / hour_ms), hours: Math.round((end - start) / hour_ms) })}`
}
