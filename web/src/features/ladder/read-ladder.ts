import { type eventInput, read } from '../../api/calls/queries.ts'

type EventInput = ReturnType<typeof eventInput>

/** The parameters of a call for an hour after the start; none for now. */
const queryOf = (hour: number | undefined) => (hour === undefined ? {} : { query: { hours_after_event_start: hour } })

/** The ladder now, or at an hour after the start. */
export const readLadder = (event: EventInput, hour: number | undefined) => read('getLadder', { ...event, ...queryOf(hour) })

/** The uniques and gems that characters use, at the same time. */
export const readUses = (event: EventInput, hour: number | undefined) => read('getLadderUses', { ...event, ...queryOf(hour) })
