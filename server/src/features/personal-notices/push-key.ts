import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** The key pair of RFC 8292 (VAPID): an uncompressed point of P-256 and its scalar, in base64url. */
export interface PushKey {
  readonly public_key: string
  readonly private_key: string
}

/** The place under which the private key is sealed. */
export const pushKeyPlace = 'push_key'

function makeKey(): PushKey {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A scalar with leading zeros is shorter than 32 bytes.
  const scalar = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { public_key: pair.getPublicKey('base64url', 'uncompressed'), private_key: scalar.toString('base64url') }
}

/**
 * The key of this installation, the same in all its processes; made when it is first needed, and sealed like other secrets. If
 * its seal cannot be opened any more, a new one replaces it, and devices end: push services accept no other key for them (RFC
 * 8292, section 4.2).
 */
export async function loadPushKey({ db, vault }: Pick<Context, 'db' | 'vault'>): Promise<PushKey> {
  const stored = await db.selectFrom('push_key').selectAll().executeTakeFirst()
  const opened = stored ? vault.open(pushKeyPlace, stored.private_key) : null
  if (stored && opened !== null) return { public_key: stored.public_key, private_key: opened }
  await db.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('push_key'))`.execute(tx)
    const now = await tx.selectFrom('push_key').selectAll().executeTakeFirst()
    // Another process was faster.
    if (now && vault.open(pushKeyPlace, now.private_key) !== null) return
    const made = makeKey()
    await tx.deleteFrom('push_key').execute()
    await tx.deleteFrom('push_devices').execute()
    await tx
      .insertInto('push_key')
      .values({ public_key: made.public_key, private_key: vault.seal(pushKeyPlace, made.private_key) })
      .execute()
  })
  return loadPushKey({ db, vault })
}
