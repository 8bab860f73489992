import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { readSession } from '../../lib/browser/session.ts'
import { readBoard } from '../scores/board.ts'
import { clockQuery } from '../live/clock.ts'
import { readTree } from '../scores/event.ts'
import { type EventKey, eventInput, queryClient, read } from './queries.ts'

/**
 * Whether the roles at login allow a guarded call. A loader runs before the guard has read the current roles, and a call that the
 * guard will forbid must not be sent. With a role granted since the login, the page only asks later.
 */
export function mayPrefetch(call: EndpointName): boolean {
  const { access } = endpoints[call]
  const roles: readonly string[] = readSession()?.roles_at_login ?? []
  return access === 'public' || access.some((grant) => roles.includes(grant))
}

/** Requests the data of every page with scores; shown when it arrives. Failures appear in place of the data. */
export function prefetchScores(event: EventKey): void {
  const input = eventInput(event)
  void queryClient.prefetchQuery(clockQuery)
  void queryClient.prefetchQuery(read('getEventStatus', input))
  prefetchTree(event)
  void queryClient.prefetchQuery(readBoard(event))
}

/** Objectives and presets, without scores. */
export function prefetchTree(event: EventKey): void {
  void queryClient.prefetchQuery(readTree(event))
  void queryClient.prefetchQuery(read('getScoringPresetsForEvent', eventInput(event)))
}
