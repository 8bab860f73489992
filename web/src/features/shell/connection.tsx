import { useQuery } from '@tanstack/react-query'
import { readBoard } from '../../api/scores/board.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { retryNow, useConnection } from '../../api/live/live.ts'
import { t } from '../../lib/text/messages.ts'
import { useLocalNow } from '../../lib/time/ticks.ts'
import { ConnectionMark } from '../../ui/marks/connection-mark.tsx'

/** Shows whether the scores are live; otherwise the next attempt and the age of the scores. */
export function ConnectionState() {
  const connection = useConnection()
  const isWaiting = connection.kind === 'reconnecting' || connection.kind === 'offline'
  return (
    <>
      {/* Only a change of state is announced, not every second of waiting. */}
      <span className="vh" role="status">
        {t(`connection.said.${connection.kind}`)}
      </span>
      {isWaiting ? (
        <Waiting kind={connection.kind === 'offline' ? 'offline' : 'waiting'} retry_at={connection.retry_at} />
      ) : (
        <ConnectionMark kind={marks[connection.kind]}>{t(`connection.${connection.kind}`)}</ConnectionMark>
      )}
    </>
  )
}

const marks = { connecting: 'waiting', live: 'live', over: 'over' } as const

const toMinutes = (length_ms: number) => Math.floor(length_ms / 60_000)

function Waiting({ kind, retry_at }: { kind: 'waiting' | 'offline'; retry_at: number }) {
  const now = useLocalNow(1000)
  const { data: known_at } = useQuery({ ...readBoard(useEventKey()), select: (board) => board.known_at, enabled: false })
  const seconds = Math.max(0, Math.ceil((retry_at - now) / 1000))
  const age = known_at === undefined ? '' : t('connection.age', { count: toMinutes(Math.max(0, now - known_at)) })
  return (
    <>
      <ConnectionMark kind={kind}>
        <span className="only-wide">
          {kind === 'offline' ? t('connection.offline', { age }) : t('connection.reconnecting', { seconds })}
        </span>
        <span className="only-phone">
          {kind === 'offline' ? t('connection.offlineShort') : t('connection.reconnectingShort', { seconds })}
        </span>
      </ConnectionMark>
      <button type="button" className="connection-retry" onClick={retryNow}>
        {t('connection.retry')}
      </button>
    </>
  )
}
