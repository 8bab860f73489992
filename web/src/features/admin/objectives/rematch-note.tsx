import '../../../messages/admin-objectives.ts'
import { useQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'

/** Polling intervals for the progress: during a re-evaluation, and otherwise. */
const busy_ms = 2_000
const idle_ms = 60_000

/** Progress of the re-evaluation after an edit. The old points stay until it is done. */
export function RematchNote({ event_id }: { event_id: number }) {
  const { data } = useQuery({
    ...read('getRematches', eventInput(event_id)),
    refetchInterval: ({ state }) =>
      state.data && (state.data.is_pending || state.data.rematches.length > 0) ? busy_ms : idle_ms,
  })
  if (!data || data.rematches.length === 0) return null
  const done = data.rematches.reduce((sum, one) => sum + one.done, 0)
  const total = data.rematches.reduce((sum, one) => sum + one.total, 0)
  return (
    <div className="obj-rematch" role="status">
      <p>
        {t('objectives.rematching', { count: data.rematches.length, done: formatCount(done), total: formatCount(total) })}{' '}
        <span className="quieter">{t('objectives.rematchNote')}</span>
      </p>
      <progress value={done} max={Math.max(1, total)} aria-label={t('objectives.rematchLabel')} />
    </div>
  )
}
