import { Link } from '@tanstack/react-router'
import { useEvent, useEvents } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { formatDay } from '../../lib/time/time.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'

/** Switches the event; it is in the address, so that a link shows the same event to everyone. */
export function EventPicker() {
  const selected = useEvent()
  const events = useEvents()
  if (events.length === 0) return null
  const name = selected ? readEventTitle(selected.name) : t('event.none')
  const trigger = (
    <button type="button" className="event-picker" aria-label={t('event.choose', { name })}>
      <bdi className="clip">{name}</bdi>
      <Icon name="down" size={14} />
    </button>
  )
  return (
    <Menu trigger={trigger} label={t('event.list')}>
      {events.toReversed().map((event) => (
        <MenuItem
          key={event.id}
          render={
            <Link
              to="."
              // Pages of one event carry its id in the address, too.
              params={(before) => ('eventId' in before ? { ...before, eventId: event.id } : before)}
              search={(before) => ({ ...before, event: event.is_current ? undefined : event.id })}
              aria-current={event.id === selected?.id ? 'true' : undefined}
            />
          }
        >
          <bdi className="clip">{readEventTitle(event.name)}</bdi>
          <small>{event.is_current ? t('event.current') : formatDay(Date.parse(event.event_start_time))}</small>
        </MenuItem>
      ))}
    </Menu>
  )
}
