import { mayPrefetch } from '../../../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'

export const treeOf = (event_id: number) => read('getObjectiveTreeForEvent', eventInput(event_id))
export const presetsOf = (event_id: number) => read('getScoringPresetsForEvent', eventInput(event_id))
export const mappingsOf = (event_id: number) => read('getValidMappings', eventInput(event_id))
export const problemsOf = (event_id: number) => read('getDefinitionProblems', eventInput(event_id))

/** Starts all queries that the page waits for. Findings take longer and load afterwards. */
export function startDefinition(event_id: number): void {
  void queryClient.prefetchQuery(treeOf(event_id))
  void queryClient.prefetchQuery(presetsOf(event_id))
  if (mayPrefetch('getValidMappings')) void queryClient.prefetchQuery(mappingsOf(event_id))
}
