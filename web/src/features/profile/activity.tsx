import '../../messages/profile.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'

/** Played time of a user; visible to that user and organisers. */
export function ActiveTime({ user_id, event_id }: { user_id: number; event_id: number }) {
  const played_ms = useSuspenseQuery(read('getEventActivitiesForUser', { event_id, user_id, query: {} })).data
  return (
    <>
      <p className="active-time num">{t('activity.hours', { hours: (played_ms / 3_600_000).toFixed(1) })}</p>
      <p className="small quieter">
        {t('activity.help')} {t('activity.mine')}
      </p>
    </>
  )
}
