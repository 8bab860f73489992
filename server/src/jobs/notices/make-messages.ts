import { composeChat, composeStandings, composeWebhook, type MessageEvent } from '@muster/domain/notices/compose'
import type { Standing } from '@muster/domain/notices/notice'
import { isQuiet, mayPost } from '@muster/domain/notices/quiet'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import {
  findWaiting,
  insertMessage,
  listNoticesAfter,
  lockRoute,
  maxPending,
  readTemplates,
  selectPending,
  updateRoute,
} from '../../features/notices/store.ts'

/** The standings are edited at most this often, however short the interval of the route. */
const shortestEdit_ms = 60_000
const minute_ms = 60_000

/** The id of a message, the same in every repetition. It has numbers of its own route only, so it reveals nothing else. */
export const messageId = (route_id: number, number: number): string => `msg_${route_id}_${number}`

type Route = Row<'notice_routes'>

/** Times of the posts that the quiet rules count: all but tests and edits. */
async function listPosts(tx: Tx, route: Route): Promise<number[]> {
  const rows = await tx
    .selectFrom('notice_messages')
    .select('made_at')
    .where('route_id', '=', route.id)
    .where('kind', '=', 'digest')
    .orderBy('number', 'desc')
    .limit(60)
    .execute()
  return rows.map(({ made_at }) => made_at.getTime())
}

/** @returns whether a message was made. */
async function makeDigest(tx: Tx, route: Route, event: MessageEvent, now: number): Promise<boolean> {
  const listed = await listNoticesAfter(tx, route.event_id, route.position)
  const position = listed.at(-1)?.sequence
  if (position === undefined) return false
  const notices = selectPending(route, listed)
  // A full list may be followed by more notices that belong in the same message.
  const isNothing = notices.length === 0
  if (isNothing && listed.length < maxPending) {
    // Changes of ranks that cancel out are passed over, although a later one could have changed the result: no reader misses
    // them.
    await updateRoute(tx, route.id, { position })
    return false
  }
  if (isNothing) {
    await updateRoute(tx, route.id, { position })
    return makeDigest(tx, { ...route, position }, event, now)
  }
  if (!mayPost(route, await listPosts(tx, route), now)) return false
  const templates = readTemplates(route)
  const made_at = new Date(now)
  const body = (number: number) => {
    if (route.target === 'discord') return composeChat(event, notices, templates)
    const head = { id: messageId(route.id, number), number, type: 'muster.notices', made_at: now } as const
    return JSON.stringify(composeWebhook(head, event, notices, templates, (ms) => new Date(ms).toISOString()))
  }
  await insertMessage(tx, route, { kind: 'digest', notices: notices.length, made_at, body }, { position })
  return true
}

async function makeStandings(
  tx: Tx,
  route: Route,
  event: MessageEvent,
  standings: readonly Standing[],
  now: number,
): Promise<boolean> {
  if (route.target !== 'discord' || !route.edits_standings || isQuiet(route, now)) return false
  if (standings.every(({ points }) => points === 0)) return false
  const text = composeStandings(event, standings)
  if (text === route.standings_text) return false
  const last = await tx
    .selectFrom('notice_messages')
    .select('made_at')
    .where('route_id', '=', route.id)
    .where('kind', '=', 'standings')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const every_ms = Math.max(route.digest_minutes * minute_ms, shortestEdit_ms)
  if (last && last.made_at.getTime() > now - every_ms) return false
  const message = { kind: 'standings', notices: 0, made_at: new Date(now), body: () => text } as const
  await insertMessage(tx, route, message, { standings_text: text })
  return true
}

/** A route without a message in flight gets its next one, if notices wait and it may post now. */
export function makeMessage(
  db: Db,
  route: Pick<Route, 'id' | 'event_id'>,
  event: MessageEvent,
  standings: readonly Standing[],
  now: number,
): Promise<boolean> {
  return db.transact(async (tx) => {
    const held = await lockRoute(tx, route.event_id, route.id)
    if (!held || held.paused_at !== null || held.stopped !== null) return false
    if (await findWaiting(tx, held.id)) return false
    return (await makeDigest(tx, held, event, now)) || makeStandings(tx, held, event, standings, now)
  })
}
