import type { Submission } from '@muster/contract/submissions'
import { createStore, useStored } from '../../lib/store.ts'

/** A player's request to submit: a new submission for an objective, or a change of an earlier one. */
export interface SubmissionRequest {
  readonly objective_id: number
  readonly submission?: Submission
}

// Cards of races and bounties and the list of submissions all open one dialog, which is mounted once at the root: features do not
// know each other, and a dialog inside a card would disappear with it when the scores move.
const request = createStore<SubmissionRequest | null>(null)

/** Opens the dialog in which a team member submits; null closes it. */
export const askForSubmission = request.set

export const useSubmissionRequest = () => useStored(request)
