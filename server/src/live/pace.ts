/** From so many sockets of a process on, a message takes so long that a second one in the same second would delay page loads. */
const manySockets = 2000

/**
 * `every_ms`: on average at most one message in this time. `early_ms`: a message may be so early. Otherwise changes at that
 * interval would be told later and later, until each waits a whole interval: every delay would delay all later messages.
 */
const calm = { every_ms: 500, early_ms: 125 }
const crowded = { every_ms: 1000, early_ms: 250 }

/** When the next message of a room may be sent. Times are milliseconds of one clock that never goes back. */
export interface Pace {
  /** How long a message has to wait, from now. */
  wait(now: number): number
  /**
   * A message is about to be sent. Its turn is counted from when the change was heard of: a message that is late for another reason
   * than this pace makes no other late. One out of turn is owed once, however early it comes.
   * @returns gives the turn back: nothing was sent.
   */
  take(heardAt: number, now: number): () => void
}

/** @param countSockets open sockets of this process. */
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
