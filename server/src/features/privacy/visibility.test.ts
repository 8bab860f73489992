import type { LadderEntry } from '@muster/contract/ladder'
import type { TeamRoom } from '@muster/contract/team-room'
import type { Visibility } from '@muster/contract/visibility'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aStream, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { listFollowedStreamers } from '../streams/store.ts'

// The view of others: a user's chat name, times of play and stream, by the user's choice.

let event: Row<'events'>
let ada: Row<'users'>
let mate: Row<'users'>
let stranger: Row<'users'>
let manager: Row<'users'>
const server = useTestServer({ twitch: {} })
beforeEach(async () => {
  const { db } = server
  for (const table of ['users', 'events', 'twitch_streams', 'scheduled_tasks'] as const) await db.deleteFrom(table).execute()
  const now = new Date(testNow)
  // Signups are open.
  event = await anEvent(db, { application_end_time: new Date(testNow + 3_600_000) })
  const team = await aTeam(db, event.id)
  ada = await aUser(db)
  mate = await aUser(db)
  stranger = await aUser(db)
  manager = await aUser(db, { permissions: ['manager'] })
  await aMember(db, team, ada.id)
  await aMember(db, team, mate.id)
  const account = { user_id: ada.id }
  await insertRows(db, 'accounts', [
    { ...account, provider: 'poe', account_id: 'a', name: 'Ada#1' },
    { ...account, provider: 'discord', account_id: '4711', name: 'ada.chats' },
    { ...account, provider: 'twitch', account_id: '42', name: 'AdaStreams' },
  ])
  await insertRows(db, 'scheduled_tasks', { name: 'FollowStreams', last_success_at: now })
  await aStream(db, { twitch_id: '42', user_login: 'adastreams', user_name: 'AdaStreams' })
  const character = { event_id: event.id, user_id: ada.id, ascendancy: 'Witch', level: 9, experience: 1 }
  await insertRows(db, 'characters', { ...character, id: 'c', name: 'C', is_tracked: true, last_active_at: now })
  await insertRows(db, 'ladder_entries', {
    event_id: event.id,
    user_id: ada.id,
    rank: 1,
    character_id: 'c',
    character_name: 'C',
    character_class: 'Witch',
    account_name: 'Ada#1',
    level: 9,
    experience: 1,
    delve: 0,
    twitch_account: 'adastreams',
  })
  await insertRows(db, 'activity_samples', { event_id: event.id, user_id: ada.id, timestamp: now })
  await insertRows(db, 'signups', { event_id: event.id, user_id: ada.id, timestamp: now, expected_playtime: 1 })
})

const choose = async (visibility: Visibility) => server.send('PUT', '/users/self/visibility', await server.as(ada), visibility)

const open: Visibility = { chat_name: 'event', play: 'everyone', stream: 'everyone' }

/** Every call that shows one of the three to a caller who is not an organiser. */
async function look() {
  const at = `/events/${event.id}`
  const room = (await server.get(`${at}/team-room`, await server.as(mate))).json<TeamRoom>()
  const [entry] = (await server.get(`${at}/ladder`)).json<LadderEntry[]>()
  const streams = (await server.get(`${at}/streams`)).json<unknown[]>()
  const body = { expected_playtime: 1, partner_account_name: 'Ada#1' }
  const signup = (await server.send('PUT', `${at}/signups/self`, await server.as(stranger), body)).json<{
    partner: { discord_id: string | null; discord_name: string | null; twitch_id: string | null } | null
  }>()
  const member = room.members.find(({ user_id }) => user_id === ada.id)
  return {
    chat: { partner: signup.partner?.discord_name ?? null, id: signup.partner?.discord_id ?? null, team: member?.chat_name },
    play: { ladder: entry?.last_active !== null, team: member?.session !== null, seen: member?.last_seen_at !== null },
    stream: {
      ladder: entry?.twitch_account,
      listed: streams.length,
      partner: signup.partner?.twitch_id ?? null,
      team: member?.stream,
    },
  }
}

describe('the view that others have', () => {
  it('is chosen by the user: by default only the team sees the chat name, and everyone the rest', async () => {
    expect((await server.get('/users/self/visibility', await server.as(ada))).json()).toEqual({
      chat_name: 'team',
      play: 'everyone',
      stream: 'everyone',
    })
    expect((await look()).chat).toEqual({ partner: null, id: null, team: 'ada.chats' })
  })

  it.each<[Visibility['chat_name'], object]>([
    ['event', { partner: 'ada.chats', id: '4711', team: 'ada.chats' }],
    ['team', { partner: null, id: null, team: 'ada.chats' }],
    ['nobody', { partner: null, id: null, team: null }],
  ])('of the name in the chat: %s', async (chat_name, expected) => {
    expect((await choose({ ...open, chat_name })).json()).toMatchObject({ chat_name })
    expect((await look()).chat).toEqual(expected)
  })

  it.each<[Visibility['play'], object]>([
    ['everyone', { ladder: true, team: true, seen: true }],
    ['team', { ladder: false, team: true, seen: true }],
    ['nobody', { ladder: false, team: false, seen: false }],
  ])('of times of play: %s', async (play, expected) => {
    await choose({ ...open, play })
    expect((await look()).play).toEqual(expected)
  })

  it.each<[Visibility['stream'], object, string[]]>([
    ['everyone', { ladder: 'adastreams', listed: 1, partner: '42', team: 'adastreams' }, ['42']],
    ['team', { ladder: null, listed: 0, partner: null, team: 'adastreams' }, ['42']],
    ['nobody', { ladder: null, listed: 0, partner: null, team: null }, []],
  ])('of the stream: %s', async (stream, expected, followed) => {
    await choose({ ...open, stream })
    expect((await look()).stream).toEqual(expected)
    expect(await listFollowedStreamers(server.db, new Date(testNow))).toEqual(followed)
  })

  it('does not restrict organisers, who contact users there', async () => {
    await choose({ chat_name: 'nobody', play: 'nobody', stream: 'nobody' })
    const signups = (await server.get(`/events/${event.id}/signups`, await server.as(manager))).json<{ user: object }[]>()
    expect(signups.map(({ user }) => user)).toContainEqual(
      expect.objectContaining({ discord_id: '4711', discord_name: 'ada.chats' }),
    )
  })

  it.each([
    { ...open, chat_name: 'everyone' },
    { ...open, play: 'event' },
    { play: 'team', chat_name: 'team' },
  ])('is not %j', async (wrong) => {
    expect((await choose(wrong as Visibility)).statusCode).toBe(400)
  })
})
