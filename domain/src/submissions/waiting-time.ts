/** The data of a submission that matters for waiting times; times in milliseconds, null = not decided. */
export interface WaitedSubmission {
  readonly submitted_at: number
  readonly reviewed_at: number | null
}

/** Fewer decisions say nothing about the next one. */
const fewestDecided = 5
/** Older decisions say little about tonight. */
const maxDecided = 20

/** The median time from sending to the decision, over the latest decisions, in milliseconds; null if there are too few. */
export function findMedianWait(submissions: readonly WaitedSubmission[]): number | null {
  const waits = submissions
    .flatMap(({ submitted_at, reviewed_at }) => (reviewed_at === null ? [] : [{ reviewed_at, wait: reviewed_at - submitted_at }]))
    // An edit after the decision: how long the earlier version waited is not known.
    .filter(({ wait }) => wait >= 0)
    .toSorted((a, b) => b.reviewed_at - a.reviewed_at)
    .slice(0, maxDecided)
    .map(({ wait }) => wait)
    .toSorted((a, b) => a - b)
  const [low, high] = [waits[Math.ceil(waits.length / 2) - 1], waits[Math.floor(waits.length / 2)]]
  return waits.length < fewestDecided || low === undefined || high === undefined ? null : (low + high) / 2
}
