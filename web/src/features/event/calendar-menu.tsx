import '../../messages/home.ts'
import type { Event } from '@muster/contract/events'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'

/** The dates of a public event for calendar programs, which have no login. */
export function CalendarMenu({ event }: { event: Event }) {
  if (!event.is_public) return null
  const path = `/api/events/${event.id}/calendar.ics`
  const trigger = (
    <button type="button" className={nameButton({ size: 'small' })}>
      <Icon name="clock" size={14} />
      {t('calendar.add')}
    </button>
  )
  return (
    <Menu trigger={trigger} label={t('calendar.add')}>
      <MenuItem onSelect={() => window.location.assign(`webcal://${window.location.host}${path}`)}>
        {t('calendar.subscribe')}
      </MenuItem>
      <MenuItem onSelect={() => window.location.assign(path)}>{t('calendar.download')}</MenuItem>
    </Menu>
  )
}
