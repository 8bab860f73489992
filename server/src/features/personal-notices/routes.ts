import { createECDH } from 'node:crypto'
import type { PersonalNoticeSettings } from '@muster/contract/personal-notices'
import type { Handlers } from '../../call.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { hashSecret } from '../../secret-hash.ts'
import { loadPushKey } from './push-key.ts'
import {
  loadNotices,
  markRead,
  presentSettings,
  removeDevice,
  subscriptionPlace,
  upsertDevice,
  upsertSettings,
  wantTest,
} from './store.ts'

/** @throws Refusal invalid_request */
function checkSettings({ quiet_from, quiet_to }: PersonalNoticeSettings): void {
  if ((quiet_from === null) !== (quiet_to === null)) throw refuseField('quiet_to', 'quiet hours need a beginning and an end')
}

/** @throws Refusal invalid_request */
function readEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:')
    throw refuseField('endpoint', 'must be the address of a push service, which begins with https://')
  if (url.username !== '' || url.password !== '') throw refuseField('endpoint', 'must not contain a name or password')
  return url
}

/** @throws Refusal invalid_request if the key is no point of the curve: nothing can be encrypted for it. */
function checkPublicKey(p256dh: string): void {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
  } catch {
    throw refuseField('p256dh', 'must be a public key of P-256')
  }
}

/** All calls are about the caller alone: the store finds no row of another person. */
export const personalNoticeRoutes = {
  getOwnNotices: ({ ctx, viewer }) => loadNotices(ctx.db, viewer.user_id),

  readOwnNotices: async ({ ctx, viewer, body }) => {
    await markRead(ctx.db, viewer.user_id, body.up_to, new Date(ctx.clock.now()))
    return loadNotices(ctx.db, viewer.user_id)
  },

  getOwnNoticeSettings: async ({ ctx, viewer }) => presentSettings(ctx.db, viewer.user_id, (await loadPushKey(ctx)).public_key),

  saveOwnNoticeSettings: async ({ ctx, viewer, body }) => {
    checkSettings(body)
    await upsertSettings(ctx.db, viewer.user_id, body)
    return presentSettings(ctx.db, viewer.user_id, (await loadPushKey(ctx)).public_key)
  },

  addPushDevice: ({ ctx, viewer, body }) => {
    const url = readEndpoint(body.endpoint)
    checkPublicKey(body.p256dh)
    const endpoint_hash = hashSecret(body.endpoint)
    const { user_id, token_version } = viewer
    const subscription = ctx.vault.seal(subscriptionPlace(endpoint_hash), JSON.stringify(body))
    const made_at = new Date(ctx.clock.now())
    return ctx.db.transact((tx) =>
      upsertDevice(tx, { user_id, endpoint_hash, service: url.host, subscription, token_version, made_at }),
    )
  },

  removePushDevice: async ({ ctx, viewer, params }) => {
    if (!(await removeDevice(ctx.db, viewer.user_id, params.device_id))) throw new Refusal('push_device_not_found')
  },

  testPushDevice: async ({ ctx, viewer, params }) => {
    const now = new Date(ctx.clock.now())
    if (!(await wantTest(ctx.db, viewer.user_id, params.device_id, now))) throw new Refusal('push_device_not_found')
  },
} satisfies Partial<Handlers>
