import { expect, describe, test } from 'vitest'
import { createEgress } from '../../gateways/egress/egress.ts'
import { upsertSettings } from '../../features/personal-notices/store.ts'
import { aUser, insertRows, testNow } from '../../testing/builders.ts'
import { usePersonalScene } from '../../testing/personal-scene.ts'
import { decryptPush } from '../../testing/push-receiver.ts'
import { runTaskOnce } from '../scheduled-tasks.ts'
import { createSendPersonalNotices } from '../send-personal-notices.ts'
import { contactOf } from './push-devices.ts'

const minute = 60_000
const hour = 60 * minute
const scene = usePersonalScene(createEgress, (server, egress) =>
  runTaskOnce(server.ctx, createSendPersonalNotices(egress), new AbortController().signal),
)
const { turn, objective, decide, aDevice, told, rulesOf } = scene

test('the receiver of these tests reads the message of RFC 8291, section 5', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const text = decryptPush(Buffer.from(body, 'base64url'), {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    private_key: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  })
  expect(text).toBe('When I grow up, I want to be a watermelon')
})

describe('a device', () => {
  test('gets an encrypted and signed message that lives as long as it is useful', async () => {
    const { id } = await objective()
    await turn()
    await aDevice()
    await decide(id)
    await turn()
    const [first] = scene.receiver.pushed
    const row = await scene.server.db.selectFrom('personal_notices').select('id').executeTakeFirstOrThrow()
    const tag = `notice-${row.id}`
    expect(first?.notice).toEqual({
      title: 'Autumn Muster',
      body: 'Your report was approved: Mirror',
      link: `/submissions?mine=true&event=${scene.event.id}`,
      tag,
    })
    const { public_key } = await scene.server.db.selectFrom('push_key').select('public_key').executeTakeFirstOrThrow()
    const { claims, public_key: signed_by } = first?.signature ?? { claims: null, public_key: '' }
    expect([signed_by, claims?.aud, claims?.sub]).toEqual([public_key, scene.receiver.origin, contactOf(scene.server.ctx.config)])
    // At most 24 hours: RFC 8292, section 2.
    expect(Number(claims?.exp) * 1000).toBeGreaterThan(Date.now())
    expect(Number(claims?.exp) * 1000).toBeLessThanOrEqual(Date.now() + 24 * hour)
    expect(first?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      urgency: 'normal',
      topic: tag.padEnd(Math.ceil(tag.length / 4) * 4, '_'),
    })
    expect(Number(first?.headers['ttl'])).toBeGreaterThan(23 * 3600)
    await turn()
    expect(scene.receiver.asked).toBe(1)
  })

  test('is silent in quiet hours of its person, and gets one summary afterwards, without what is stale or read', async () => {
    const objectives = [await objective({ name: 'One' }), await objective({ name: 'Two' }), await objective({ name: 'Three' })]
    const minutes = (new Date(testNow).getUTCHours() + 1) * 60
    await rulesOf({ time_zone: 'Europe/Berlin', quiet_from: minutes, quiet_to: minutes + 4 * 60 })
    await turn()
    await aDevice()
    for (const { id } of objectives) {
      await decide(id)
      await turn()
    }
    expect(scene.receiver.asked).toBe(0)
    const [first] = await scene.server.db.selectFrom('personal_notices').select('id').orderBy('id').execute()
    await scene.server.db
      .updateTable('personal_notices')
      .set({ read_at: new Date(scene.now) })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await turn(4 * hour)
    expect(scene.receiver.pushed.map(({ notice }) => [notice.title, notice.body])).toEqual([
      ['2 notices', 'Your report was approved: Three\nYour report was approved: Two'],
    ])
  })

  test('gets at most as many messages an hour as its person wants; the rest is one message', async () => {
    await rulesOf({ most_per_hour: 2 })
    const mirror = await objective()
    await turn()
    await aDevice()
    for (let index = 0; index < 10; index++) {
      await decide(mirror.id)
      await turn()
    }
    expect(scene.receiver.pushed.length).toBe(2)
    await turn(52 * minute)
    expect(scene.receiver.pushed.map(({ notice }) => notice.title)).toEqual(['Autumn Muster', 'Autumn Muster', '8 notices'])
  })

  test('is served although more devices than fit into a turn wait in quiet hours', async () => {
    const { db } = scene.server
    const sleeper = await aUser(db)
    const quiet = { kinds: [], quiet_from: 0, quiet_to: 1439, time_zone: 'UTC', most_per_hour: 6 }
    await upsertSettings(db, sleeper.id, quiet)
    const of = { user_id: sleeper.id, event_id: scene.event.id, kind: 'report_decided', key: 'one', facts: '{}' } as const
    const useful_until = new Date(testNow + 24 * hour)
    await insertRows(db, 'personal_notices', { ...of, happened_at: new Date(testNow), useful_until })
    const device = {
      user_id: sleeper.id,
      service: 'push.test',
      subscription: Buffer.alloc(1),
      token_version: sleeper.token_version,
      made_at: new Date(testNow),
      position: 0,
    }
    const devices = Array.from({ length: 501 }, (_, place) => ({ ...device, endpoint_hash: Buffer.from(`sleeps ${place}`) }))
    await insertRows(db, 'push_devices', devices)
    const { id } = await objective()
    await turn()
    await aDevice()
    await decide(id)
    await turn()
    await turn()
    expect(scene.receiver.pushed.length).toBe(1)
  })

  test('that cannot be reached for a while gets everything afterwards, and nothing twice', async () => {
    await rulesOf()
    const mirror = await objective()
    await turn()
    await aDevice()
    const bad = [500, 429, 503, 502]
    scene.receiver.answer = (reply) =>
      void reply.writeHead(bad[scene.receiver.asked % bad.length] ?? 500, { 'retry-after': '5' }).end()
    for (let index = 0; index < 3; index++) {
      await decide(mirror.id, index % 2 === 0 ? 'APPROVED' : 'REJECTED')
      await turn()
    }
    scene.receiver.answer = (reply) => void reply.writeHead(201).end()
    await turn(hour)
    await turn(hour)
    expect(scene.receiver.pushed.map(({ notice }) => notice.title)).toEqual(['3 notices'])
  })

  test.each([404, 410])('ends when its push service says %d', async (status) => {
    const mirror = await objective()
    await turn()
    await aDevice()
    scene.receiver.answer = (reply) => void reply.writeHead(status).end()
    await decide(mirror.id)
    await turn()
    expect(await scene.server.db.selectFrom('push_devices').select('id').execute()).toEqual([])
  })

  test('is not asked again about a message that its push service refuses', async () => {
    const mirror = await objective()
    await turn()
    await aDevice()
    scene.receiver.answer = (reply) => void reply.writeHead(413).end()
    await decide(mirror.id)
    await turn()
    await turn(hour)
    expect(scene.receiver.asked).toBe(1)
  })

  test('of an ended login gets nothing', async () => {
    const mirror = await objective()
    await turn()
    await aDevice()
    await scene.server.db
      .updateTable('users')
      .set({ token_version: scene.ada.token_version + 1 })
      .where('id', '=', scene.ada.id)
      .execute()
    await decide(mirror.id)
    await turn()
    expect([scene.receiver.asked, await scene.server.db.selectFrom('push_devices').select('id').execute()]).toEqual([0, []])
  })

  test('inside a private network is not called, and its answer is not revealed', async () => {
    const mirror = await objective()
    await turn()
    await aDevice('https://127.0.0.1:1/send')
    await decide(mirror.id)
    await turn()
    expect(scene.receiver.asked).toBe(0)
    const row = await scene.server.db.selectFrom('push_devices').select(['failures', 'last_sent_at']).executeTakeFirstOrThrow()
    expect(row).toEqual({ failures: 1, last_sent_at: null })
  })

  test('gets a test even in quiet hours, and only once', async () => {
    await rulesOf({ quiet_from: 0, quiet_to: 1439 })
    const mirror = await objective()
    await turn()
    const id = await aDevice()
    await decide(mirror.id)
    await turn()
    const asked = await scene.server.send('POST', `/users/self/notices/devices/${id}/test`, await scene.server.as(scene.ada))
    expect(asked.statusCode).toBe(204)
    await turn(10_000)
    await turn()
    expect(scene.receiver.pushed.map(({ notice }) => notice.body)).toEqual(['Notices arrive on this device.'])
  })

  test('gets each notice once when two processes work at the same time', async () => {
    const mirror = await objective()
    await turn()
    await aDevice()
    await decide(mirror.id)
    await scene.turnTogether(3)
    expect([(await told(scene.ada)).length, scene.receiver.pushed.length]).toEqual([1, 1])
  })

  test('gets none of the waiting notices once the event is hidden', async () => {
    const { id } = await objective()
    await turn()
    await aDevice()
    scene.receiver.answer = (reply) => void reply.writeHead(503).end()
    await decide(id)
    await turn()
    scene.receiver.answer = (reply) => void reply.writeHead(201).end()
    await scene.server.db.updateTable('events').set({ is_public: false }).where('id', '=', scene.event.id).execute()
    await turn(hour)
    expect([scene.receiver.asked, scene.receiver.pushed.length]).toEqual([1, 0])
  })
})
