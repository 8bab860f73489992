import type { EventId, UserId } from '@muster/contract/ids'
import { roles } from '@muster/contract/users'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { listValidKeys } from '../features/keys/store.ts'
import type { FeedVisit } from '../feeds.ts'
import { anyPlayer, type HeldKey, type Membership, type Viewer, viewerHas } from '../viewer.ts'

/** All data that decides who may follow which event, at one moment. */
interface Rights {
  readonly isPublic: ReadonlyMap<EventId, boolean>
  /** The viewer's current state; null if the login has ended. */
  findViewer(login: Viewer): Viewer | null
  /** Whether the key has not been revoked, and has not expired. */
  isValid(key: HeldKey): boolean
  findPlace(event_id: EventId, user_id: UserId): Membership | null
}

async function loadRights({ db, clock }: Context, visits: readonly FeedVisit[]): Promise<Rights> {
  const event_ids = [...new Set(visits.map((visit) => visit.event_id))]
  const user_ids = [...new Set(visits.flatMap(({ login, key }) => (login ?? key)?.user_id ?? []))]
  const isOf = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids})`
  const key_ids = new Set(visits.flatMap(({ key }) => key?.id ?? []))
  const valid = await listValidKeys(db, [...key_ids], new Date(clock.now()))
  const events = await db.selectFrom('events').select(['id', 'is_public']).where(isOf('id', event_ids)).execute()
  const users =
    user_ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'permissions', 'token_version']).where(isOf('id', user_ids)).execute()
  const places =
    user_ids.length === 0
      ? []
      : await db
          .selectFrom('team_users')
          .select(['event_id', 'user_id', 'team_id', 'is_team_lead'])
          .where(isOf('user_id', user_ids))
          .where(isOf('event_id', event_ids))
          .execute()
  const viewers = new Map(users.map(({ id, ...user }) => [id, { ...user, user_id: id }]))
  const placeOf = new Map(places.map((place) => [`${place.event_id} ${place.user_id}`, place]))
  return {
    isPublic: new Map(events.map((event) => [event.id, event.is_public])),
    findViewer({ user_id, token_version }) {
      const viewer = viewers.get(user_id)
      return viewer?.token_version === token_version ? viewer : null
    },
    isValid: ({ id }) => valid.has(id),
    findPlace: (event_id, user_id) => placeOf.get(`${event_id} ${user_id}`) ?? null,
  }
}

const hasSameRoles = (a: Viewer, b: Viewer) =>
  roles.every((role) => a.permissions.includes(role) === b.permissions.includes(role))

/** Reason to close a visit: the viewer's rights have changed, or the event is deleted or hidden from them. */
export type Outdated = 'rights' | 'event'

/**
 * Repeats the checks made when the socket was opened. A change of roles alone is a reason to reconnect: the page around the feed
 * depends on them.
 */
function findReason({ event_id, login, key, feed, team_id }: FeedVisit, rights: Rights): Outdated | null {
  const user = login && rights.findViewer(login)
  if (login && !(user && hasSameRoles(login, user))) return 'rights'
  if (key && !rights.isValid(key)) return 'rights'
  // A key has no roles. With its scope it sees what members of its owner's team see.
  const isOfTeam = key?.scopes.includes('team') ?? false
  const viewer = isOfTeam ? anyPlayer : user
  const isPublic = rights.isPublic.get(event_id)
  const place_of = isOfTeam ? key?.user_id : user?.user_id
  const place = place_of === undefined ? null : rights.findPlace(event_id, place_of)
  if (isPublic === undefined || (!isPublic && !viewerHas('see_hidden_events', viewer, place))) return 'event'
  return feed !== 'main' || team_id === (place?.team_id ?? null) ? null : 'rights'
}

/**
 * Visits with outdated rights: the login or key has ended, roles were changed, the event is deleted or hidden from them, or they
 * are in another team. A few queries for all sockets of this process.
 */
export async function findOutdatedVisits(ctx: Context, visits: readonly FeedVisit[]): Promise<ReadonlyMap<FeedVisit, Outdated>> {
  if (visits.length === 0) return new Map()
  const rights = await loadRights(ctx, visits)
  return new Map(
    visits.flatMap((visit) => {
      const reason = findReason(visit, rights)
      return reason ? [[visit, reason] as const] : []
    }),
  )
}
