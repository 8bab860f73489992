import '../../../messages/admin.ts'
import './kit.css'
import { endpoints } from '@muster/contract/endpoints'
import { isGranted } from '@muster/domain/access'
import { readEventTitle } from '@muster/domain/events/title'
import { Link, Navigate } from '@tanstack/react-router'
import { useEventKey, useEvents } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { useCaller } from './use-caller.ts'

/** Shown if a page needs an event and none is chosen: the only event opens automatically; of several the viewer chooses one. */
export function NoEvent() {
  const events = useEvents()
  const isUnknown = useEventKey() !== 'current'
  const [only, ...others] = events.toReversed()
  if (only === undefined) return <NoEvents />
  if (others.length === 0 && !isUnknown)
    return <Navigate to="." search={(before: object) => ({ ...before, event: only.id })} replace />
  const [title, text] = isUnknown
    ? [t('admin.noEventTitle'), t('admin.noEventText')]
    : [t('admin.chooseTitle'), t('admin.chooseText')]
  return (
    <>
      <Empty title={title} text={text} />
      <ul className="admin-choose">
        {[only, ...others].map(({ id, name, is_current }) => (
          <li key={id}>
            <Link to="." search={(before: object) => ({ ...before, event: is_current ? undefined : id })} className="link">
              <bdi>{readEventTitle(name)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoEvents() {
  const caller = useCaller()
  const mayCreate = caller !== undefined && isGranted(endpoints.createEvent.access, caller)
  return (
    <Empty title={t('admin.noEventsTitle')} text={t(mayCreate ? 'admin.noEventsCreate' : 'admin.noEventsText')}>
      {mayCreate && (
        <Link to={paths.adminEvents} className={nameButton({ kind: 'primary' })}>
          {t('admin.page.events')}
        </Link>
      )}
    </Empty>
  )
}
