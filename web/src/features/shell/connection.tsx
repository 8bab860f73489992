import { useQuery } from '@tanstack/react-query'
import { readBoard } from '../../api/board.ts'
import { useEventKey } from '../../api/event.ts'
import { retryNow, useConnection } from '../../api/live.ts'
import { t } from '../../lib/messages.ts'
import { useLocalNow } from '../../lib/ticks.ts'
import { ConnectionMark } from '../../ui/connection-mark.tsx'

/** Says whether the scores are live; while they are not, when the next attempt is and how old they are. */
export function ConnectionState() {
  const connection = useConnection()
  switch (connection.kind) {
    case 'connecting':
      return <ConnectionMark kind="waiting">{t('connection.connecting')}</ConnectionMark>
    case 'live':
      return <ConnectionMark kind="live">{t('connection.live')}</ConnectionMark>
    case 'over':
      return <ConnectionMark kind="over">{t('connection.over')}</ConnectionMark>
    case 'reconnecting':
      return <Waiting kind="waiting" retry_at={connection.retry_at} />
    case 'offline':
      return <Waiting kind="offline" retry_at={connection.retry_at} />
  }
}

const toMinutes = (length_ms: number) => Math.floor(length_ms / 60_000)

function Waiting({ kind, retry_at }: { kind: 'waiting' | 'offline'; retry_at: number }) {
  const now = useLocalNow(1000)
  const { data: known_at } = useQuery({ ...readBoard(useEventKey()), select: (board) => board.known_at, enabled: false })
  const seconds = Math.max(0, Math.ceil((retry_at - now) / 1000))
  const age = known_at === undefined ? '' : t('connection.age', { count: toMinutes(Math.max(0, now - known_at)) })
  return (
    <>
      <ConnectionMark kind={kind}>
        {kind === 'offline' ? t('connection.offline', { age }) : t('connection.reconnecting', { seconds })}
      </ConnectionMark>
      <button type="button" className="connection-retry" onClick={retryNow}>
        {t('connection.retry')}
      </button>
    </>
  )
}
