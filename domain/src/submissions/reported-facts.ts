import type { TrustLevel } from '@muster/contract/submissions'
import { clampNumber } from '../scoring/clamp-number.ts'
/** A submission that counts. Times in milliseconds. */
export interface CountedSubmission {
  readonly id: number
  readonly number: number
  readonly timestamp: number
  readonly counts_as: TrustLevel
}

/**
 * The numbers that one player's submissions show for one objective of a team. Reported items add up: the second ring of a player
 * shows 2. Any other submission shows its own number.
 * The level of such a total is `reported` as soon as one of its items is.
 * @example Ada reports 3 scarabs at 10:00 and 2 at 10:30: the facts are 3 at 10:00 and 5 at 10:30.
 */
export function listReportedFacts(submissions: readonly CountedSubmission[], adds_up: boolean): CountedSubmission[] {
  if (!adds_up) return [...submissions]
  let total = 0
  // A total is only as trustworthy as its weakest part.
  let counts_as: TrustLevel = 'confirmed'
  return submissions
    .toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)
    .map((submission) => {
      total = clampNumber(total + submission.number)
      if (submission.counts_as === 'reported') counts_as = 'reported'
      return { ...submission, number: total, counts_as }
    })
}
