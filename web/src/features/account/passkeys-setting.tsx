import './settings.css'
import '../../messages/login.ts'
import '../../messages/settings.ts'
import type { Passkey } from '@muster/contract/passkeys'
import type { User } from '@muster/contract/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { askForPasskey, hasPasskeys } from '../../api/people/passkey.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { countAccounts } from './accounts-setting.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { SettingsRow } from './settings-row.tsx'

const formatTime = (text: string) => formatFull(Date.parse(text))

/** The passkeys of a user: made, named and removed here, except for the last way to log in. */
export function PasskeysSetting({ user }: { user: User }) {
  const { passkeys, recovery } = useSuspenseQuery(read('getPasskeys', {})).data
  const ways = useSuspenseQuery(read('getLoginWays', {})).data
  const [open, setOpen] = useState<{ kind: 'name' | 'remove'; passkey: Passkey } | null>(null)
  const isLast = passkeys.length === 1 && countAccounts(user, ways.providers) === 0
  const close = () => setOpen(null)
  return (
    <SettingsRow title={t('settings.passkeys')}>
      <p className="quiet">{t('settings.passkeysText')}</p>
      {recovery && (
        <p className="setting-warning" role="note">
          <Icon name="warning" size={14} />
          <span>
            {tRich('settings.recovered', {
              time: formatTime(recovery.recovered_at),
              author: <bdi>{recovery.author?.display_name ?? t('login.commandLine')}</bdi>,
            })}
          </span>
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <bdi className="strong">{passkey.name}</bdi>
                <small className="quieter">
                  {passkey.last_used_at === null
                    ? t('settings.passkeyMade', { time: formatTime(passkey.created_at) })
                    : t('settings.passkeyUsed', { time: formatTime(passkey.last_used_at) })}
                </small>
              </span>
              <Button size="small" onClick={() => setOpen({ kind: 'name', passkey })}>
                {t('settings.passkeyRename')}
                <span className="vh"> {passkey.name}</span>
              </Button>
              <Button size="small" disabled={isLast} onClick={() => setOpen({ kind: 'remove', passkey })}>
                {t('settings.passkeyRemove')}
                <span className="vh"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isLast && <p className="quieter small">{t('settings.passkeyLast')}</p>}
      {hasPasskeys(ways) ? (
        <AddPasskey />
      ) : (
        <p className="quieter small">
          {ways.passkey_host === null ? t('settings.noPasskeys') : t('settings.passkeysAt', { host: ways.passkey_host })}
        </p>
      )}
      {open?.kind === 'name' && <PasskeyNameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </SettingsRow>
  )
}

function AddPasskey() {
  const write = useWrite(() => askForPasskey({ purpose: 'add' }), {
    onDone: () => showToast(t('settings.passkeyAdded')),
  })
  return (
    <>
      <WriteProblem write={write} />
      <Button isBusy={write.is_busy} onClick={() => write.run(undefined)}>
        {t('settings.passkeyAdd')}
      </Button>
    </>
  )
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const write = useWrite(() => callWrite('removePasskey', { passkey_id: id }), {
    onDone: () => {
      showToast(t('settings.passkeyRemoved', { name }))
      onClose()
    },
  })
  return (
    <Confirm
      title={t('settings.passkeyRemoveTitle', { name })}
      onClose={onClose}
      keepLabel={t('settings.passkeyKeep')}
      actLabel={t('settings.passkeyRemove')}
      isBusy={write.is_busy}
      onAct={() => write.run(undefined)}
    >
      <div className="form">
        <p>{t('settings.passkeyRemoveText')}</p>
        <WriteProblem write={write} />
      </div>
    </Confirm>
  )
}
