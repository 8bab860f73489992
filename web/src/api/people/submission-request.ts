import type { Submission } from '@muster/contract/submissions'
import { useSyncExternalStore } from 'react'

/** What somebody wants to hand in: something new for an objective, or a change of what they handed in before. */
export interface SubmissionRequest {
  readonly objective_id: number
  readonly submission?: Submission
}

// Cards of races and bounties and the list of submissions all lead to one dialog, which stands once at the root: features
// do not know each other, and a dialog inside a card would go away with it when the scores move.
let request: SubmissionRequest | null = null
const listeners = new Set<() => void>()

/** Opens the dialog in which a team member submits something; null closes it. */
export function askForSubmission(next: SubmissionRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSubmissionRequest(): SubmissionRequest | null {
  return useSyncExternalStore(subscribe, () => request)
}
