import { roles } from '@muster/contract/users'
import { eventInput, queryClient, read } from './api/calls/queries.ts'
import { readSignup } from './api/people/signup.ts'
import { readSubmissions } from './api/people/submissions.ts'
import { readTree } from './api/scores/event.ts'
import { now_ms, seedEvent } from './test-event.tsx'
import { user } from './test-answers.ts'
import { event, made, signup, sort, tree } from './test-forms.tsx'

/** The event of the forms in the query cache, as if the server had answered. */
export function seed(): void {
  seedEvent({ events: [event], own_team_id: 1, tree })
  const input = eventInput('current')
  queryClient.setQueryData(read('getUser', {}).queryKey, made({ ...user, id: 7, permissions: [...roles] }))
  queryClient.setQueryData(readTree(4).queryKey, { objective: tree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [])
  queryClient.setQueryData(readSignup('current').queryKey, signup)
  queryClient.setQueryData(
    read('getEventStatus', input).queryKey,
    made({ team_id: 1, is_team_lead: true, application_status: 'applied' }),
  )
  queryClient.setQueryData(
    read('getStreamPosition', eventInput(4)).queryKey,
    made({
      position: '1-2',
      moved_at: new Date(now_ms).toISOString(),
      oldest_kept_at: new Date(now_ms - 86_400_000).toISOString(),
    }),
  )
  queryClient.setQueryData(read('getTeamSort', input).queryKey, sort)
  queryClient.setQueryData(
    read('getDefinitionFile', { ...eventInput(4), query: {} }).queryKey,
    made({
      text: 'muster_definition: 1',
      definition_version: 1,
      objective_ids: {},
      scoring_preset_ids: {},
      condition_ids: {},
      root_id: 1,
    }),
  )
  queryClient.setQueryData(['getDefinitionChanges', 4, 20], { pages: [[]], pageParams: [null] })
}
