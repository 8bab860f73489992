import { type OwnNoticeSettings, type PersonalNotices, type PushDevice } from '@muster/contract/personal-notices'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser, testNow } from '../../testing/builders.ts'
import { makeBrowserKeys } from '../../testing/push-receiver.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { loadPushKey } from './push-key.ts'
import { insertNotices, removeOldNotices } from './store.ts'

const server = useTestServer()
const day = 86_400_000

let event: Row<'events'>
let ada: Row<'users'>
let ben: Row<'users'>
let count = 0
beforeAll(async () => {
  event = await anEvent(server.db)
})
async function newPeople() {
  ada = await aUser(server.db)
  ben = await aUser(server.db)
}

/** A notice as the task makes it. */
const aNotice = (user: Row<'users'>, kind = 'report_decided', key = `${kind}:${++count}`, at = testNow) =>
  server.db.transact((tx) =>
    insertNotices(tx, event.id, [
      {
        user_id: user.id,
        kind,
        key,
        facts: JSON.stringify({ case: 'APPROVED', objective: `Objective ${count}` }),
        happened_at: new Date(at).toISOString(),
        useful_until: new Date(at + day).toISOString(),
      },
    ]),
  )
const notices = async (user: Row<'users'>) =>
  (await server.get('/users/self/notices', await server.as(user))).json<PersonalNotices>()
const settings = async (user: Row<'users'>) =>
  (await server.get('/users/self/notices/settings', await server.as(user))).json<OwnNoticeSettings>()
const quiet = { kinds: ['tracking'], quiet_from: 1380, quiet_to: 420, time_zone: 'Europe/Berlin', most_per_hour: 2 }
const save = async (user: Row<'users'>, more: object = {}) =>
  server.send('PUT', '/users/self/notices/settings', await server.as(user), { ...quiet, ...more })
const subscribe = async (user: Row<'users'>, more: object = {}) => {
  const { p256dh, auth } = makeBrowserKeys()
  const body = { endpoint: `https://push.test/send/${++count}`, p256dh, auth, ...more }
  return server.send('PUT', '/users/self/notices/devices', await server.as(user), body)
}

describe('the bell', () => {
  it('has the notices of the caller alone, newest first, and marks them as read', async () => {
    await newPeople()
    await aNotice(ada)
    await aNotice(ada)
    await aNotice(ben)
    const { unread, notices: listed } = await notices(ada)
    expect([unread, listed.map(({ text }) => text)]).toEqual([
      2,
      [`Your report was approved: Objective ${count - 1}`, `Your report was approved: Objective ${count - 2}`],
    ])
    expect(listed[0]).toMatchObject({ link: `/submissions?mine=true&event=${event.id}`, is_read: false })
    await aNotice(ada)
    const read = await server.send('PUT', '/users/self/notices/read', await server.as(ada), { up_to: listed[0]?.id })
    expect(read.json<PersonalNotices>().unread).toBe(1)
    // A high number marks no notice of another person.
    await server.send('PUT', '/users/self/notices/read', await server.as(ada), { up_to: Number.MAX_SAFE_INTEGER })
    expect([(await notices(ada)).unread, (await notices(ben)).unread]).toEqual([0, 1])
  })

  it('has the same thing once, however often it is found', async () => {
    await newPeople()
    await Promise.all(Array.from({ length: 5 }, () => aNotice(ada, 'tracking', 'tracking:same')))
    expect((await notices(ada)).notices.length).toBe(1)
  })

  it('has only kinds that are on, by default or by the settings', async () => {
    await newPeople()
    await save(ben)
    for (const kind of ['report_decided', 'tracking', 'overtaken', 'opening_soon']) {
      await aNotice(ada, kind)
      await aNotice(ben, kind)
    }
    const kinds = async (user: Row<'users'>) => (await notices(user)).notices.map(({ kind }) => kind).toSorted()
    expect([await kinds(ada), await kinds(ben)]).toEqual([['opening_soon', 'report_decided', 'tracking'], ['tracking']])
  })

  it('keeps a new kind at its usual setting for people who chose before it existed', async () => {
    await newPeople()
    await save(ada, { kinds: [] })
    await server.db
      .updateTable('personal_notice_settings')
      .set({ known_kinds: ['report_decided'] })
      .where('user_id', '=', ada.id)
      .execute()
    expect((await settings(ada)).settings.kinds).toEqual(['tracking', 'opening_soon', 'signups_closing'])
    await aNotice(ada, 'report_decided')
    await aNotice(ada, 'tracking')
    expect((await notices(ada)).notices.map(({ kind }) => kind)).toEqual(['tracking'])
  })

  it('keeps 100 notices of 30 days; notices of the last hour are counted but not removed', async () => {
    await newPeople()
    await aNotice(ada, 'tracking', 'old', testNow - 31 * day)
    for (let index = 0; index < 103; index++) await aNotice(ada, 'tracking', `later:${index}`, testNow - 2 * 3_600_000)
    await aNotice(ben, 'tracking', 'kept', testNow - 29 * day)
    await removeOldNotices(server.db, testNow)
    const rows = await server.db
      .selectFrom('personal_notices')
      .select('key')
      .where('user_id', '=', ada.id)
      .orderBy('id')
      .execute()
    expect([rows.length, rows[0]?.key, (await notices(ben)).notices.length]).toEqual([100, 'later:3', 1])
  })
})

describe('settings', () => {
  it('are the usual ones until saved, and belong to the caller alone', async () => {
    await newPeople()
    const usual = { kinds: ['report_decided', 'tracking', 'opening_soon', 'signups_closing'], quiet_from: null, most_per_hour: 6 }
    expect((await settings(ada)).settings).toMatchObject(usual)
    const saved = (await save(ada)).json<OwnNoticeSettings>()
    expect(saved.settings).toEqual(quiet)
    expect((await settings(ben)).settings).toMatchObject(usual)
  })

  it('refuse half of quiet hours, unknown zones and numbers out of range', async () => {
    await newPeople()
    for (const wrong of [
      { quiet_to: null },
      { time_zone: 'Mars/Olympus' },
      { most_per_hour: 0 },
      { most_per_hour: 21 },
      { quiet_from: 1440 },
      { kinds: ['everything'] },
    ])
      expect((await save(ada, wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
  })

  it('have the same key of the server in every answer; its private half is sealed', async () => {
    await newPeople()
    const keys = await Promise.all([ada, ben, ada, ben].map(settings))
    expect(new Set(keys.map(({ push_key }) => push_key)).size).toBe(1)
    const { public_key, private_key } = await loadPushKey(server.ctx)
    expect([Buffer.from(public_key, 'base64url').length, Buffer.from(private_key, 'base64url').length]).toEqual([65, 32])
    const row = await server.db.selectFrom('push_key').selectAll().executeTakeFirstOrThrow()
    expect(row.private_key.includes(Buffer.from(private_key, 'base64url'))).toBe(false)
    expect(row.private_key.toString('latin1')).not.toContain(private_key)
  })
})

describe('devices', () => {
  const devices = async (user: Row<'users'>) => (await settings(user)).devices

  it('are listed without their secrets, for their owner alone', async () => {
    await newPeople()
    const added = await subscribe(ada, { endpoint: 'https://push.test/send/very-secret' })
    const device = added.json<PushDevice>()
    expect(device).toMatchObject({ service: 'push.test', last_sent_at: null })
    expect([await devices(ada), await devices(ben)]).toEqual([[device], []])
    expect(JSON.stringify(await settings(ada))).not.toContain('very-secret')
    const row = await server.db.selectFrom('push_devices').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow()
    expect(row.subscription.toString('latin1')).not.toContain('very-secret')
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        (await server.send(method, `/users/self/notices/devices/${device.id}${path}`, await server.as(ben))).statusCode,
      ).toBe(404)
    expect((await server.send('DELETE', `/users/self/notices/devices/${device.id}`, await server.as(ada))).statusCode).toBe(204)
    expect(await devices(ada)).toEqual([])
  })

  it('belong to the last login of the browser', async () => {
    await newPeople()
    const endpoint = 'https://push.test/send/shared'
    const first = (await subscribe(ada, { endpoint })).json<PushDevice>()
    const second = (await subscribe(ben, { endpoint })).json<PushDevice>()
    expect([second.id, await devices(ada), (await devices(ben)).length]).toEqual([first.id, [], 1])
  })

  it('end with "log out everywhere"', async () => {
    await newPeople()
    await subscribe(ada)
    await server.send('POST', '/users/self/logout-everywhere', await server.as(ada))
    const again = await server.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(again.token_version).toBeGreaterThan(ada.token_version)
    expect(await devices(again)).toEqual([])
  })

  it('are at most ten: a further one replaces the oldest', async () => {
    await newPeople()
    const ids: number[] = []
    for (let index = 0; index < 12; index++) ids.push((await subscribe(ada)).json<PushDevice>().id)
    expect((await devices(ada)).map(({ id }) => id)).toEqual(ids.slice(2))
  })

  it.each([
    ['no address', { endpoint: 'push' }],
    ['without TLS', { endpoint: 'http://push.test/send/1' }],
    ['inside the local network, without TLS', { endpoint: 'http://127.0.0.1:5432/' }],
    ['with a name and password', { endpoint: 'https://ada:secret@push.test/send' }],
    ['too long', { endpoint: `https://push.test/${'x'.repeat(1000)}` }],
    ['a key that is not a point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short key', { p256dh: 'BCVx' }],
    ['a long secret', { auth: Buffer.alloc(17).toString('base64url') }],
  ])('refuse a subscription: %s', async (_, wrong) => {
    await newPeople()
    expect((await subscribe(ada, wrong)).statusCode).toBe(400)
    expect(await devices(ada)).toEqual([])
  })

  it('start after the notices that exist', async () => {
    await newPeople()
    await aNotice(ada)
    const { id } = (await subscribe(ada)).json<PushDevice>()
    const newest = (await notices(ada)).notices[0]?.id
    const row = await server.db.selectFrom('push_devices').select('position').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.position).toBe(newest)
  })

  it('end when the key of the server is lost, and another key is made', async () => {
    await newPeople()
    await subscribe(ada)
    const before = (await settings(ada)).push_key
    await server.db
      .updateTable('push_key')
      .set({ private_key: Buffer.alloc(60) })
      .execute()
    const after = await settings(ada)
    expect([after.push_key === before, after.devices]).toEqual([false, []])
  })
})
