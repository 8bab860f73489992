import type { Event } from '@muster/contract/events'

/** The game is read for an hour after the end: things found in time count, and are reported minutes later. */
const afterplay_ms = 3_600_000

/** Default end of a job of an event. */
export const proposeJobEnd = ({ event_end_time }: Pick<Event, 'event_end_time'>): string =>
  new Date(Date.parse(event_end_time) + afterplay_ms).toISOString()
