import type { Submission } from '@muster/contract/submissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../scores/event.ts'
import { type EventKey, eventInput, read } from '../calls/queries.ts'

/** All submissions visible to the viewer, oldest first. */
export const readSubmissions = (event: EventKey) => read('getSubmissions', eventInput(event))

export const readHistory = (event: EventKey, submission_id: Submission['id']) =>
  read('getSubmissionHistory', { ...eventInput(event), submission_id })

export function useSubmissions(): readonly Submission[] {
  // Other players submit and judges decide meanwhile: polled while the page is visible.
  return useSuspenseQuery({ ...readSubmissions(useEventKey()), refetchInterval: 30_000 }).data
}
