import '../../messages/notice-settings.ts'
import type { PushDevice } from '@muster/contract/personal-notices'
import { useEffect, useState } from 'react'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { findOwnHash, type PushAbility, readAbility, subscribe } from '../../api/people/push-device.ts'
import { endSubscription } from '../../lib/browser/push-subscription.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Why this browser gets no pushed notices, and the next step. */
type Obstacle = Exclude<PushAbility, 'able'> | 'dismissed' | 'failed'
/** Another try in this browser does not help. */
const finalObstacles: readonly Obstacle[] = ['home_screen', 'old_system', 'insecure', 'unable']

/** Pushed notices on this browser and on others of the user. */
export function PushSetting({ push_key, devices }: { push_key: string; devices: readonly PushDevice[] }) {
  const [hash, setHash] = useState<string | null>(null)
  const [obstacle, setObstacle] = useState<Obstacle | null>(() => {
    const ability = readAbility()
    return ability === 'able' ? null : ability
  })
  useEffect(() => {
    // Without an answer, the button to switch it on stays.
    findOwnHash().then(setHash, () => undefined)
  }, [])
  const own = devices.find(({ endpoint_hash }) => endpoint_hash === hash)

  const add = useWrite(async () => {
    const made = await subscribe(push_key)
    setObstacle(made.ok ? null : made.why)
    if (!made.ok) return
    const device = await callWrite('addPushDevice', { body: made.subscription })
    setHash(device.endpoint_hash)
    showToast(t('noticeSettings.pushAdded'))
  })
  const remove = useWrite(
    async ({ id, endpoint_hash }: PushDevice) => {
      await callWrite('removePushDevice', { device_id: id })
      if (endpoint_hash === hash) endSubscription()
    },
    { onDone: () => showToast(t('noticeSettings.pushRemoved')) },
  )
  const tryIt = useWrite(({ id }: PushDevice) => callWrite('testPushDevice', { device_id: id }), {
    onDone: () => showToast(t('noticeSettings.testAsked')),
  })
  const isFinal = obstacle !== null && finalObstacles.includes(obstacle)
  return (
    <>
      <p className="quiet">{t(own ? 'noticeSettings.pushIsOn' : 'noticeSettings.pushText')}</p>
      {!own && obstacle !== null && (
        <p className="small" role="status">
          {t(`noticeSettings.push.${obstacle}`)}
        </p>
      )}
      <ButtonRow>
        {own ? (
          <>
            <Button isBusy={tryIt.is_busy} onClick={() => tryIt.run(own)}>
              {t('noticeSettings.test')}
            </Button>
            <Button isBusy={remove.is_busy} onClick={() => remove.run(own)}>
              {t('noticeSettings.pushOff')}
            </Button>
          </>
        ) : (
          !isFinal && (
            <Button kind="primary" icon="bell" isBusy={add.is_busy} onClick={() => add.run(undefined as never)}>
              {t('noticeSettings.pushOn')}
            </Button>
          )
        )}
      </ButtonRow>
      {[add, remove, tryIt].map((write, place) => (
        <WriteProblem key={place} write={write as typeof remove} />
      ))}
      <Others devices={devices.filter((device) => device !== own)} isBusy={remove.is_busy} onRemove={remove.run} />
    </>
  )
}

function Others({
  devices,
  isBusy,
  onRemove,
}: {
  devices: readonly PushDevice[]
  isBusy: boolean
  onRemove: (device: PushDevice) => void
}) {
  if (devices.length === 0) return null
  return (
    <>
      <p className="quieter small">{t('noticeSettings.others')}</p>
      <ul className="push-devices">
        {devices.map((device) => {
          const text = t('noticeSettings.other', { service: device.service, time: formatFull(Date.parse(device.made_at)) })
          return (
            <li key={device.id}>
              <span className="small num">{text}</span>{' '}
              <Button
                kind="quiet"
                isBusy={isBusy}
                aria-label={t('noticeSettings.otherOff', { device: text })}
                onClick={() => onRemove(device)}
              >
                {t('noticeSettings.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
