import './invitations.css'
import '../../../messages/admin-invitations.ts'
import type { Invitation, InvitationState } from '@muster/contract/invitations'
import type { MinimalUser } from '@muster/contract/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'

type Action = 'revoke' | 'recover'

const formatTime = (text: string) => formatFull(Date.parse(text))
const badges = { open: 'good', used: 'plain', expired: 'plain', revoked: 'bad' } as const satisfies Record<
  InvitationState,
  string
>

/** Every link with its state; open ones can be revoked, and people who came by one get a new login link. */
export function InvitationList() {
  const { data } = useSuspenseQuery(read('getInvitations', {}))
  const { open, dialog } = useDialogs<Invitation, Action>({
    revoke: ({ id }, close) => (
      <ConfirmWrite
        title={t('invite.revokeTitle')}
        actLabel={t('invite.revoke')}
        onClose={close}
        send={() => callWrite('revokeInvitation', { invitation_id: id })}
        done={t('invite.revoked')}
      >
        <p>{t('invite.revokeText')}</p>
      </ConfirmWrite>
    ),
    recover: ({ used_by }, close) => used_by && <RecoveryDialog user={used_by} onClose={close} />,
  })
  if (data.length === 0) return <Empty title={t('invite.emptyTitle')} text={t('invite.emptyText')} />
  return (
    <>
      <DataTable
        columns={listColumns(open)}
        rows={data}
        keyOf={({ id }) => id}
        className="invite-table"
        frame={t('invite.list')}
      />
      {dialog}
    </>
  )
}

const nameOf = (user: MinimalUser | null) => user?.display_name ?? t('invite.commandLine')

const listColumns = (onOpen: OpenDialog<Invitation, Action>): readonly DataColumn<Invitation>[] => [
  {
    head: t('invite.column.name'),
    isName: true,
    show: ({ id, name, for_user }) => (
      <>
        <bdi>{name || t(for_user ? 'invite.forUser' : 'invite.forNew', { name: for_user?.display_name ?? '' })}</bdi>{' '}
        <small className="quieter num">{id}</small>
      </>
    ),
  },
  {
    head: t('invite.column.state'),
    isLabelled: true,
    show: ({ state }) => <Badge kind={badges[state]}>{t(`invite.state.${state}`)}</Badge>,
  },
  {
    head: t('invite.column.author'),
    isLabelled: true,
    show: ({ author, created_at }) => t('invite.authorAt', { author: nameOf(author), time: formatTime(created_at) }),
  },
  {
    head: t('invite.column.end'),
    isLabelled: true,
    show: ({ used_at, used_by, expires_at }) =>
      used_at === null ? formatTime(expires_at) : t('invite.usedBy', { name: nameOf(used_by), time: formatTime(used_at) }),
  },
  {
    head: t('invite.column.act'),
    isHeadHidden: true,
    cellClass: 'right',
    show: (row) => (
      <span className="invite-acts">
        {row.state === 'open' && (
          <Button size="small" aria-label={t('invite.revokeOf', { id: row.id })} onClick={() => onOpen('revoke', row)}>
            {t('invite.revoke')}
          </Button>
        )}
        {row.used_by && row.may_recover && (
          <Button
            size="small"
            kind="quiet"
            aria-label={t('invite.recoverOf', { name: row.used_by.display_name })}
            onClick={() => onOpen('recover', row)}
          >
            {t('invite.recover')}
          </Button>
        )}
      </span>
    ),
  },
]
