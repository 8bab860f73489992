import '../../messages/settings.ts'
import { useState } from 'react'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { logOut } from '../../api/people/person.ts'
import { SettingsRow } from './settings-row.tsx'

/** Ends every login of this user. */
export function DevicesSetting() {
  const [isOpen, setOpen] = useState(false)
  const write = useWrite(() => callWrite('logoutEverywhere', {}), {
    onDone: () => {
      logOut()
      showToast(t('settings.everywhereDone'))
    },
  })
  return (
    <SettingsRow title={t('settings.devices')}>
      <p className="quiet">{t('settings.devicesText')}</p>
      <Button kind="bad" onClick={() => setOpen(true)}>
        {t('settings.everywhere')}
      </Button>
      <Confirm
        title={t('settings.everywhereTitle')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        keepLabel={t('settings.everywhereKeep')}
        actLabel={t('settings.everywhereAct')}
        isBusy={write.is_busy}
        onAct={() => write.run(undefined as never)}
      >
        <div className="form">
          <p>{t('settings.everywhereText')}</p>
          <WriteProblem write={write} />
        </div>
      </Confirm>
    </SettingsRow>
  )
}
