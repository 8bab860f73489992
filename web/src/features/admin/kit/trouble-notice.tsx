import '../../../messages/admin.ts'
import './kit.css'
import { isGameAway } from '@muster/domain/tracking/game-away'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../api/calls/queries.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatDayTime } from '../../../lib/time/time.ts'
import { Icon } from '../../../ui/marks/icon.tsx'

const refreshEvery_ms = 60_000

/** Shows organisers on each page that a part has problems. Empty if there are none. */
export function TroubleNotice() {
  const status = useQuery({ ...read('getStatus', {}), refetchInterval: refreshEvery_ms }).data
  const [first, ...others] = status?.shown?.parts.filter(({ state }) => state === 'trouble') ?? []
  return (
    <div role="status" className="wrap">
      {first && (
        <p className="admin-trouble">
          <Icon name="warning" size={14} />
          <span>
            {others.length === 0 && isGameAway(first)
              ? t('admin.troubleAway')
              : t('admin.trouble', { count: others.length + 1, part: t(`admin.trouble.${first.part}`) })}
            {first.since !== null && ` ${t('admin.troubleSince', { time: formatDayTime(Date.parse(first.since)) })}`}
          </span>
          <Link to={paths.status} search={true} className="link">
            {t('admin.troubleMore')}
          </Link>
        </p>
      )}
    </div>
  )
}
