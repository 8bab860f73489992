import { type Endpoint, isFeed } from '@muster/contract/endpoint'
import type { EventId, TeamId } from '@muster/contract/ids'
import { parseViewAs, type ViewAs, viewAsHeader } from '@muster/contract/view-as'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { hasTeam } from '../features/receipts/store.ts'
import { Refusal } from '../refusal.ts'
import { type Membership, type Viewer, viewerHas } from '../viewer.ts'

export const isViewing = (request: FastifyRequest): boolean => request.headers[viewAsHeader] !== undefined

/** The viewer whose rights the call asks for; null: the caller's own. @throws Refusal invalid_request */
export function readViewAs(request: FastifyRequest): ViewAs | null {
  const text = request.headers[viewAsHeader]
  if (text === undefined) return null
  const as = parseViewAs(String(text))
  if (!as) throw new Refusal('invalid_request', `${viewAsHeader} must be "visitor" or "team-" with the id of a team`)
  return as
}

/**
 * Starting a login stores something, although its method is GET. A live feed is checked against its owner's rights, again and
 * again.
 */
const isRead = (endpoint: Endpoint) => endpoint.method === 'GET' && !isFeed(endpoint) && !endpoint.path.startsWith('/oauth2/')

/**
 * Whether a caller may make this call with lower rights, with a line in the log.
 * @throws Refusal not_allowed, viewing_only
 */
export function checkViewing(ctx: Context, endpoint: Endpoint, viewer: Viewer | null, as: ViewAs): void {
  const right = as === 'visitor' ? 'view_as_visitor' : 'view_as_player'
  if (!viewer || !viewerHas(right, viewer)) throw new Refusal('not_allowed', 'Only organisers can view the site as someone else')
  if (!isRead(endpoint)) throw new Refusal('viewing_only')
  const view_as = as === 'visitor' ? as : `team ${as.team_id}`
  ctx.log.info({ user_id: viewer.user_id, view_as, path: endpoint.path }, 'an organiser views the site as someone else')
}

/** Calls about the caller alone: a player's own data is for the player only. @throws Refusal viewing_only */
export function refusePersonal({ event, access }: Endpoint): void {
  if (event === 'none' && access !== 'public') throw new Refusal('viewing_only', 'Only the player sees this personal page')
}

/** The place of a player in this team; null in other events. */
export async function findPlayerPlace({ db }: Context, event_id: EventId, team_id: number): Promise<Membership | null> {
  return (await hasTeam(db, event_id, team_id as TeamId)) ? { team_id: team_id as TeamId, is_team_lead: false } : null
}
