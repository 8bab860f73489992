import './team-room.css'
import '../../messages/team-room.ts'
import { games } from '@muster/domain/events/games'
import { Link } from '@tanstack/react-router'
import { useGameVersion, useStatus } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { teamPages } from './team-pages.ts'

/** The pages about the viewer's team, with the lead's pages for leads. Empty if there is only one. */
export function RoomNav() {
  const { is_team_lead } = useStatus()
  const offers = games[useGameVersion()]
  const pages = teamPages.filter(({ isForLead, needs }) => (is_team_lead || !isForLead) && (needs === undefined || offers[needs]))
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
