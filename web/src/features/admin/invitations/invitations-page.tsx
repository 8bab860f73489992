import './invitations.css'
import '../../../messages/admin-invitations.ts'
import type { NewInvitation } from '@muster/contract/invitations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InvitationsForm } from './invitations-form.tsx'
import { MadeLinks } from './made-links.tsx'

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

/** Links by which people come to this server without an account at a provider. */
export function InvitationsPage() {
  return (
    <AdminPage title={t('invite.title')} lead={t('invite.lead')}>
      <DataBlock title={t('invite.newTitle')} loading={rows(3, 64)}>
        <NewLinks />
      </DataBlock>
      <DataBlock title={t('invite.list')} note={t('invite.listNote')} loading={rows(6, 44)}>
        <InvitationList />
      </DataBlock>
    </AdminPage>
  )
}

function NewLinks() {
  const { passkey_host } = useSuspenseQuery(read('getLoginWays', {})).data
  const [made, setMade] = useState<readonly NewInvitation[]>([])
  if (passkey_host === null) return <Empty title={t('invite.noPasskeysTitle')} text={t('invite.noPasskeysText')} />
  return (
    <>
      {made.length > 0 && <MadeLinks made={made} />}
      <InvitationsForm isAside={made.length > 0} onMade={setMade} />
    </>
  )
}
