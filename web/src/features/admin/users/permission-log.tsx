import './users.css'
import '../../../messages/admin-users.ts'
import type { PermissionChange } from '@muster/contract/users'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { compareRoles } from './role-pages.ts'
import { nameRole } from './role-words.ts'

const pageSize = 25
const refreshEvery_ms = 30_000

/** A change of roles with its author, in a sentence. */
export function describeChange({ author, user, permissions_before, permissions_after }: PermissionChange): string {
  const { given, taken } = compareRoles(permissions_before, permissions_after)
  const names = { author: author?.display_name ?? t('users.commandLine'), user: user.display_name }
  const [gave, took] = [given.map(nameRole).join(', '), taken.map(nameRole).join(', ')]
  if (given.length > 0 && taken.length > 0) return t('users.logBoth', { ...names, given: gave, taken: took })
  return given.length > 0 ? t('users.logGave', { ...names, roles: gave }) : t('users.logTook', { ...names, roles: took })
}

/** Every change of roles, newest first. */
export function PermissionLog() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery({
    queryKey: ['getPermissionChanges', 'log'],
    queryFn: ({ pageParam, signal }) =>
      call('getPermissionChanges', { query: { limit: pageSize, ...(pageParam !== null && { before: pageParam }) } }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: refreshEvery_ms,
  })
  const changes = data.pages.flat()
  if (changes.length === 0) return <Empty title={t('users.logEmptyTitle')} text={t('users.logEmptyText')} />
  return (
    <>
      <ul className="users-log">
        {changes.map((change) => (
          <li key={change.id}>
            <time dateTime={change.changed_at} className="num quieter">
              {formatFull(Date.parse(change.changed_at))}
            </time>
            <bdi>{describeChange(change)}</bdi>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="users-more">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('users.more')}
          </Button>
        </div>
      )}
    </>
  )
}
