import './announcements.css'
import '../../messages/announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { dismiss, nameOf, useDismissed } from './dismissed.ts'

/** New, changed and expired announcements show within a minute. */
const refreshEvery_ms = 45_000

/**
 * The current announcements. They overlay the bottom of the window, so that nothing moves when one arrives, and have their own
 * space at the end of the page.
 */
export function AnnouncementBanner() {
  const { data } = useQuery({
    ...read('getAnnouncements', eventInput(useEventKey())),
    refetchInterval: refreshEvery_ms,
    staleTime: refreshEvery_ms,
  })
  const stored = useDismissed()
  // Without storage in the browser, a dismissed announcement stays hidden until the page is reloaded.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const shown = data?.filter((one) => !stored.includes(nameOf(one)) && !gone.has(nameOf(one))) ?? []
  if (shown.length === 0) return null
  return (
    <section className="announced" aria-label={t('announced.label')}>
      {shown.map((one) => (
        <div key={one.id} className="announced-one" role="status">
          <Icon name="bell" size={16} />
          <div>
            <p className="strong">
              <bdi>{one.title}</bdi>
            </p>
            <p className="announced-text" dir="auto">
              {one.text}
            </p>
          </div>
          <IconButton
            label={t('announced.dismiss', { title: one.title })}
            icon="close"
            onClick={() => {
              dismiss(one)
              setGone(new Set([...gone, nameOf(one)]))
            }}
          />
        </div>
      ))}
    </section>
  )
}
