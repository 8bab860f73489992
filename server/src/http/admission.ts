import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findMembership } from '../features/events/store.ts'
import { bearerToken, identify } from '../features/login/token.ts'
import { Refusal } from '../refusal.ts'
import { holdsOneOf, maySeeEvent, type Membership, type Viewer } from '../viewer.ts'
import type { EventLookup } from './event-lookup.ts'

/** What is known of a call once it may be made. */
export interface Admission {
  readonly viewer: Viewer | null
  readonly event: Row<'events'> | null
  readonly team: Membership | null
  membership(): Promise<Membership | null>
}

function checkRole(endpoint: Endpoint, viewer: Viewer | null): void {
  if (endpoint.access === 'public') return
  if (typeof endpoint.access === 'object') {
    // Without a login, too: 403 and not 401 is what clients of role calls know.
    if (!holdsOneOf(viewer, endpoint.access)) throw new Refusal('not_allowed')
  } else if (!viewer) throw new Refusal('not_authenticated')
}

function checkTeam(endpoint: Endpoint, team: Membership | null): void {
  if (endpoint.access === 'team_member' && !team) throw new Refusal('not_allowed', 'You are not in a team of this event')
  if (endpoint.access === 'team_lead' && !team?.is_team_lead)
    throw new Refusal('not_allowed', 'You do not lead a team of this event')
}

/** Sockets carry their token in the query, because browsers cannot set their headers; both ways count. */
function readToken(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const query = request.query as { token?: unknown }
  if (endpoint.status === 101 && typeof query.token === 'string' && query.token !== '') return query.token
  return bearerToken(request.headers.authorization)
}

/**
 * Decides whether a call may be made. The order is part of the contract: who calls, then the role, then the event in the
 * path and whether it exists for this caller, then the place in a team. Input is read after that.
 */
export async function admit(ctx: Context, events: EventLookup, endpoint: Endpoint, request: FastifyRequest): Promise<Admission> {
  const viewer = await identify(ctx, readToken(endpoint, request))
  checkRole(endpoint, viewer)
  if (endpoint.event === 'none') return { viewer, event: null, team: null, membership: async () => null }
  const params = request.params as { event_id?: string; eventId?: string }
  const event = await events.resolve(params.event_id ?? params.eventId ?? '')
  let found: Promise<Membership | null> | undefined
  const membership = () => (found ??= viewer ? findMembership(ctx.db, event.id, viewer.user_id) : Promise.resolve(null))
  if (endpoint.event === 'visible' && !event.is_public && !maySeeEvent(event, viewer, await membership())) {
    throw new Refusal('event_not_found')
  }
  const needsTeam = endpoint.access === 'team_member' || endpoint.access === 'team_lead'
  const team = needsTeam ? await membership() : null
  checkTeam(endpoint, team)
  return { viewer, event, team, membership }
}
