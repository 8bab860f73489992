import type { Event } from '@muster/contract/events'

/** For so long after the end of an event the game is still read: what was found in time counts, and is reported minutes later. */
const afterplay_ms = 3_600_000

/** Until when a job of an event runs, unless somebody wants otherwise. */
export const proposeJobEnd = ({ event_end_time }: Pick<Event, 'event_end_time'>): string =>
  new Date(Date.parse(event_end_time) + afterplay_ms).toISOString()
