import type { Objective } from '@muster/contract/objectives'
import { type CalendarEntry, type DatedObjective, listDates } from '@muster/domain/events/calendar'
import type { Context } from '../../context.ts'
import { shownOf, spanOf } from '../../db/event-columns.ts'
import type { Row } from '../../db/schema.ts'
import { presentTree } from '../../definition/present-tree.ts'
import { listObjectives } from '../objectives/store.ts'

const toMilliseconds = (text: string | null) => (text === null ? null : Date.parse(text))
const toDated = ({ valid_from, valid_to, children, ...objective }: Objective): DatedObjective => ({
  ...objective,
  valid_from: toMilliseconds(valid_from),
  valid_to: toMilliseconds(valid_to),
  children: children.map(toDated),
})

/** The dates of an event that every visitor may see. Its own players get no others, because calendars are often shared. */
export async function listPublicDates(ctx: Context, event: Row<'events'>): Promise<CalendarEntry[]> {
  const objectives = await listObjectives(ctx.db, event.id)
  const tree = presentTree(objectives, shownOf(event), ctx.clock.now(), ctx.config.token_secret)
  const dated = {
    id: event.id,
    name: event.name,
    signups_open_at: event.application_start_time.getTime(),
    signups_close_at: event.application_end_time.getTime(),
    ...spanOf(event),
  }
  return listDates(dated, tree && toDated(tree.root))
}
