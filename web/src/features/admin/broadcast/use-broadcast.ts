import type { Broadcast, BroadcastWrite } from '@muster/contract/broadcast'
import type { Event } from '@muster/contract/events'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'

/** Overlays report every ten seconds that they are shown. */
const refreshEvery_ms = 5000

export const useBroadcast = (event: Event): Broadcast =>
  useSuspenseQuery({ ...read('getBroadcast', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

export type Choices = Omit<BroadcastWrite, 'base_version'>

/** Changes some choices; the others stay as this page last saw them, and a newer change of another producer is refused. */
export const saveChoices = (event: Event, before: Broadcast, changed: Partial<Choices>) => {
  const { least_delay_seconds, pinned_objective_id, pinned_user_id, hidden_objective_ids, hidden_team_ids, version } = before
  const kept = { least_delay_seconds, pinned_objective_id, pinned_user_id, hidden_objective_ids, hidden_team_ids }
  return callWrite('saveBroadcast', { ...eventInput(event.id), body: { ...kept, ...changed, base_version: version } })
}

export const replaceKey = (event: Event) => callWrite('replaceOverlayKey', eventInput(event.id))
