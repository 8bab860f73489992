import '../../../messages/admin-objectives.ts'
import { useQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'

/** How often the progress is asked for while something is being matched again, and while nothing is. */
const busy_ms = 2_000
const idle_ms = 60_000

/** While what is stored is matched again after an edit: how far it is. Until it is done the old points stand. */
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
