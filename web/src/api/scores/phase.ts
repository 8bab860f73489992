import type { Event } from '@muster/contract/events'
import { useServerTimeReached } from '../live/clock.ts'

export type Phase = 'upcoming' | 'running' | 'ended'

/** Where the event is in its life; renders again when that changes, not each second. */
export function usePhase(event: Event): Phase {
  const hasStarted = useServerTimeReached(Date.parse(event.event_start_time))
  const hasEnded = useServerTimeReached(Date.parse(event.event_end_time))
  return hasEnded ? 'ended' : hasStarted ? 'running' : 'upcoming'
}
