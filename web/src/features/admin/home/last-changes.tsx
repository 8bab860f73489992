import './home.css'
import '../../../messages/admin-home.ts'
import type { AdminChange } from '@muster/contract/admin-changes'
import type { DefinitionChange } from '@muster/contract/definition'
import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { PermissionChange } from '@muster/contract/users'
import { isGranted } from '@muster/domain/access'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState, useTransition } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatDayTime, formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { describeAdminChange, describePermissionChange } from './describe-change.ts'

const refreshEvery_ms = 30_000
const shownAtFirst = 12
/** Page size of each log. */
const most = 100

interface Change {
  readonly key: string
  readonly at: number
  readonly author: string
  readonly what: string
  /** `what` is a full sentence and does not continue from the author. */
  readonly isSentence?: boolean
}

/** The newest entries of three logs, by time. */
export function mergeChanges(
  admin: readonly AdminChange[],
  definition: readonly DefinitionChange[],
  permissions: readonly PermissionChange[],
): Change[] {
  const nobody = t('home.somebody')
  const all: Change[] = [
    ...admin.map((change) => ({
      key: `admin ${change.id}`,
      at: Date.parse(change.changed_at),
      author: change.author?.display_name ?? nobody,
      what: describeAdminChange(change),
    })),
    ...definition.map((change) => ({
      key: `definition ${change.sequence}`,
      at: Date.parse(change.timestamp),
      author: change.author?.display_name ?? nobody,
      what: change.reason,
      isSentence: true,
    })),
    ...permissions.map((change) => ({
      key: `permission ${change.id}`,
      at: Date.parse(change.changed_at),
      author: change.author?.display_name ?? t('home.commandLine'),
      what: describePermissionChange(change),
    })),
  ]
  return all.toSorted((one, other) => other.at - one.at)
}

/** The latest changes with their authors, from the logs that the viewer may read. */
export function LastChanges({ event }: { event: Event }) {
  const caller = useCaller()
  const may = (name: 'getDefinitionChanges' | 'getPermissionChanges') =>
    caller !== undefined && isGranted(endpoints[name].access, caller)
  const input = eventInput(event.id)
  const [count, setCount] = useState(shownAtFirst)
  const [isLoading, startLoading] = useTransition()
  const query = { limit: count }
  // The block's own note reports a log that cannot be read.
  const more = { refetchInterval: refreshEvery_ms, throwOnError: true, placeholderData: keepPreviousData } as const
  const admin = useSuspenseQuery({ ...read('getAdminChanges', { ...input, query }), refetchInterval: refreshEvery_ms }).data
  const definition = useQuery({
    ...read('getDefinitionChanges', { ...input, query }),
    ...more,
    enabled: may('getDefinitionChanges'),
  }).data
  const permissions = useQuery({
    ...read('getPermissionChanges', { query }),
    ...more,
    enabled: may('getPermissionChanges'),
  }).data
  const logs = [admin, definition ?? [], permissions ?? []] as const
  const all = mergeChanges(...logs)
  const changes = all.slice(0, count)
  const hasMore = all.length > count || logs.some((log) => log.length === count)
  if (changes.length === 0) return <Empty title={t('home.changesNoneTitle')} text={t('home.changesNoneText')} />
  return (
    <>
      <ul className="home-log">
        {changes.map(({ key, at, author, what, isSentence = false }) => (
          <li key={key}>
            <time dateTime={new Date(at).toISOString()} title={formatFull(at)} className="num quieter">
              {formatDayTime(at)}
            </time>
            <span className="quiet">
              <bdi className="home-author">{author}</bdi>
              {isSentence ? ': ' : ' '}
              <bdi>{what}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {hasMore && count < most && (
        <div className="home-log-more">
          <Button size="small" isBusy={isLoading} onClick={() => startLoading(() => setCount(most))}>
            {t('home.changesMore')}
          </Button>
        </div>
      )}
    </>
  )
}
