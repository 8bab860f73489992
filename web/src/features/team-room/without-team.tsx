import './team-room.css'
import '../../messages/team-room.ts'
import type { Event } from '@muster/contract/events'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { useStatus } from '../../api/scores/event.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'

/** For visitors: a room belongs to a team, so they have to log in. */
export const LoggedOut = ({ login }: { login: ReactNode }) => (
  <>
    <h1 className="page-title">{t('room.title')}</h1>
    <Empty title={t('room.loginTitle')} text={t('room.loginText')}>
      {login}
    </Empty>
  </>
)

/** For viewers without a team in the event: why, and what they can do. */
export function WithoutTeam({ event }: { event: Event }) {
  const { application_status } = useStatus()
  const now = useServerNow(60_000)
  const isOpen = now >= Date.parse(event.application_start_time) && now <= Date.parse(event.application_end_time)
  const hasSignedUp = application_status !== 'none'
  const isBefore = now < Date.parse(event.event_start_time)
  return (
    <>
      <h1 className="page-title">{t('room.title')}</h1>
      <Empty
        title={t('room.noTeamTitle')}
        text={t(hasSignedUp && isBefore ? 'room.waitingText' : isOpen ? 'room.openText' : 'room.closedText')}
      >
        {(hasSignedUp && isBefore) || isOpen ? (
          <Link to={paths.home} search={true} className={nameButton({ kind: 'primary' })}>
            {t(hasSignedUp ? 'room.toOwnSignup' : 'room.toSignup')}
          </Link>
        ) : (
          <Link to={paths.ladder} search={true} className={nameButton({})}>
            {t('room.toScores')}
          </Link>
        )}
      </Empty>
    </>
  )
}
