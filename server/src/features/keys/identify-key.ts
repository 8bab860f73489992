import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { hashSecret } from '../../secret-hash.ts'
import type { HeldKey } from '../../viewer.ts'
import { isWholeKey } from './key-text.ts'
import { findKey, updateLastUse } from './store.ts'

/** Uses within this time are recorded as one. */
const use_ms = 60_000

/**
 * The key of a call, by the current database. A caller with a wrong key is refused, never treated as anonymous: a program would
 * read less than it should without noticing.
 * @throws Refusal key_refused
 */
export async function identifyKey({ db, clock }: Context, text: string): Promise<HeldKey> {
  if (!isWholeKey(text)) {
    throw new Refusal('key_refused', 'This key is incomplete or mistyped: copy it again, or make a new one in the settings')
  }
  const stored = await findKey(db, hashSecret(text))
  const now = clock.now()
  if (!stored || (stored.expires_at !== null && stored.expires_at.getTime() <= now)) throw new Refusal('key_refused')
  const { id, user_id, scopes, last_used_at } = stored
  if (last_used_at === null || last_used_at.getTime() <= now - use_ms) await updateLastUse(db, id, new Date(now))
  return { id, user_id, scopes }
}
