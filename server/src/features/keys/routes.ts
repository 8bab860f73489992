import { keyScopes, maxKeys } from '@muster/contract/keys'
import type { Handlers } from '../../call.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { hashSecret } from '../../secret-hash.ts'
import { holdForKeys, insertKey, listOwnKeys, presentKey, removeKey } from './store.ts'
import { makeKeyText } from './key-text.ts'

export const keyRoutes = {
  getOwnKeys: async ({ ctx, viewer }) => (await listOwnKeys(ctx.db, viewer.user_id)).map(presentKey),

  makeOwnKey: async ({ ctx, viewer: { user_id }, body }) => {
    const made_at = new Date(ctx.clock.now())
    const expires_at = body.expires_at ? new Date(body.expires_at) : null
    if (expires_at !== null && expires_at <= made_at) throw refuseField('expires_at', 'must be in the future')
    const scopes = keyScopes.filter((scope) => scope === 'public' || body.scopes.includes(scope))
    const secret = makeKeyText()
    const row = await ctx.db.transact(async (tx) => {
      // Two simultaneous calls wait for each other, so that there are never too many keys.
      await holdForKeys(tx, user_id)
      if ((await listOwnKeys(tx, user_id)).length >= maxKeys) throw new Refusal('keys_full')
      return insertKey(tx, { user_id, name: body.name, key_hash: hashSecret(secret), scopes, made_at, expires_at })
    })
    ctx.log.info({ user_id, key_id: row.id, scopes }, 'a key for programs was created')
    return { key: presentKey(row), secret }
  },

  endOwnKey: async ({ ctx, viewer: { user_id }, params: { key_id } }) => {
    await ctx.db.transact(async (tx) => {
      if (!(await removeKey(tx, user_id, key_id))) throw new Refusal('key_not_found')
      await notifyAccess(tx)
    })
    ctx.log.info({ user_id, key_id }, 'a key for programs was revoked')
  },
} satisfies Partial<Handlers>
