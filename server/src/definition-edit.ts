import type { EventId, UserId } from '@muster/contract/ids'
import type { BrokenExample } from '@muster/contract/item-checks'
import { sayBroken } from '@muster/domain/objectives/item-coverage'
import type { Context } from './context.ts'
import type { Tx } from './db/connect.ts'
import { retryDeadlocks } from './db/deadlocks.ts'
import { recordDefinition } from './db/definition.ts'
import { lockLedger } from './db/ledger.ts'
import { isFinal, refuseRematch } from './final-event.ts'
import { retestExamples } from './ingestion/scan/item-examples.ts'
import { Refusal } from './refusal.ts'

/** The result of an edit and its text for the ledger; null if nothing changed. */
export interface Edited<T> {
  readonly result: T
  readonly reason: string | null
}

/**
 * Edits scoring rules of an event in one transaction together with the ledger entry. Edits of one event run one after the other,
 * so checks made by an edit still hold when it writes.
 * @param options.even_locked for the few edits allowed in a locked event.
 * @param options.lock called before any row is locked.
 * @param options.keeps_examples refuses an edit after which saved items no longer give the expected result (`breaks_examples`).
 * @throws Refusal event_locked, event_archived, event_final, event_not_found
 */
export function editDefinition<T>(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
  event_id: EventId,
  author_id: UserId | null,
  edit: (tx: Tx) => Promise<Edited<T>>,
  options: {
    readonly even_locked?: boolean
    readonly lock?: (tx: Tx) => Promise<void>
    readonly keeps_examples?: boolean
  } = {},
): Promise<T> {
  return retryDeadlocks(() =>
    ctx.db.transact(async (tx) => {
      lockLedger(tx, event_id)
      await options.lock?.(tx)
      const event = await tx
        .selectFrom('events')
        .select(['is_locked', 'archived_at', 'raw_removal_began_at'])
        .where('id', '=', event_id)
        .forShare()
        .executeTakeFirst()
      if (!event) throw new Refusal('event_not_found')
      if (event.archived_at !== null) throw new Refusal('event_archived')
      if (event.is_locked && !options.even_locked) throw new Refusal('event_locked')
      const { result, reason } = await edit(tx)
      if (reason !== null && isFinal(event)) await refuseRematch(tx, event_id)
      if (reason !== null) {
        const broken = await retestExamples(tx, ctx, event_id)
        if (options.keeps_examples && broken.length > 0) throw refuseBroken(broken)
      }
      if (reason !== null) await recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id, reason })
      return result
    }),
  )
}

const refuseBroken = (broken: readonly BrokenExample[]) =>
  new Refusal(
    'breaks_examples',
    undefined,
    broken.map((one) => ({ field: 'breaks_examples', problem: sayBroken(one) })),
  )
