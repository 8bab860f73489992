import type { Access, Endpoint, Grant } from '@muster/contract/endpoint'
import type { EventId, UserId } from '@muster/contract/ids'
import { isGranted, refusalWithoutLogin } from '@muster/domain/access'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findMembership, refuseSandbox } from '../features/events/store.ts'
import { isBotToken } from '../features/login/bot.ts'
import { identifyKey } from '../features/keys/identify-key.ts'
import { isMeantAsKey } from '../features/keys/key-text.ts'
import { bearerToken, identify } from '../features/login/token.ts'
import { Refusal } from '../refusal.ts'
import { anyPlayer, type HeldKey, type Membership, callerOf, type Viewer, viewerHas } from '../viewer.ts'
import type { EventLookup } from './event-lookup.ts'
import { checkViewing, findPlayerPlace, isViewing, readViewAs, refusePersonal } from './view-as.ts'

/** The facts about an admitted call. */
export interface Admission {
  readonly viewer: Viewer | null
  /** The key of the call. `viewer` has the rights of the key, not the rights of its owner. */
  readonly key: HeldKey | null
  readonly event: Row<'events'> | null
  readonly team: Membership | null
  membership(): Promise<Membership | null>
  requireOwner(owner: UserId | null): void
}

/** Grants that need more than the caller and the path: the place in the event, or the object itself. */
const decidedLater = ['team_member', 'team_lead', 'owner'] as const
const isDecidedLater = (grant: Grant) => (decidedLater as readonly Grant[]).includes(grant)
const isOfTeam = (grant: Grant) => grant === 'team_member' || grant === 'team_lead'

/** Before any lookup: refuses callers who cannot have the right for any event or object. */
function checkCaller(endpoint: Endpoint, viewer: Viewer | null, is_self: boolean, is_bot: boolean): void {
  const { access } = endpoint
  if (isGranted(access, callerOf(viewer, { is_self, is_bot })) || access === 'public') return
  if (!viewer) throw new Refusal(refusalWithoutLogin(endpoint))
  if (!access.some(isDecidedLater)) throw new Refusal('not_allowed')
}

/** After the place in the event is known. The handler, which has the object, decides about owners. */
function checkPlace(access: Access, viewer: Viewer | null, is_self: boolean, place: Membership | null): void {
  if (isGranted(access, callerOf(viewer, { is_self, place, is_owner: true }))) return
  const needsLead = access !== 'public' && !access.includes('team_member')
  throw new Refusal('not_allowed', needsLead ? 'You do not lead a team of this event' : 'You are not in a team of this event')
}

/**
 * Sockets carry their token in the query, because browsers cannot set their headers; both ways work. A key in the header comes
 * first: its call was counted as one with a key.
 */
function readToken(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (endpoint.status === 101) {
    const { token } = request.query as { token?: unknown }
    if (typeof token === 'string' && token !== '') {
      if (isMeantAsKey(token)) throw new Refusal('key_refused', 'Send keys in the header Authorization, never in an address')
      if (!hasKey(request)) return token
    }
  }
  return bearerToken(request.headers.authorization)
}

/** Whether a call carries a key, valid or not. */
export const hasKey = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => isMeantAsKey(bearerToken(headers.authorization))

const textOfEvent = (request: FastifyRequest) => {
  const params = request.params as { event_id?: string; eventId?: string }
  return params.event_id ?? params.eventId ?? ''
}

const findNoPlace = () => Promise.resolve(null)

/**
 * The result of `admit`, without waiting, for most calls: by a visitor, to a public call, about a cached event. Null: `admit` has
 * to run.
 */
export function admitVisitor(events: EventLookup, endpoint: Endpoint, request: FastifyRequest): Admission | null {
  if (endpoint.access !== 'public' || readToken(endpoint, request) !== undefined || isViewing(request)) return null
  if (endpoint.event === 'none') return visitor
  const event = events.peek(textOfEvent(request))
  if (!event || (endpoint.event === 'visible' && !event.is_public)) return null
  return { ...visitor, event }
}

/** Only calls with restricted access need owners. */
const visitor: Admission = { viewer: null, key: null, event: null, team: null, membership: findNoPlace, requireOwner: () => {} }

/** The caller, or the viewer whose rights the caller takes. */
interface Asker {
  readonly viewer: Viewer | null
  readonly is_bot: boolean
  findPlace(event_id: EventId): Promise<Membership | null>
}

/**
 * Decides whether a call may be made, by the caller or, if an organiser asks for it, by a viewer with lower rights. The order is
 * part of the contract: the caller, then the role, then the event in the path and whether it exists for this caller, then the
 * place in a team. Input is read after that.
 */
export async function admit(ctx: Context, events: EventLookup, endpoint: Endpoint, request: FastifyRequest): Promise<Admission> {
  const token = readToken(endpoint, request)
  if (isMeantAsKey(token)) return admitKey(ctx, events, endpoint, request, await identifyKey(ctx, token))
  const viewer = await identify(ctx, token)
  // A bot is anonymous except in calls that grant `bot`.
  const { access } = endpoint
  const is_bot = viewer === null && access !== 'public' && access.includes('bot') && (await isBotToken(ctx, token))
  const findPlace = (event_id: EventId) => (viewer ? findMembership(ctx.db, event_id, viewer.user_id) : Promise.resolve(null))
  const admitAs = (asker: Asker) => admitAsker(events, endpoint, request, asker)
  const as = readViewAs(request)
  if (as === null) return admitAs({ viewer, is_bot, findPlace })

  checkViewing(ctx, endpoint, viewer, as)
  if (as === 'visitor') return admitAs({ viewer: null, is_bot: false, findPlace: findNoPlace })
  const { team_id } = as
  const admission = await admitAs({
    viewer: anyPlayer,
    is_bot: false,
    findPlace: (event_id) => findPlayerPlace(ctx, event_id, team_id),
  })
  refusePersonal(endpoint)
  // Rights are only lowered: pages that this team keeps from organisers stay closed to them.
  const findOwnPlace = async (event_id: EventId) => {
    const place = await findPlace(event_id)
    return place?.team_id === team_id ? place : null
  }
  await admitAs({ viewer, is_bot, findPlace: findOwnPlace })
  return admission
}

/** @throws Refusal key_not_enough */
function checkScope({ keys = null }: Endpoint, { scopes }: HeldKey): void {
  if (keys === null) throw new Refusal('key_not_enough')
  if (!scopes.includes(keys)) {
    throw new Refusal('key_not_enough', `This call needs a key with the scope "${keys}": make one in the settings`)
  }
}

/**
 * A key has the rights of a visitor, of any member of its owner's team, or of its owner without roles and without the lead. What
 * is about the owner is only in calls of the scope `own`.
 */
async function admitKey(
  ctx: Context,
  events: EventLookup,
  endpoint: Endpoint,
  request: FastifyRequest,
  key: HeldKey,
): Promise<Admission> {
  checkScope(endpoint, key)
  if (isViewing(request)) throw new Refusal('not_allowed', 'Only organisers can view the site as someone else')
  const { user_id, scopes } = key
  const isOwn = endpoint.keys === 'own'
  const hasPlace = isOwn || scopes.includes('team')
  const owner: Viewer = { ...anyPlayer, user_id }
  const findPlace = async (event_id: EventId) => {
    const place = await findMembership(ctx.db, event_id, user_id)
    return place && { team_id: place.team_id, is_team_lead: false }
  }
  const admission = await admitAsker(events, endpoint, request, {
    viewer: isOwn ? owner : hasPlace ? anyPlayer : null,
    is_bot: false,
    findPlace: hasPlace ? findPlace : findNoPlace,
  })
  return { ...admission, key }
}

async function admitAsker(
  events: EventLookup,
  endpoint: Endpoint,
  request: FastifyRequest,
  { viewer, is_bot, findPlace }: Asker,
): Promise<Admission> {
  const { access } = endpoint
  const { user_id } = request.params as { user_id?: string }
  const is_self = viewer !== null && Number(user_id) === viewer.user_id
  checkCaller(endpoint, viewer, is_self, is_bot)

  const requireOwner = (owner: UserId | null, place: Membership | null) => {
    const is_owner = viewer !== null && owner === viewer.user_id
    if (!isGranted(access, callerOf(viewer, { is_self, place, is_owner }))) throw new Refusal('not_allowed')
  }
  if (endpoint.event === 'none') {
    return {
      viewer,
      key: null,
      event: null,
      team: null,
      membership: async () => null,
      requireOwner: (owner) => requireOwner(owner, null),
    }
  }
  const event = await events.resolve(textOfEvent(request))
  let found: Promise<Membership | null> | undefined
  const membership = () => (found ??= findPlace(event.id))
  if (endpoint.event === 'visible' && !event.is_public && !viewerHas('see_hidden_events', viewer, await membership())) {
    throw new Refusal('event_not_found')
  }
  const needsTeam = access !== 'public' && access.some(isOfTeam)
  const team = needsTeam ? await membership() : null
  if (needsTeam) checkPlace(access, viewer, is_self, team)
  if (event.archived_at !== null && endpoint.method !== 'GET' && !endpoint.takes_archived) throw new Refusal('event_archived')
  if (endpoint.method !== 'GET') refuseSandbox(event)
  if (event.raw_removal_began_at !== null && endpoint.needs_raw_data) throw new Refusal('event_final')
  return { viewer, key: null, event, team, membership, requireOwner: (owner) => requireOwner(owner, team) }
}
