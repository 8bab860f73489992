import './users.css'
import '../../../messages/admin-invitations.ts'
import '../../../messages/admin-users.ts'
import { readAccountName, type Role, roles, type User } from '@muster/contract/users'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { call } from '../../../api/calls/client.ts'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { useSelf } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { RecoveryDialog } from '../invitations/recovery-dialog.tsx'
import { nameRole } from './role-words.ts'
import { DeletePerson } from './delete-person.tsx'
import { RolesDialog } from './roles-dialog.tsx'

const pageSize = 50
const refreshEvery_ms = 60_000

export interface UserSearch {
  readonly q?: string | undefined
  readonly role?: Role | undefined
}

function useUsers({ q, role }: UserSearch) {
  const search = useDeferredValue(q?.trim() ?? '')
  return useInfiniteQuery({
    queryKey: ['getAllUsers', { search, role }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'getAllUsers',
        {
          query: {
            limit: pageSize,
            ...(search !== '' && { search }),
            ...(role && { role }),
            ...(pageParam !== null && { after: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : (page.at(-1)?.id ?? undefined)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery_ms,
  })
}

type Action = 'edit' | 'delete' | 'recover'

/** People by the server's search, page by page, and the dialog for their roles. */
export function UserList({ search, onSearch }: { search: UserSearch; onSearch: (next: UserSearch) => void }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useUsers(search)
  const self = useSelf().data
  const { open, dialog } = useDialogs<User, Action>({
    edit: (user, close) => <RolesDialog user={user} isSelf={user.id === self?.id} onClose={close} />,
    delete: (user, close) => <DeletePerson user={user} onClose={close} />,
    recover: (user, close) => <RecoveryDialog user={user} onClose={close} />,
  })
  const users = data?.pages.flat() ?? []
  useReopening({
    user_roles: openEntry(users, '', (user) => user && open('edit', user)),
    person_deletion: openEntry(users, '', (user) => user && open('delete', user)),
  })
  return (
    <>
      <div className="users-search">
        <SearchInput
          label={t('users.search')}
          value={search.q ?? ''}
          title={t('users.searchHelp')}
          maxLength={100}
          onChange={(q) => onSearch({ ...search, q: q === '' ? undefined : q })}
        />
        <Select
          label={t('users.role')}
          value={search.role ?? 'any'}
          choices={[
            { value: 'any', label: t('users.anyRole') },
            ...roles.map((role) => ({ value: role, label: nameRole(role) })),
          ]}
          onChange={(role) => onSearch({ ...search, role: role === 'any' ? undefined : (role as Role) })}
        />
        <p className="users-count" role="status">
          {!isPending && t(hasNextPage ? 'users.foundMore' : 'users.found', { count: users.length })}
        </p>
      </div>
      {error && (
        <FailureNote problem={error} title={t('failure.block', { title: t('users.title') })} onRetry={() => void refetch()} />
      )}
      {isPending && <SkeletonRows rows={10} height={44} label={t('loading')} />}
      {!isPending && !error && users.length === 0 && <Empty title={t('users.nobodyTitle')} text={t('users.nobodyText')} />}
      {users.length > 0 && (
        <DataTable className="users-table" columns={listColumns(self?.id, open)} rows={users} keyOf={(user) => user.id} />
      )}
      {hasNextPage && (
        <div className="users-more">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('users.more')}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}

function copyMention(discord_id: string): void {
  navigator.clipboard.writeText(`<@${discord_id}>`).then(
    () => showToast(t('users.copied')),
    () => showToast(t('users.copyFailed'), { kind: 'bad' }),
  )
}

/** A person's names at each provider, roles, and an admin's actions. */
function listColumns(own_id: number | undefined, onOpen: OpenDialog<User, Action>): readonly DataColumn<User>[] {
  return [
    {
      head: t('users.column.name'),
      isName: true,
      show: ({ id, display_name }) => (
        <>
          <bdi>{display_name}</bdi> {id === own_id && <span className="quieter">{t('users.you')}</span>}{' '}
          <small className="quieter num">{id}</small>
        </>
      ),
    },
    {
      head: t('users.column.poe'),
      cellClass: ({ account_name }) => (account_name === null ? 'quieter' : ''),
      show: (user) => <bdi>{readAccountName(user) ?? t('users.notConnected')}</bdi>,
    },
    {
      head: t('users.column.discord'),
      show: ({ display_name, discord_id, discord_name }) =>
        discord_id !== null && (
          <span className="users-discord">
            <bdi>{discord_name}</bdi>
            <IconButton
              label={t('users.copyMention', { name: display_name })}
              icon="copy"
              onClick={() => copyMention(discord_id)}
            />
          </span>
        ),
    },
    { head: t('users.column.twitch'), show: ({ twitch_name }) => twitch_name !== null && <bdi>{twitch_name}</bdi> },
    {
      head: t('users.column.roles'),
      show: ({ permissions }) => (
        <span className="users-roles">
          {permissions.map((role) => (
            <Badge key={role}>{nameRole(role)}</Badge>
          ))}
        </span>
      ),
    },
    {
      head: t('users.column.act'),
      isHeadHidden: true,
      cellClass: 'right',
      show: (user) => (
        <span className="users-acts">
          <Button size="small" aria-label={t('users.changeOf', { name: user.display_name })} onClick={() => onOpen('edit', user)}>
            {t('users.change')}
          </Button>
          {user.id !== own_id && (
            <Button
              size="small"
              aria-label={t('invite.recoverOf', { name: user.display_name })}
              onClick={() => onOpen('recover', user)}
            >
              {t('invite.recover')}
            </Button>
          )}
          {/* People delete their own account in the settings, where they can download their data first. */}
          {user.id !== own_id && (
            <Button
              size="small"
              kind="quiet"
              aria-label={t('users.deleteOf', { name: user.display_name })}
              onClick={() => onOpen('delete', user)}
            >
              {t('users.delete')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}
