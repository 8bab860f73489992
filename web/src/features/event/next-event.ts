import type { Event } from '@muster/contract/events'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvents } from '../../api/scores/event.ts'

/** The earliest upcoming event other than the one of the page. */
export function findNextEvent(events: readonly Event[], shown_id: number | null, now: number): Event | null {
  const coming = events.filter(({ id, event_start_time }) => id !== shown_id && Date.parse(event_start_time) > now)
  return coming.toSorted((a, b) => Date.parse(a.event_start_time) - Date.parse(b.event_start_time) || a.id - b.id)[0] ?? null
}

export function useNextEvent(shown_id: number | null): Event | null {
  return findNextEvent(useEvents(), shown_id, useServerNow(10_000))
}
