import { useQuery } from '@tanstack/react-query'
import { readStatus, useEventKey, useSelf } from '../../api/scores/event.ts'
import type { MessageKey } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import type { IconName } from '../../ui/marks/icon.tsx'

export interface Place {
  readonly to: (typeof paths)['home' | 'ladder' | 'team' | 'streams' | 'rules' | 'admin']
  /** The part of the address that marks this place as current. */
  readonly branch: string
  readonly label: MessageKey
  readonly icon: IconName
}

const scores: readonly Place[] = [
  { to: paths.home, branch: '/', label: 'nav.home', icon: 'home' },
  { to: paths.ladder, branch: '/scores', label: 'nav.scoring', icon: 'scores' },
]
const team: Place = { to: paths.team, branch: '/team', label: 'nav.team', icon: 'team' }
const others: readonly Place[] = [
  { to: paths.streams, branch: '/streams', label: 'nav.streams', icon: 'streams' },
  { to: paths.rules, branch: '/rules', label: 'nav.rules', icon: 'rules' },
]
const admin: Place = { to: paths.admin, branch: '/admin', label: 'nav.admin', icon: 'admin' }

/** The main places; Team for members of a team, Admin for holders of a role and team leads. */
export function usePlaces(): readonly Place[] {
  const isLoggedIn = useSession() !== null
  const self = useSelf().data
  const status = useQuery(readStatus(useEventKey())).data
  // Most logged-in users play: the place is reserved until this is known, so that the others do not move.
  const hasTeam = isLoggedIn && status?.team_id !== null
  const mayAdmin = (self !== undefined && self.permissions.length > 0) || (status?.is_team_lead ?? false)
  return [...scores, ...(hasTeam ? [team] : []), ...others, ...(mayAdmin ? [admin] : [])]
}

/** Whether the address belongs to a place. */
export function isAt(place: Place, pathname: string): boolean {
  return place.branch === '/' ? pathname === '/' : pathname === place.branch || pathname.startsWith(`${place.branch}/`)
}
