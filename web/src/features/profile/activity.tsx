import '../../messages/profile.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Event } from '@muster/contract/events'
import { read } from '../../api/calls/queries.ts'
import { EmptyRead } from '../../api/scores/empty-read.tsx'
import { t } from '../../lib/text/messages.ts'

/** How long somebody played; only they themselves and organisers are answered. */
export function ActiveTime({ user_id, event }: { user_id: number; event: Event }) {
  const played_ms = useSuspenseQuery(read('getEventActivitiesForUser', { event_id: event.id, user_id, query: {} })).data
  // Not a time of play of nought hours.
  if (event.final_since !== null) return <EmptyRead event={event} title={t('activity.title')} text={t('activity.help')} />
  return (
    <>
      <p className="active-time num">{t('activity.hours', { hours: (played_ms / 3_600_000).toFixed(1) })}</p>
      <p className="small quieter">
        {t('activity.help')} {t('activity.mine')}
      </p>
    </>
  )
}
