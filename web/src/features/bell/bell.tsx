import './bell.css'
import '../../messages/bell.ts'
import type { PersonalNotice } from '@muster/contract/personal-notices'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { queryClient, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { endSubscription } from '../../lib/browser/push-subscription.ts'
import { readShownSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'

const query = { ...read('getOwnNotices', {}), staleTime: 30_000, refetchInterval: 60_000 }

interface BellProps {
  user_id: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The bell with the number of unread notices. Pushed notices on this browser end with the login that they belong to. */
export function Bell({ user_id, isOpen, onOpen }: BellProps) {
  useEffect(
    () => () => {
      if (readShownSession()?.user_id === user_id) return
      endSubscription()
      for (const name of ['getOwnNotices', 'getOwnNoticeSettings']) queryClient.removeQueries({ queryKey: [name] })
    },
    [user_id],
  )
  const { data } = useQuery(query)
  const unread = data?.unread ?? 0
  return (
    <span className="bell">
      <IconButton
        label={unread === 0 ? t('bell.title') : t('bell.unread', { count: unread })}
        icon="bell"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(true)}
      />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      {isOpen && <NoticesSheet onClose={() => onOpen(false)} />}
    </span>
  )
}

function NoticesSheet({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(query)
  const mark = useWrite((up_to: number) => callWrite('readOwnNotices', { body: { up_to } }), {
    onDone: (reply) => queryClient.setQueryData(query.queryKey, reply),
  })
  const newest = data?.notices[0]
  const settings = (
    <Link to={paths.settings} hash="notices" onClick={onClose}>
      {t('bell.settings')}
    </Link>
  )
  return (
    <Sheet
      title={t('bell.title')}
      onClose={onClose}
      footer={
        newest !== undefined &&
        data !== undefined &&
        data.unread > 0 && (
          <Button isBusy={mark.is_busy} onClick={() => mark.run(newest.id)}>
            {t('bell.read')}
          </Button>
        )
      }
    >
      <WriteProblem write={mark} />
      {data === undefined && !isError && <SkeletonRows rows={4} height={60} label={t('loading')} />}
      {data === undefined && isError && (
        <Empty title={t('bell.failed')} text={t('bell.failedText')}>
          <Button icon="retry" onClick={() => void refetch()}>
            {t('bell.again')}
          </Button>
        </Empty>
      )}
      {data?.notices.length === 0 && (
        <Empty title={t('bell.empty')} text={t('bell.emptyText')}>
          {settings}
        </Empty>
      )}
      {data !== undefined && data.notices.length > 0 && (
        <>
          <ul className="bell-list">
            {data.notices.map((notice) => (
              <Notice key={notice.id} notice={notice} onFollow={onClose} />
            ))}
          </ul>
          <p className="bell-more small">{settings}</p>
        </>
      )}
    </Sheet>
  )
}

const minute_ms = 60_000

/** "12 min", or the time of an older notice. */
function tellAge(at_ms: number, now: number): string {
  const minutes = Math.floor((now - at_ms) / minute_ms)
  return minutes < 60 ? t('bell.ago', { minutes: Math.max(0, minutes) }) : formatFull(at_ms)
}

function Notice({ notice, onFollow }: { notice: PersonalNotice; onFollow: () => void }) {
  const router = useRouter()
  const now = useServerNow(minute_ms)
  const { text, link, at, is_read } = notice
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFollow()
    router.history.push(link)
  }
  return (
    <li className={is_read ? undefined : 'bell-new'}>
      <a href={link} onClick={follow}>
        {!is_read && <span className="vh">{t('bell.new')} </span>}
        <bdi>{text}</bdi>
        <time className="quieter small num" dateTime={at}>
          {tellAge(Date.parse(at), now)}
        </time>
      </a>
    </li>
  )
}
