import '../../../messages/game-log.ts'
import { writeLogLine } from '@muster/domain/game-log/log-line'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatDayTime } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { type FoundLine, isOwn, type LogState } from './log-follower.ts'

/** The first step of the list; a button shows the next. */
const pageLength = 100

/** The wanted events of the log, newest first, each with its status: sent, or kept on this computer. */
export function LogEvents({ state, own }: { state: LogState; own: readonly string[] }) {
  const { found, sent, other_lines } = state
  const [limit, setLimit] = useState(pageLength)
  const shown = found.slice(-limit).toReversed()
  const older = found.length - shown.length
  return (
    <section aria-labelledby="log-events">
      <div className="block-head">
        <h2 className="block-title" id="log-events">
          {t('gameLog.events')}
        </h2>
        <span className="block-note" role="status">
          {t('gameLog.tally', {
            sent: t('gameLog.sentCount', { count: sent.size }),
            left: t('gameLog.leftCount', { count: other_lines }),
          })}
        </span>
      </div>
      {shown.length === 0 && <p className="quiet report-wait">{t('gameLog.noEvents')}</p>}
      <ul className="own-reports" aria-labelledby="log-events">
        {shown.map((line, at) => (
          <EventRow key={found.length - at} line={line} status={readStatus(line, own, sent)} />
        ))}
      </ul>
      {older > 0 && (
        <p className="game-log-note">
          <Button onClick={() => setLimit(limit + pageLength)}>{t('gameLog.more', { count: older })}</Button>
        </p>
      )}
    </section>
  )
}

function readStatus(line: FoundLine, own: readonly string[], sent: LogState['sent']) {
  if (sent.has(line)) return 'sent'
  return isOwn(line, own) ? 'waits' : 'stays'
}

const kinds = { sent: 'good', waits: 'note', stays: 'plain' } as const

function EventRow({ line, status }: { line: FoundLine; status: keyof typeof kinds }) {
  return (
    <li>
      <time dateTime={new Date(line.happened_at).toISOString()}>{formatDayTime(line.happened_at)}</time>
      <Badge kind={kinds[status]} icon={status === 'sent' ? 'check' : undefined}>
        {t(`gameLog.status.${status}`)}
      </Badge>
      <div>
        <bdi className="game">{writeLogLine(line)}</bdi>
        {!line.is_live && <p className="small quiet">{t('gameLog.ownClock')}</p>}
      </div>
    </li>
  )
}
