import type { EventId, NoticeRouteId, TeamId } from '@muster/contract/ids'
import type { DeliveryKind, NoticeDelivery, NoticeKind, NoticeRoute } from '@muster/contract/notices'
import { mergeRanks, tells } from '@muster/domain/notices/quiet'
import type { Notice } from '@muster/domain/notices/notice'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** Maximum number of notices read for one message of a route; a longer backlog takes several messages. */
export const maxPending = 2000
/** Maximum number of deliveries kept and shown for a route, and their maximum age. */
export const maxDeliveries = 200
export const deliveryAge_ms = 30 * 24 * 3_600_000
const noticeAge_ms = 7 * 24 * 3_600_000

type StoredRoute = Row<'notice_routes'>
export type RouteTemplates = { readonly [Kind in NoticeKind]?: string }

export const readTemplates = ({ templates }: Pick<StoredRoute, 'templates'>): RouteTemplates =>
  JSON.parse(templates) as RouteTemplates

/** The place under which the address of a route, or its key, is sealed: another row cannot use it. */
export const sealedPlace = (route_id: NoticeRouteId, part: 'address' | 'key'): string => `notice_route:${route_id}:${part}`

export function readNotice(row: Row<'notices'>): Notice {
  return {
    kind: row.kind,
    key: row.key,
    at: row.happened_at.getTime(),
    team_id: row.team_id,
    objective_id: row.objective_id,
    values: JSON.parse(row.facts) as Notice['values'],
    ...(row.audience !== null && { audience: row.audience }),
    ...(row.ranks !== null && { ranks: row.ranks }),
  }
}

/** Notices after the position of a route, oldest first. */
export async function listNoticesAfter(
  db: Db,
  event_id: EventId,
  after: number,
): Promise<{ sequence: number; notice: Notice }[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(maxPending)
    .execute()
  return rows.map((row) => ({ sequence: row.sequence, notice: readNotice(row) }))
}

/** The notices that a route reports, with several changes of ranks merged into one. */
export function selectPending(route: StoredRoute, listed: readonly { readonly notice: Notice }[]): Notice[] {
  const isEdited = (kind: NoticeKind) => kind === 'rank_change' && route.target === 'discord' && route.edits_standings
  return mergeRanks(listed.map(({ notice }) => notice).filter((notice) => tells(route, notice) && !isEdited(notice.kind)))
}

/** Routes that a caller manages: the event's own, or a team's. */
export async function listRoutes(
  db: Db,
  event_id: EventId,
  of: { event: boolean; team_id: TeamId | null },
): Promise<StoredRoute[]> {
  return db
    .selectFrom('notice_routes')
    .selectAll()
    .where('event_id', '=', event_id)
    .where((where) =>
      where.or([
        ...(of.event ? [where('team_id', 'is', null)] : []),
        ...(of.team_id === null ? [] : [where('team_id', '=', of.team_id)]),
        sql<boolean>`false`,
      ]),
    )
    .orderBy('id')
    .execute()
}

export async function lockRoute(tx: Tx, event_id: EventId, id: NoticeRouteId): Promise<StoredRoute | null> {
  const row = await tx
    .selectFrom('notice_routes')
    .selectAll()
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function findRoute(db: Db, event_id: EventId, id: NoticeRouteId): Promise<StoredRoute | null> {
  const row = await db
    .selectFrom('notice_routes')
    .selectAll()
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row ?? null
}

export async function insertRoute(tx: Tx, row: NewRow<'notice_routes'>): Promise<NoticeRouteId> {
  return (await tx.insertInto('notice_routes').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateRoute(db: Db, id: NoticeRouteId, fields: Partial<NewRow<'notice_routes'>>): Promise<void> {
  await db.updateTable('notice_routes').set(fields).where('id', '=', id).execute()
}

/** Removes a route with its deliveries; without routes, an event has no notices. */
export async function removeRoute(tx: Tx, event_id: EventId, id: NoticeRouteId): Promise<void> {
  await tx.deleteFrom('notice_routes').where('id', '=', id).execute()
  const other = await tx.selectFrom('notice_routes').select('id').where('event_id', '=', event_id).limit(1).executeTakeFirst()
  if (other) return
  await tx.deleteFrom('notice_cursors').where('event_id', '=', event_id).execute()
  await tx.deleteFrom('notices').where('event_id', '=', event_id).execute()
}

export async function countRoutes(tx: Tx, event_id: EventId, team_id: TeamId | null): Promise<number> {
  const row = await tx
    .selectFrom('notice_routes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', event_id)
    .where('team_id', 'is not distinct from', team_id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The number of an event's newest notice; a new or resumed route starts after it. */
export async function findNewest(db: Db, event_id: EventId): Promise<number> {
  const row = await db.selectFrom('notice_cursors').select('last_sequence').where('event_id', '=', event_id).executeTakeFirst()
  return row?.last_sequence ?? 0
}

/** Adds a message as the next one of a route. @param body gets its number */
export async function insertMessage(
  tx: Tx,
  route: Pick<StoredRoute, 'id'>,
  message: { readonly kind: DeliveryKind; readonly notices: number; readonly made_at: Date; body(number: number): string },
  more: Partial<NewRow<'notice_routes'>> = {},
): Promise<void> {
  const { last_number: number } = await tx
    .updateTable('notice_routes')
    .set((eb) => ({ ...more, last_number: eb('last_number', '+', 1) }))
    .where('id', '=', route.id)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  const { body, ...rest } = message
  await tx
    .insertInto('notice_messages')
    .values({ ...rest, route_id: route.id, number, body: body(number), state: 'waiting', next_try_at: message.made_at })
    .execute()
}

/** The next message to send: messages of a route are sent in their order. */
export async function findWaiting(db: Db, route_id: NoticeRouteId): Promise<Row<'notice_messages'> | null> {
  const row = await db
    .selectFrom('notice_messages')
    .selectAll()
    .where('route_id', '=', route_id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function updateMessage(
  db: Db,
  { route_id, number }: Pick<Row<'notice_messages'>, 'route_id' | 'number'>,
  fields: Partial<NewRow<'notice_messages'>>,
): Promise<void> {
  await db.updateTable('notice_messages').set(fields).where('route_id', '=', route_id).where('number', '=', number).execute()
}

export async function findMessage(db: Db, route_id: NoticeRouteId, number: number): Promise<Row<'notice_messages'> | null> {
  const row = await db
    .selectFrom('notice_messages')
    .selectAll()
    .where('route_id', '=', route_id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ?? null
}

/** The newest messages of a route, newest first. */
export const listMessages = (db: Db, route_id: NoticeRouteId): Promise<Row<'notice_messages'>[]> =>
  db
    .selectFrom('notice_messages')
    .selectAll()
    .where('route_id', '=', route_id)
    .orderBy('number', 'desc')
    .limit(maxDeliveries)
    .execute()

/** Deletes old entries of the log, and notices that every route has passed or that are too old to send. */
export async function removeOld(db: Db, now: number): Promise<void> {
  await sql`
    delete from notice_messages as old using notice_routes as route
    where route.id = old.route_id and state <> 'waiting'
      and (made_at < ${new Date(now - deliveryAge_ms)} or number <= last_number - ${maxDeliveries})`.execute(db)
  await sql`delete from notices where happened_at < ${new Date(now - noticeAge_ms)}`.execute(db)
}

const toText = (date: Date | null) => date?.toISOString() ?? null

/** A route as its managers see it. @param more the state of its messages */
export function presentRoute(route: StoredRoute, more: Pick<NoticeRoute, 'waiting' | 'retry_at' | 'last_sent_at'>): NoticeRoute {
  return {
    id: route.id,
    name: route.name,
    team_id: route.team_id,
    readers: route.readers,
    target: route.target,
    address_hint: route.address_hint,
    kinds: route.kinds,
    minimum_points: route.minimum_points,
    digest_minutes: route.digest_minutes,
    most_per_hour: route.most_per_hour,
    quiet_from: route.quiet_from,
    quiet_to: route.quiet_to,
    time_zone: route.time_zone,
    edits_standings: route.edits_standings,
    templates: readTemplates(route),
    paused_at: toText(route.paused_at),
    stopped: route.stopped,
    ...more,
    version: route.version,
  }
}

/** A message as the log shows it. */
export function presentMessage(row: Row<'notice_messages'>, text: string): NoticeDelivery {
  const { number, kind, state, notices, attempts, status, detail } = row
  return {
    number,
    kind,
    state,
    notices,
    text,
    made_at: row.made_at.toISOString(),
    attempts,
    last_attempt_at: toText(row.last_attempt_at),
    next_try_at: state === 'waiting' ? toText(row.next_try_at) : null,
    status,
    detail,
  }
}
