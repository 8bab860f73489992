import { readEventTitle } from '@muster/domain/events/title'
import { Link } from '@tanstack/react-router'
import { useEvents, useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import type { Place } from './navigation.ts'

/** The rest of the navigation on phones: further places, the user's own pages, and the other events. */
export function MoreSheet({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const session = useSession()
  const key = useEventKey()
  const events = useEvents()
  return (
    <Sheet title={t('nav.more')} onClose={onClose}>
      <ul className="sheet-list">
        {places.map((place) => (
          <li key={place.to}>
            <Link onClick={onClose} to={place.to}>
              <Icon name={place.icon} /> {t(place.label)}
            </Link>
          </li>
        ))}
        <li>
          <Link onClick={onClose} to={paths.submissions}>
            <Icon name="note" /> {t('nav.submissions')}
          </Link>
        </li>
        {session && (
          <>
            <li>
              <Link onClick={onClose} to={paths.settings}>
                <Icon name="gear" /> {t('nav.settings')}
              </Link>
            </li>
            <li>
              <Link onClick={onClose} to={paths.profile} params={{ userId: session.user_id }}>
                <Icon name="person" /> {t('nav.profile')}
              </Link>
            </li>
            <li>
              <Link onClick={onClose} to={paths.tracking}>
                <Icon name="check" /> {t('nav.tracking')}
              </Link>
            </li>
          </>
        )}
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <Link
              onClick={onClose}
              to={paths.home}
              search={{ event: event.is_current ? undefined : event.id }}
              aria-current={(key === 'current' ? event.is_current : event.id === key) ? 'true' : undefined}
            >
              <Icon name="clock" /> <bdi>{readEventTitle(event.name)}</bdi>
              {event.is_current && <small>{t('event.current')}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
