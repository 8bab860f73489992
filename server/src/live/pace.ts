/** From this number of sockets on, sending takes so long that a second message in the same second would delay page loads. */
const manySockets = 2000

/**
 * `every_ms`: average minimum interval between messages. `early_ms`: tolerance for early messages. Without it, every delay would
 * postpone all later messages, until changes at that interval each wait a whole interval.
 */
const calm = { every_ms: 500, early_ms: 125 }
const crowded = { every_ms: 1000, early_ms: 250 }

/** Limits the rate of a room's messages. Times are milliseconds of a monotonic clock. */
export interface Pace {
  /** Delay before the next message, from now. */
  wait(now: number): number
  /**
   * A message is about to be sent. Its turn counts from the time of the notification: a message delayed for another reason does
   * not delay later ones. An early message delays at most the next one.
   * @returns a function that gives the turn back because nothing was sent.
   */
  take(heardAt: number, now: number): () => void
}

/** @param countSockets number of open sockets of this process. */
export function createPace(countSockets: () => number): Pace {
  const read = () => (countSockets() < manySockets ? calm : crowded)
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    wait: (now) => Math.max(0, nextAt - read().early_ms - now),
    take(heardAt, now) {
      const before = nextAt
      const { every_ms, early_ms } = read()
      nextAt = Math.min(Math.max(nextAt, heardAt), now + early_ms) + every_ms
      return () => {
        nextAt = before
      }
    },
  }
}
