import './team-room.css'
import '../../messages/team-room.ts'
import { Link } from '@tanstack/react-router'
import { useStatus } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { teamPages } from './team-pages.ts'

/** The pages about the viewer's team, those of its lead for the lead alone. Nothing while there is but one. */
export function RoomNav() {
  const { is_team_lead } = useStatus()
  const pages = teamPages.filter(({ isForLead }) => is_team_lead || !isForLead)
  if (pages.length < 2) return null
  return (
    <nav className="room-pages" aria-label={t('room.pages')}>
      <div className="wrap">
        <div className="tabs">
          {pages.map(({ to, label }) => (
            <Link key={to} className="tab" to={to} activeOptions={{ exact: true }}>
              {t(label)}
            </Link>
          ))}
        </div>
      </div>
    </nav>
  )
}
