import type { EventDates } from './dates.ts'

/** An event's state in a word; `draft`: signups have not opened. */
export type EventState = 'draft' | 'signups_open' | 'signups_closed' | 'running' | 'ended'

/** All times in milliseconds on the event clock. */
export function readEventState(is_public: boolean, dates: EventDates<number>, now: number): EventState {
  if (now >= dates.event_end_time) return 'ended'
  if (now >= dates.event_start_time) return 'running'
  if (!is_public || now < dates.application_start_time) return 'draft'
  return now < dates.application_end_time ? 'signups_open' : 'signups_closed'
}
