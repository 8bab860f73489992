import '../../messages/settings.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { SettingsRow } from './settings-row.tsx'

/** The user's own calendar. Its address is shown once: no login protects the calendar. */
export function CalendarSetting() {
  const { made_at } = useSuspenseQuery(read('getOwnCalendar', {})).data
  const [address, setAddress] = useState<string | null>(null)
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null)
  const make = useWrite(() => callWrite('makeOwnCalendar', {}), {
    onDone: (made) => {
      setAddress(made.address)
      setAsked(null)
    },
  })
  const end = useWrite(() => callWrite('endOwnCalendar', {}), {
    onDone: () => {
      setAddress(null)
      setAsked(null)
      showToast(t('settings.calendarEnded'))
    },
  })
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('settings.calendarCopied')),
      () => showToast(t('settings.calendarNotCopied'), { kind: 'bad' }),
    )
  const write = asked === 'end' ? end : make
  return (
    <SettingsRow title={t('settings.calendar')}>
      <p className="quiet">{t('settings.calendarText')}</p>
      {address !== null && (
        <div role="status">
          <p className="small">{t('settings.calendarOnce')}</p>
          <input
            className="input"
            readOnly
            aria-label={t('settings.calendarAddress')}
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      )}
      {address === null && made_at !== null && (
        <p className="quieter small">{t('settings.calendarMade', { time: formatFull(Date.parse(made_at)) })}</p>
      )}
      <ButtonRow>
        {address !== null && (
          <Button kind="primary" icon="copy" onClick={() => void copy(address)}>
            {t('settings.calendarCopy')}
          </Button>
        )}
        <Button isBusy={make.is_busy} onClick={() => (made_at === null ? make.run(undefined as never) : setAsked('renew'))}>
          {t(made_at === null ? 'settings.calendarMake' : 'settings.calendarRenew')}
        </Button>
        {made_at !== null && (
          <Button kind="bad" onClick={() => setAsked('end')}>
            {t('settings.calendarEnd')}
          </Button>
        )}
      </ButtonRow>
      {asked === null && <WriteProblem write={make} />}
      <Confirm
        title={t(asked === 'end' ? 'settings.calendarEndTitle' : 'settings.calendarRenewTitle')}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        keepLabel={t('settings.calendarKeep')}
        actLabel={t(asked === 'end' ? 'settings.calendarEnd' : 'settings.calendarRenew')}
        isBusy={write.is_busy}
        onAct={() => write.run(undefined as never)}
      >
        <div className="form">
          <p>{t('settings.calendarAsk')}</p>
          <WriteProblem write={write} />
        </div>
      </Confirm>
    </SettingsRow>
  )
}
