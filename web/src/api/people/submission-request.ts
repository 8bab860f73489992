import type { Submission } from '@muster/contract/submissions'
import { createStore, useStored } from '../../lib/store.ts'

/** What somebody wants to hand in: something new for an objective, or a change of what they handed in before. */
export interface SubmissionRequest {
  readonly objective_id: number
  readonly submission?: Submission
}

// Cards of races and bounties and the list of submissions all lead to one dialog, which stands once at the root: features
// do not know each other, and a dialog inside a card would go away with it when the scores move.
const request = createStore<SubmissionRequest | null>(null)

/** Opens the dialog in which a team member submits something; null closes it. */
export const askForSubmission = request.set

export const useSubmissionRequest = () => useStored(request)
