import '../../../messages/admin.ts'
import '../../../messages/admin-invitations.ts'
import type { MinimalUser } from '@muster/contract/users'
import { useState } from 'react'
import type { NewInvitation } from '@muster/contract/invitations'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { MadeLinks } from './made-links.tsx'

const valid_hours = 24

/** Makes a new login link for a person who lost their passkeys, after stating its consequences. */
export function RecoveryDialog({ user: { id, display_name: name }, onClose }: { user: MinimalUser; onClose: () => void }) {
  const [made, setMade] = useState<readonly NewInvitation[] | null>(null)
  const write = useWrite(() => callWrite('createInvitations', { body: { valid_hours, for_user_id: id } }), { onDone: setMade })
  return (
    <Dialog
      title={t('invite.recoverOf', { name })}
      isBusy={write.is_busy}
      onClose={onClose}
      footer={
        made ? (
          <Button onClick={onClose}>{t('invite.done')}</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={write.is_busy}>
              {t('confirm.keep')}
            </Button>
            <Button kind="primary" isBusy={write.is_busy} onClick={() => write.run(undefined)}>
              {t('invite.recoverDo')}
            </Button>
          </>
        )
      }
    >
      <div className="form">
        {made ? <MadeLinks made={made} /> : <p>{t('invite.recoverText', { name })}</p>}
        <p className="quieter small">{t('invite.recoverUntil', { name })}</p>
        <WriteProblem write={write} />
      </div>
    </Dialog>
  )
}
