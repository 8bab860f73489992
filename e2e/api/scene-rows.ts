import { randomUUID } from 'node:crypto'
import type { ConditionId, EventId, ItemExampleId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Tx } from '@muster/server/db/connect'
import { awaitAll } from '@muster/server/db/transaction'
import { aStream } from '@muster/server/testing/builders'
import { hashSecret } from '@muster/server/secret-hash'
import { insertRow } from '@muster/server/testing/rows'

// Rows in the scene: items, wishes, passkeys, screenshots and submissions of people, and the rules of an objective.

const day = 86_400_000

/** The event has started, and signups are still open. */
export const running = (now: number) => ({
  application_start_time: new Date(now - 3 * day),
  application_end_time: new Date(now + day),
  event_start_time: new Date(now - day),
  event_end_time: new Date(now + 2 * day),
})

export const over = (now: number) => ({
  application_start_time: new Date(now - 9 * day),
  application_end_time: new Date(now - 5 * day),
  event_start_time: new Date(now - 4 * day),
  event_end_time: new Date(now - 2 * day),
})

export const aPasskey = (user_id: UserId) => ({
  user_id,
  credential_id: Buffer.from(randomUUID()),
  public_key: Buffer.from('key'),
  counter: 0,
  transports: [],
  user_handle: Buffer.from('handle'),
  name: 'Handy ☀',
})

export const aKey = (user_id: UserId, made_at: Date) => ({
  user_id,
  name: 'Bot ☀',
  key_hash: hashSecret(randomUUID()),
  scopes: ['public' as const],
  made_at,
})

/** A stored screenshot. */
export const aPicture = (of: { event_id: EventId; team_id: TeamId; user_id: UserId }, uploaded_at: Date) => ({
  ...of,
  picture: Buffer.from('a picture'),
  bytes: 9,
  uploaded_at,
})

interface KeyObjects {
  readonly event_id: EventId
  readonly people: { readonly owner: { readonly id: UserId } }
  readonly overlay_key: string
  readonly calendar_key: string
}

/** The rows behind addresses with a key: the overlays of the event, and the calendar of the owner. */
export const keyRows = ({ event_id, people, overlay_key, calendar_key }: KeyObjects, made_at: Date) => ({
  broadcasts: { event_id, key: overlay_key },
  own_calendars: { user_id: people.owner.id, key_hash: hashSecret(calendar_key), made_at },
})

export const aWish = (of: { event_id: EventId; team_id: TeamId; user_id: UserId }, added_at: Date) => ({
  ...of,
  kind: 'unique' as const,
  name: 'Doryani’s Prototype',
  added_at,
})

/** An item in the format of the game. */
export const anItem = (typeLine: string, stackSize: number) => ({
  typeLine,
  baseType: typeLine,
  stackSize,
  x: 1,
  y: 2,
  w: 1,
  h: 1,
  name: '',
  icon: '',
  identified: true,
  ilvl: 0,
  frameType: 5,
})

interface Claimed {
  readonly event_id: EventId
  readonly team_id: TeamId
  readonly user_id: UserId
  readonly objective_id: ObjectiveId
  readonly number: number
  readonly timestamp: Date
  readonly submitted_at: Date
}

/** An undecided, an approved and a rejected submission of one player, an hour apart. */
export async function insertSubmissions(tx: Tx, claimed: Claimed) {
  const earlier = (hours: number) => new Date(claimed.timestamp.getTime() - hours * 3_600_000)
  const insert = async (more: { proof?: string; timestamp?: Date; approval_status?: 'APPROVED' | 'REJECTED' }) =>
    (await insertRow(tx, 'submissions', { ...claimed, ...more })).id
  return {
    submission_id: await insert({ proof: 'https://video.invalid/1' }),
    approved_id: await insert({ timestamp: earlier(1), approval_status: 'APPROVED' }),
    rejected_id: await insert({ timestamp: earlier(2), approval_status: 'REJECTED' }),
  }
}

/** A condition and a saved item of an item objective. */
export interface ItemRules {
  readonly condition_id: ConditionId
  readonly example_id: ItemExampleId
}

/** A condition that demands the item's base, and the item as a saved one. */
export async function insertItemRules(
  tx: Tx,
  objective_id: ObjectiveId,
  item: { readonly baseType: string },
): Promise<ItemRules> {
  const condition = { objective_id, field: 'BASE_TYPE', operator: 'EQ', value: item.baseType } as const
  const example = { objective_id, must_match: true, item: JSON.stringify(item), holds: true, added_at: new Date(0) }
  const { id: condition_id } = await insertRow(tx, 'conditions', condition)
  return { condition_id, example_id: (await insertRow(tx, 'item_examples', example)).id }
}

/** Stores a Twitch answer in which the player is live now. */
export async function showLive(tx: Tx, id: UserId, now: number): Promise<void> {
  const looked = { last_success_at: new Date(now) }
  await awaitAll([
    tx
      .insertInto('scheduled_tasks')
      .values({ name: 'FollowStreams', ...looked })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(looked))
      .execute(),
    aStream(tx, {
      twitch_id: `twitch-${id}`,
      user_login: `player${id}`,
      user_name: `Player${id}`,
      title: 'Wochenende ☀',
      viewer_count: 12,
      started_at: new Date(now - 3_600_000),
      language: 'de',
      thumbnail_url: 'https://pictures.invalid/{width}x{height}.jpg',
    }),
  ])
}
