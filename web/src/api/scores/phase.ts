import type { Event } from '@muster/contract/events'
import { useServerTimeReached } from '../live/clock.ts'

export type Phase = 'upcoming' | 'running' | 'ended'

/** The phase of the event; rerenders when it changes, not each second. */
export function usePhase(event: Event): Phase {
  const hasStarted = useServerTimeReached(Date.parse(event.event_start_time))
  const hasEnded = useServerTimeReached(Date.parse(event.event_end_time))
  return hasEnded ? 'ended' : hasStarted ? 'running' : 'upcoming'
}
