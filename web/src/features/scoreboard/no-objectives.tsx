import { useServerTimeReached } from '../../api/live/clock.ts'
import { openingOf, useOpenings } from '../../api/live/openings.ts'
import { useEvent } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Empty } from '../../ui/layout/states.tsx'

/** In place of an event's categories while none is visible: says when they open, and shows them then. */
export function NoObjectives() {
  useOpenings()
  const event = useEvent()
  const opens_at = event && openingOf(event)
  const isOpen = useServerTimeReached(opens_at)
  const text = opens_at === null || isOpen ? t('crosstable.emptyText') : t('crosstable.opensText', { time: formatFull(opens_at) })
  return <Empty title={t('crosstable.emptyTitle')} text={text} />
}
