import './announcements.css'
import '../../messages/announcements.ts'
import type { Announcement } from '@muster/contract/announcements'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { dismiss, isSeen, markSeen, nameOf, useDismissed } from './announcement-keys.ts'

/** New, changed and expired announcements show within a minute. */
const refreshEvery_ms = 45_000

/** How long an announcement may cover a part of the page before it becomes one line. */
const whole_ms = 8000

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
  // Several whole ones would cover a phone.
  const whole = shown.find((one) => !isSeen(one))
  return (
    <section className="announced" aria-label={t('announced.label')}>
      {shown.map((one) => (
        <OneAnnouncement
          key={nameOf(one)}
          announcement={one}
          isNews={one === whole}
          onDismiss={() => {
            dismiss(one)
            setGone(new Set([...gone, nameOf(one)]))
          }}
        />
      ))}
    </section>
  )
}

interface OneProps {
  announcement: Announcement
  /** The first that was not seen yet. */
  isNews: boolean
  onDismiss: () => void
}

/**
 * An announcement: one line that opens on request. A new one is shown whole for a while, and as long as it has the focus or
 * the pointer.
 */
function OneAnnouncement({ announcement, isNews, onDismiss }: OneProps) {
  const { title, text } = announcement
  const [isWhole, setWhole] = useState(isNews)
  const [isOpened, setOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWhole) return undefined
    const timer = setInterval(() => {
      if (frame.current?.matches(':hover, :focus-within')) return
      markSeen(announcement)
      setWhole(false)
    }, whole_ms)
    return () => clearInterval(timer)
  }, [isWhole, announcement])
  const isFolded = !isWhole && !isOpened
  return (
    <div ref={frame} className={isFolded ? 'announced-one announced-folded' : 'announced-one'} role="status">
      <Icon name="bell" size={16} />
      <div>
        <p className="strong">
          {isWhole ? (
            <bdi>{title}</bdi>
          ) : (
            <button type="button" className="announced-title" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
              <bdi>{title}</bdi>
            </button>
          )}
        </p>
        {!isFolded && (
          <p className="announced-text" dir="auto">
            {text}
          </p>
        )}
      </div>
      <IconButton label={t('announced.dismiss', { title })} icon="close" onClick={onDismiss} />
    </div>
  )
}
