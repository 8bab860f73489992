import './shell.css'
import '../../messages/view-as.ts'
import { useKnownEvent } from '../../api/scores/event.ts'
import { viewAs } from '../../lib/browser/view-as.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

/** On every page that an organiser views as someone else. The way back opens the page again, with its own answers. */
export function ViewAsBar() {
  const event = useKnownEvent()
  const team_id = viewAs === null || viewAs === 'visitor' ? null : viewAs.team_id
  const team = event?.teams.find(({ id }) => id === team_id)
  const asked = Number(new URLSearchParams(window.location.search).get('event'))
  const event_id = event?.id ?? asked
  return (
    <aside className="view-as" aria-label={t('viewAs.title')}>
      <div className="wrap">
        <Icon name="person" />
        <p>
          <b>{team_id === null ? t('viewAs.visitor') : t('viewAs.player', { team: team?.name ?? String(team_id) })}</b>{' '}
          {t(team_id === null ? 'viewAs.text' : 'viewAs.playerText')}
        </p>
        <a className={nameButton({ size: 'small' })} href={event_id > 0 ? `${paths.admin}?event=${event_id}` : paths.admin}>
          {t('viewAs.back')}
        </a>
      </div>
    </aside>
  )
}
