import type { Row } from '../../db/schema.ts'

const hour_ms = 3_600_000

/** The time of an hour of an event; null: now. */
export const timeOfHour = (event: Pick<Row<'events'>, 'event_start_time'>, hours: number | undefined): Date | null =>
  hours === undefined ? null : new Date(event.event_start_time.getTime() + hours * hour_ms)
