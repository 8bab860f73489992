import type { Db } from './db/connect.ts'
import { sealedPlace } from './features/notices/store.ts'
import type { TokenVault } from './features/login/token-vault.ts'
import { pushKeyPlace } from './features/personal-notices/push-key.ts'
import { subscriptionPlace } from './features/personal-notices/store.ts'

interface SealedText {
  readonly place: string
  readonly sealed: Buffer
  /** Stores it again, unless it has changed since. */
  replace(again: Buffer): Promise<unknown>
}

/** All sealed texts besides the tokens of accounts: the key for push services, browsers that get pushed notices, and routes. */
async function listTexts(db: Db): Promise<SealedText[]> {
  const keys = await db.selectFrom('push_key').select('private_key').execute()
  const devices = await db.selectFrom('push_devices').select(['id', 'endpoint_hash', 'subscription']).execute()
  const routes = await db.selectFrom('notice_routes').select(['id', 'address', 'signing_key']).execute()
  return [
    ...keys.map(({ private_key: sealed }) => ({
      place: pushKeyPlace,
      sealed,
      replace: (private_key: Buffer) =>
        db.updateTable('push_key').set({ private_key }).where('private_key', '=', sealed).execute(),
    })),
    ...devices.map(({ id, endpoint_hash, subscription: sealed }) => ({
      place: subscriptionPlace(endpoint_hash),
      sealed,
      replace: (subscription: Buffer) =>
        db.updateTable('push_devices').set({ subscription }).where('id', '=', id).where('subscription', '=', sealed).execute(),
    })),
    ...routes.map(({ id, address: sealed }) => ({
      place: sealedPlace(id, 'address'),
      sealed,
      replace: (address: Buffer) =>
        db.updateTable('notice_routes').set({ address }).where('id', '=', id).where('address', '=', sealed).execute(),
    })),
    ...routes.flatMap(({ id, signing_key: sealed }) => {
      if (sealed === null) return []
      const replace = (signing_key: Buffer) =>
        db.updateTable('notice_routes').set({ signing_key }).where('id', '=', id).where('signing_key', '=', sealed).execute()
      return [{ place: sealedPlace(id, 'key'), sealed, replace }]
    }),
  ]
}

const listOld = async (db: Db, vault: TokenVault) =>
  (await listTexts(db)).filter(({ place, sealed }) => vault.judge(place, sealed) === 'old')

/** How many texts still need an old secret. */
export const countOldTexts = async (db: Db, vault: TokenVault): Promise<number> => (await listOld(db, vault)).length

/** Reseals texts sealed with old secrets, using the present one. */
export async function resealTexts(db: Db, vault: TokenVault): Promise<void> {
  for (const { place, sealed, replace } of await listOld(db, vault)) {
    const text = vault.open(place, sealed)
    if (text !== null) await replace(vault.seal(place, text))
  }
}
