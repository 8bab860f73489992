import type { EventDates } from '@muster/domain/events/dates'

/** Times in ms; NaN if empty. */
export const readDates = (values: EventDates<string>): EventDates<number> => ({
  application_start_time: Date.parse(values.application_start_time),
  application_end_time: Date.parse(values.application_end_time),
  event_start_time: Date.parse(values.event_start_time),
  event_end_time: Date.parse(values.event_end_time),
})
