import { randomBytes } from 'node:crypto'
import type { AnnouncementId, EventId, NoticeRouteId, PushDeviceId, UserId } from '@muster/contract/ids'
import type { Tx } from '@muster/server/db/connect'
import { insertRow } from '@muster/server/testing/rows'

/** A browser that gets pushed notices. Its subscription cannot be opened, so that nothing is sent. */
export async function insertDevice(tx: Tx, user_id: UserId, made_at: Date): Promise<PushDeviceId> {
  const row = {
    user_id,
    endpoint_hash: randomBytes(32),
    service: 'push.test',
    subscription: Buffer.alloc(0),
    token_version: 1,
    made_at,
    position: 0,
  }
  return (await insertRow(tx, 'push_devices', row)).id
}

/** A person who gets notices as direct messages. The server under test sends nothing. */
export async function insertRecipient(tx: Tx, user_id: UserId, started_at: Date): Promise<void> {
  const account_id = String(830_000_000_000_000_000n + BigInt(user_id))
  await insertRow(tx, 'accounts', { user_id, provider: 'discord', account_id, name: 'Chat ☀' })
  await insertRow(tx, 'direct_messages', { user_id, account_id, started_at, position: 0 })
}

/** An announcement, and a route with a failed message. The route is stopped, so that nothing is sent. */
export async function insertPosts(
  tx: Tx,
  event_id: EventId,
  author_id: UserId,
  at: Date,
): Promise<{ announcement_id: AnnouncementId; route_id: NoticeRouteId; number: number }> {
  const { id: announcement_id } = await insertRow(tx, 'announcements', {
    event_id,
    title: 'Heute Abend ☀',
    text: 'Die Teams stehen um acht.',
    audience: 'everybody',
    starts_at: at,
    author_id,
    written_at: at,
  })
  const { id: route_id } = await insertRow(tx, 'notice_routes', {
    event_id,
    name: 'Kanal ☀',
    readers: 'public',
    target: 'https',
    address: Buffer.alloc(0),
    address_hint: 'hooks.test/…abcd',
    kinds: [],
    minimum_points: 1,
    digest_minutes: 5,
    most_per_hour: 12,
    time_zone: 'UTC',
    edits_standings: false,
    templates: '{}',
    stopped: 'key_lost',
    author_id,
    written_at: at,
    position: 0,
    last_number: 1,
  })
  const failed = { kind: 'test', state: 'failed', body: '{}', notices: 0, made_at: at } as const
  const { number } = await insertRow(tx, 'notice_messages', { route_id, number: 1, ...failed })
  return { announcement_id, route_id, number }
}
