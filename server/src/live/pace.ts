/** On average at most one message to everybody in this time. */
const pace_ms = 1000
/**
 * So much of it a message may come early. Otherwise changes that come once a second would be told later and later, until each waits
 * a whole second: every delay of one message would delay all that follow.
 */
const early_ms = 250

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

export function createPace(): Pace {
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    wait: (now) => Math.max(0, nextAt - early_ms - now),
    take(heardAt, now) {
      const before = nextAt
      nextAt = Math.min(Math.max(nextAt, heardAt), now + early_ms) + pace_ms
      return () => {
        nextAt = before
      }
    },
  }
}
