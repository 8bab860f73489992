import { Link } from '@tanstack/react-router'
import { useEvent, useEvents } from '../../api/event.ts'
import { t } from '../../lib/messages.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { formatDay } from '../../lib/time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

/** Switches the event; the address carries it, so that a link leads to the same event for everybody. */
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
