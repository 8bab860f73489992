import { createECDH } from 'node:crypto'
import type { OwnNoticeSettings, PersonalNoticeSettings } from '@muster/contract/personal-notices'
import type { UserId } from '@muster/contract/ids'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { hashSecret } from '../../secret-hash.ts'
import { presentDirectMessages, startDirectMessages, stopDirectMessages, wantDirectTest } from './direct-messages.ts'
import { loadPushKey } from './push-key.ts'
import {
  listDevices,
  loadNotices,
  loadSettings,
  markRead,
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

/** @throws Refusal invalid_request if the key is not a point of the curve: nothing can be encrypted for it. */
function checkPublicKey(p256dh: string): void {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
  } catch {
    throw refuseField('p256dh', 'must be a public key of P-256')
  }
}

async function presentSettings(ctx: Context, user_id: UserId): Promise<OwnNoticeSettings> {
  // Comes first, because it may remove devices.
  const { public_key: push_key } = await loadPushKey(ctx)
  const [settings, devices, discord] = await Promise.all([
    loadSettings(ctx.db, user_id),
    listDevices(ctx.db, user_id),
    presentDirectMessages(ctx, user_id),
  ])
  return { settings, push_key, devices, discord }
}

/** All calls are about the caller alone: the store finds no row of another person. */
export const personalNoticeRoutes = {
  getOwnNotices: ({ ctx, viewer }) => loadNotices(ctx.db, viewer.user_id),

  readOwnNotices: async ({ ctx, viewer, body }) => {
    await markRead(ctx.db, viewer.user_id, body.up_to, new Date(ctx.clock.now()))
    return loadNotices(ctx.db, viewer.user_id)
  },

  getOwnNoticeSettings: ({ ctx, viewer }) => presentSettings(ctx, viewer.user_id),

  saveOwnNoticeSettings: async ({ ctx, viewer, body }) => {
    checkSettings(body)
    await upsertSettings(ctx.db, viewer.user_id, body)
    return presentSettings(ctx, viewer.user_id)
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

  startDirectMessages: async ({ ctx, viewer }) => {
    if (!ctx.discord_bot) throw new Refusal('no_discord_bot')
    await ctx.db.transact((tx) => startDirectMessages(tx, viewer.user_id, new Date(ctx.clock.now())))
  },

  stopDirectMessages: ({ ctx, viewer }) => stopDirectMessages(ctx.db, viewer.user_id),

  testDirectMessages: ({ ctx, viewer }) => {
    if (!ctx.discord_bot) throw new Refusal('no_discord_bot')
    return wantDirectTest(ctx.db, viewer.user_id, new Date(ctx.clock.now()))
  },
} satisfies Partial<Handlers>
