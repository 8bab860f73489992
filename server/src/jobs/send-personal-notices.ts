import { removeOldNotices } from '../features/personal-notices/store.ts'
import type { Egress } from '../gateways/egress/egress.ts'
import { findNoticesOfEvent, listEvents } from './personal-notices/find-events.ts'
import { pushToDevices } from './personal-notices/push-devices.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

/** Event time between two removals of old notices, which read the whole list. */
const removal_ms = 10 * 60_000

/** Finds notices for people, and pushes them to their devices. */
export function createSendPersonalNotices(egress: Egress): ScheduledTask<'SendPersonalNotices'> {
  let removed_at = -Infinity
  return scheduledTask('SendPersonalNotices', async (ctx, signal) => {
    const problems: string[] = []
    for (const event of await listEvents(ctx.db, ctx.clock.now())) {
      if (signal.aborted) break
      await findNoticesOfEvent(ctx, event).catch((error: unknown) => {
        ctx.log.error(
          { err: error, event_id: event.id },
          'could not find the personal notices of an event; next try in the next turn',
        )
        problems.push(`Could not find the notices of ${event.name}`)
      })
    }
    const failed = await pushToDevices(ctx, egress, signal)
    if (failed > 0) problems.push(`Could not push notices to ${failed} devices`)
    const now = ctx.clock.now()
    if (now - removed_at >= removal_ms) {
      await removeOldNotices(ctx.db, now)
      removed_at = now
    }
    return problems.length === 0 ? null : problems.join('. ')
  })
}
