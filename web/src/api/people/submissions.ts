import type { Submission } from '@muster/contract/submissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../scores/event.ts'
import { type EventKey, eventInput, read } from '../calls/queries.ts'

/** Everything handed in that the viewer may see, oldest first. */
export const readSubmissions = (event: EventKey) => read('getSubmissions', eventInput(event))

export function useSubmissions(): readonly Submission[] {
  // Others hand in and decide meanwhile: asked for again while somebody looks.
  return useSuspenseQuery({ ...readSubmissions(useEventKey()), refetchInterval: 30_000 }).data
}
