import { choreEvery_ms } from '@muster/domain/events/chores'
import type { Context } from '../context.ts'
import type { EventId } from '@muster/contract/ids'
import { listDue, removeRawData } from '../features/privacy/remove-raw-data.ts'
import type { Chore } from './chores.ts'

/** @returns what keeps the removal from being done; null when it is done, or goes on with the next turn. */
async function removeOf(ctx: Context, event_id: EventId, signal: AbortSignal): Promise<string | null> {
  const removal = removeRawData(ctx.db, event_id, () => new Date(ctx.clock.now()))
  for (;;) {
    if (signal.aborted) return null
    const { done, value } = await removal.next()
    if (!done) continue
    if (value === 'removed') ctx.log.info({ event_id }, 'the raw data of an event was removed')
    return value === 'not_matched' ? `event ${event_id}: what was read is not matched yet, start its jobs` : null
  }
}

/** Removes the raw data of events whose organisers chose how long to keep it, once that time is over. */
export const removeRawDataOfEvents: Chore = {
  name: 'RemoveRawData',
  every_ms: choreEvery_ms.RemoveRawData,
  async run(ctx, signal) {
    const problems: string[] = []
    for (const event_id of await listDue(ctx.db, new Date(ctx.clock.now()))) {
      const problem = await removeOf(ctx, event_id, signal)
      if (problem !== null) problems.push(problem)
    }
    return problems.length === 0 ? null : problems.join('. ')
  },
}
