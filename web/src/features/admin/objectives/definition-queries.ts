import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'

export const treeOf = (event_id: number) => read('getObjectiveTreeForEvent', eventInput(event_id))
export const presetsOf = (event_id: number) => read('getScoringPresetsForEvent', eventInput(event_id))
export const mappingsOf = (event_id: number) => read('getValidMappings', eventInput(event_id))
export const problemsOf = (event_id: number) => read('getDefinitionProblems', eventInput(event_id))

/** Everything that the page needs before it shows anything; asked for at once. Findings take a while and follow. */
export const startDefinition = (event_id: number): void => {
  for (const query of [treeOf(event_id), presetsOf(event_id), mappingsOf(event_id)]) {
    void queryClient.prefetchQuery(query as never)
  }
}
