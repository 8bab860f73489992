import { removeOldNotices } from '../features/personal-notices/store.ts'
import type { Egress } from '../gateways/egress/egress.ts'
import { findNoticesOfEvent, listEvents } from './personal-notices/find-events.ts'
import { pushToDevices } from './personal-notices/push-devices.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

/** Finds what people are told, and pushes it to their devices. */
export const createSendPersonalNotices = (egress: Egress): ScheduledTask<'SendPersonalNotices'> =>
  scheduledTask('SendPersonalNotices', async (ctx, signal) => {
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
    await removeOldNotices(ctx.db, ctx.clock.now())
    return problems.length === 0 ? null : problems.join('. ')
  })
