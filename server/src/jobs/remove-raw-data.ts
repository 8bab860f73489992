import type { Context } from '../context.ts'
import type { EventId } from '@muster/contract/ids'
import { removeRawData } from '../features/privacy/remove-raw-data.ts'
import { listDue } from '../features/privacy/store.ts'
import { scheduledTask } from './scheduled-tasks.ts'

async function removeOf(ctx: Context, event_id: EventId, signal: AbortSignal): Promise<void> {
  const removal = removeRawData(ctx.db, event_id, () => new Date(ctx.clock.now()))
  while (!signal.aborted) {
    const { done, value } = await removal.next()
    if (!done) continue
    if (value === 'removed') ctx.log.info({ event_id }, 'the raw data of an event was removed')
    return
  }
}

/**
 * Removes the raw data of events after the retention period set by their organisers. Data that is not fully evaluated is kept
 * until it is. That is not a failure, and the list of scheduled tasks shows it (`listUnmatched`).
 */
export const removeRawDataOfEvents = scheduledTask('RemoveRawData', async (ctx, signal) => {
  for (const { id } of await listDue(ctx.db, new Date(ctx.clock.now()))) await removeOf(ctx, id, signal)
  return null
})
