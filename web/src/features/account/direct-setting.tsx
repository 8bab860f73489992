import '../../messages/notice-settings.ts'
import type { DirectMessages } from '@muster/contract/personal-notices'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Notices as direct messages on Discord. */
export function DirectSetting({ discord }: { discord: DirectMessages }) {
  const { state, is_testing, problem, last_sent_at } = discord
  const start = useWrite(() => callWrite('startDirectMessages', {}))
  const stop = useWrite(() => callWrite('stopDirectMessages', {}), {
    onDone: () => showToast(t('noticeSettings.directStopped')),
  })
  const tryIt = useWrite(() => callWrite('testDirectMessages', {}))
  const isOn = state === 'on'
  return (
    <>
      <p className="quiet">{t(isOn ? 'noticeSettings.directIsOn' : 'noticeSettings.directText')}</p>
      {state === 'not_connected' && <p>{t('noticeSettings.directConnect')}</p>}
      {(is_testing || problem !== null) && (
        <p className="small" role="status">
          {t(problem === null ? 'noticeSettings.directTesting' : `noticeSettings.direct.${problem}`)}
        </p>
      )}
      {last_sent_at !== null && (
        <p className="quieter small">{t('noticeSettings.directLast', { time: formatFull(Date.parse(last_sent_at)) })}</p>
      )}
      <ButtonRow>
        {state === 'off' && (
          <Button kind="primary" isBusy={start.is_busy} onClick={() => start.run(undefined as never)}>
            {t('noticeSettings.directOn')}
          </Button>
        )}
        {isOn && (
          <>
            <Button isBusy={tryIt.is_busy} onClick={() => tryIt.run(undefined as never)}>
              {t('noticeSettings.directTest')}
            </Button>
            <Button isBusy={stop.is_busy} onClick={() => stop.run(undefined as never)}>
              {t('noticeSettings.directOff')}
            </Button>
          </>
        )}
      </ButtonRow>
      {[start, stop, tryIt].map((write, place) => (
        <WriteProblem key={place} write={write} />
      ))}
    </>
  )
}
