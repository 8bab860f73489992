import type { Clock } from './clock.ts'
import { createRequestQueue, type RequestQueue } from './gateways/request-queue.ts'

/** Told of work that neither the database nor the clock knows of. Whoever moves a driven clock waits for it; nobody else does. */
export interface Background {
  /** @returns the same work. */
  track<T>(work: Promise<T>): Promise<T>
}

/** How time passes for a process. A rehearsal brings its own (`driven-time.ts`). */
export interface Time {
  readonly clock: Clock
  readonly queue: RequestQueue
  readonly background: Background
}

/** Time as it passes by itself: requests are served as they come, and nobody waits for the background. */
export const timeOn = (clock: Clock): Time => ({
  clock,
  queue: createRequestQueue(clock),
  background: { track: (work) => work },
})
