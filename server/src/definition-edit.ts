import type { EventId, UserId } from '@muster/contract/ids'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from './context.ts'
import type { Tx } from './db/connect.ts'
import { recordDefinition } from './db/definition.ts'
import { lockLedger } from './db/ledger.ts'
import { Refusal } from './refusal.ts'

/** What an edit did: its result, and the words for the ledger; null when nothing changed. */
export interface Edited<T> {
  readonly result: T
  readonly reason: string | null
}

const deadlock = '40P01'
const tries = 3

/**
 * An edit of what decides the scores of an event: one transaction together with its entry in the ledger. Edits of one
 * event run one after the other, so that what one has checked still holds when it writes.
 * @throws Refusal event_locked, event_not_found
 */
export async function editDefinition<T>(
  ctx: Context,
  event_id: EventId,
  author_id: UserId,
  edit: (tx: Tx) => Promise<Edited<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryEdit(ctx, event_id, author_id, edit)
    } catch (error) {
      // A deletion and the scorekeeper can meet in the middle; the database ends one of them, and nothing was written.
      if ((error as { code?: unknown }).code !== deadlock || attempt === tries) throw error
      await wait(attempt * 20)
    }
  }
}

function tryEdit<T>(ctx: Context, event_id: EventId, author_id: UserId, edit: (tx: Tx) => Promise<Edited<T>>): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockLedger(tx, event_id)
    const event = await tx.selectFrom('events').select('is_locked').where('id', '=', event_id).forShare().executeTakeFirst()
    if (!event) throw new Refusal('event_not_found')
    if (event.is_locked) throw new Refusal('event_locked')
    const { result, reason } = await edit(tx)
    if (reason !== null) await recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id, reason })
    return result
  })
}
