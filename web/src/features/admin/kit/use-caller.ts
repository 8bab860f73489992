import type { Role } from '@muster/contract/users'
import { type Caller, nobody } from '@muster/domain/access'
import { useQuery } from '@tanstack/react-query'
import { readStatus, useEventKey, useSelf } from '../../../api/scores/event.ts'
import { useSession } from '../../../lib/browser/session.ts'

/**
 * The viewer for the access table: roles, and membership in the selected event. Undefined while unknown. The server uses the same
 * table.
 */
export function useCaller(): Caller | undefined {
  const isLoggedIn = useSession() !== null
  const self = useSelf()
  const status = useQuery({ ...readStatus(useEventKey()), enabled: isLoggedIn })
  if (!isLoggedIn) return nobody
  if (self.data === undefined) return self.isError ? nobody : undefined
  const roles: readonly Role[] = self.data.permissions ?? []
  // Without an event there is no membership.
  if (status.isPending && roles.length === 0) return undefined
  const inTeam = status.data !== undefined && status.data.team_id !== null
  return { ...nobody, roles, place: inTeam ? { is_team_lead: status.data.is_team_lead } : null }
}
