import { composePush, composePushTest, type PersonalEntry, planPush, type PushMessage } from '@muster/domain/notices/push'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { loadPushKey, type PushKey } from '../../features/personal-notices/push-key.ts'
import {
  listPending,
  listWaitingDevices,
  loadSettings,
  removeDevice,
  removeEndedDevices,
  subscriptionPlace,
  updateDevice,
} from '../../features/personal-notices/store.ts'
import type { Egress } from '../../gateways/egress/egress.ts'
import { type PushTarget, sendPush } from '../../gateways/push/send-push.ts'

type Device = Row<'push_devices'>

const hour_ms = 3_600_000
/** Devices served at the same time: a slow push service delays few others. */
const together = 8
/** Maximum number of devices in one turn; the rest follows in the next. */
const maxDevices = 500
/** Event time: a device in quiet hours, or at its limit for the hour, is looked at again after this time. */
const waitPause_ms = 60_000
/** Event time: pauses between tries double from the first to the longest. */
const firstPause_ms = 30_000
const longestPause_ms = 30 * 60_000
/** After this many failures in a row, a browser is forgotten: about a week of tries. */
const maxFailures = 350

/**
 * The contact of this server in its signature: its public address. Apple's push service refuses a contact at localhost with 403
 * BadJwtToken (web-push, issue 947).
 */
export const contactOf = ({ public_url }: Pick<Config, 'public_url'>): string =>
  public_url.startsWith('https:') ? public_url : `mailto:muster@${new URL(public_url).hostname}`

/** The subscription of a device; null: it was sealed with a secret that the server does not have. */
function openTarget({ vault }: Context, { endpoint_hash, subscription }: Device): PushTarget | null {
  const text = vault.open(subscriptionPlace(endpoint_hash), subscription)
  return text === null ? null : (JSON.parse(text) as PushTarget)
}

interface Plan {
  readonly message: PushMessage
  /** The newest notice that the message covers. */
  readonly position: number
}

/** The next message of a device; null: none for now. */
async function planNext(ctx: Context, device: Device, now: number): Promise<Plan | null> {
  if (device.test_wanted_at !== null) return { message: composePushTest(device.id), position: device.position }
  const pending = await listPending(ctx.db, device)
  const sent = device.sent_at.map((at) => at.getTime())
  const plan = planPush(pending, await loadSettings(ctx.db, device.user_id), sent, now)
  const position = pending.at(-1)?.id ?? device.position
  if (plan.is === 'skip') await updateDevice(ctx.db, device.id, { position, next_try_at: null })
  if (plan.is === 'wait') await updateDevice(ctx.db, device.id, { next_try_at: new Date(now + waitPause_ms) })
  const [first, ...others] = plan.is === 'send' ? plan.entries : ([] as PersonalEntry[])
  return first ? { message: composePush([first, ...others], now), position } : null
}

/**
 * Sends the next message of a device. The position is stored after the answer: if this process dies between, the message is sent
 * again, and replaces itself on the device, because its tag is the same.
 */
async function serveDevice(ctx: Context, egress: Egress, key: PushKey, device: Device, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = ctx
  const now = clock.now()
  const plan = await planNext(ctx, device, now)
  if (!plan) return
  const target = openTarget(ctx, device)
  if (!target) {
    await removeDevice(db, device.user_id, device.id)
    return
  }
  const { user_agent } = config
  const outcome = await sendPush(egress, target, { ...key, subject: contactOf(config) }, plan.message, { user_agent, signal })
  if (signal.aborted && outcome.is === 'again') return
  const failures = device.failures + 1
  if (outcome.is === 'gone' || (outcome.is !== 'sent' && failures >= maxFailures)) {
    await removeDevice(db, device.user_id, device.id)
    return
  }
  if (outcome.is !== 'again') {
    const { position } = plan
    const isTest = device.test_wanted_at !== null
    const sent_at = [...device.sent_at.filter((at) => at.getTime() > now - hour_ms), ...(isTest ? [] : [new Date(now)])]
    const done = { position, test_wanted_at: null, next_try_at: null }
    if (outcome.is === 'sent') return updateDevice(db, device.id, { ...done, sent_at, last_sent_at: new Date(now), failures: 0 })
    ctx.log.warn(
      { device_id: device.id, service: device.service, problem: outcome.detail },
      'a push service refused a notice; it is not sent again',
    )
    return updateDevice(db, device.id, { ...done, failures })
  }
  const pause_ms = Math.min(firstPause_ms * 2 ** Math.min(device.failures, 10), longestPause_ms)
  const wait_ms = outcome.wait_ms === null ? pause_ms : outcome.wait_ms * clock.speed
  await updateDevice(db, device.id, { failures, next_try_at: new Date(now + wait_ms) })
}

/** Sends every device its next message. @returns the number of devices that could not be served. */
export async function pushToDevices(ctx: Context, egress: Egress, signal: AbortSignal): Promise<number> {
  await removeEndedDevices(ctx.db)
  const waiting = await listWaitingDevices(ctx.db, ctx.clock.now(), maxDevices)
  if (waiting.length === 0) return 0
  const key = await loadPushKey(ctx)
  let failed = 0
  const serve = async (): Promise<void> => {
    for (let device = waiting.shift(); device !== undefined && !signal.aborted; device = waiting.shift()) {
      const { id } = device
      await serveDevice(ctx, egress, key, device, signal).catch((error: unknown) => {
        failed++
        ctx.log.error({ err: error, device_id: id }, 'could not push a notice to a device; next try in the next turn')
      })
    }
  }
  await Promise.all(Array.from({ length: together }, serve))
  return failed
}
