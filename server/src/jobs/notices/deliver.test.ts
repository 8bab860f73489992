import type { NoticeRouteId } from '@muster/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { findRoute, sealedPlace } from '../../features/notices/store.ts'
import { anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { aNoticeRoute, startReceiver, testKey } from '../../testing/notice-routes.ts'
import { startTestServer } from '../../testing/server.ts'
import { runTaskOnce } from '../scheduled-tasks.ts'
import { createChannels, createSendNotices } from '../send-notices.ts'
import { type Channels, deliverNext } from './deliver.ts'
import { useOpened } from '../../testing/use-server.ts'

const minute = 60_000
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
const server = useOpened(() =>
  startTestServer({ environment: { DISCORD_URL: receiver.origin, WEBHOOK_ORIGINS: receiver.origin } }),
)
let channels: Channels
beforeAll(() => {
  channels = createChannels(server.ctx.config)
})

let now = testNow
let event: Row<'events'>
let teams: Row<'teams'>[]
let mirror: Row<'objectives'>
beforeEach(async () => {
  event = await anEvent(server.db, { name: 'Autumn Muster' })
  teams = [await aTeam(server.db, event.id, { name: 'Lanterns' }), await aTeam(server.db, event.id, { name: 'Falcons' })]
  const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  mirror = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Mirror' })
  receiver.received.length = 0
  receiver.answer = (_request, reply) => void reply.writeHead(204).end()
})
afterEach(() => server.db.deleteFrom('events').execute())

async function turn(): Promise<void> {
  now += minute
  server.setNow(now)
  await runTaskOnce(server.ctx, createSendNotices(channels), new AbortController().signal)
}
const score = (team: number, points: number) =>
  aScoreChange(server.db, { event_id: event.id, objective: mirror, team_id: (teams[team] as Row<'teams'>).id, points, at: now })
const messages = (route_id: NoticeRouteId) =>
  server.db.selectFrom('notice_messages').selectAll().where('route_id', '=', route_id).orderBy('number').execute()
async function readRoute(id: NoticeRouteId): Promise<Row<'notice_routes'>> {
  const route = await findRoute(server.db, event.id, id)
  if (!route) throw new Error(`route ${id} does not exist`)
  return route
}
const insertWaiting = (route_id: NoticeRouteId, numbers: readonly number[]) =>
  insertRows(
    server.db,
    'notice_messages',
    numbers.map((number) => ({
      route_id,
      number,
      body: `{"number":${number}}`,
      made_at: new Date(now),
      kind: 'digest',
      notices: 1,
      state: 'waiting',
    })),
  )
const deliver = async (route: Pick<Row<'notice_routes'>, 'id' | 'event_id'>) =>
  deliverNext(server.ctx, channels, route, new AbortController().signal)

describe('two processes', () => {
  test('that reach a message at the same time send it once, and the next one after it', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await insertWaiting(id, [1, 2])
    const route = await readRoute(id)
    let asked = 0
    let release = () => {}
    const isAsked = new Promise<void>((resolve) => {
      receiver.answer = (_request, reply) => {
        const answer = () => void reply.writeHead(204).end()
        if (++asked > 1) return answer()
        release = answer
        resolve()
      }
    })
    const both = [deliver(route), deliver(route)]
    // The request has no answer yet, so this is the process that came too late.
    await Promise.race(both)
    await isAsked
    expect(asked).toBe(1)
    release()
    await Promise.all(both)
    expect(receiver.received.map(({ body }) => body)).toEqual(['{"number":1}'])
    await deliver(route)
    expect(receiver.received.map(({ body }) => body)).toEqual(['{"number":1}', '{"number":2}'])
  })

  test('never have a turn at the same time', async () => {
    await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await turn()
    await score(0, 10)
    await Promise.all([turn(), turn()])
    expect(receiver.received).toHaveLength(1)
  })

  test('the late end of an attempt that another process has repeated changes nothing', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await insertWaiting(id, [1])
    const route = await readRoute(id)
    let asked = 0
    let answerLate = () => {}
    const isAsked = new Promise<void>((resolve) => {
      receiver.answer = (_request, reply) => {
        if (++asked > 1) return void reply.writeHead(200).end()
        answerLate = () => void reply.writeHead(410).end()
        resolve()
      }
    })
    const late = deliver(route)
    await isAsked
    server.setNow((now += minute))
    expect(await deliver(route)).toBe(true)
    answerLate()
    await late
    expect(await messages(id)).toMatchObject([{ state: 'sent', attempts: 2, status: 200 }])
    expect(await readRoute(id)).toMatchObject({ stopped: null })
  })
})

describe('a change of a route while others are served', () => {
  test('a pause takes effect at once', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await insertWaiting(id, [1])
    const route = await readRoute(id)
    await server.db
      .updateTable('notice_routes')
      .set({ paused_at: new Date(now) })
      .where('id', '=', id)
      .execute()
    expect(await deliver(route)).toBe(false)
    expect(receiver.received).toEqual([])
  })

  test('a new address takes effect at once, and is not stopped by the answer of the old one', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/old`)
    await insertWaiting(id, [1, 2])
    const paths: unknown[] = []
    receiver.answer = (request, reply) => {
      paths.push(request.url)
      if (request.url === '/new') return void reply.writeHead(200).end()
      const address = server.ctx.vault.seal(sealedPlace(id, 'address'), `${receiver.origin}/new`)
      void server.db
        .updateTable('notice_routes')
        .set((eb) => ({ address, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
        .then(() => reply.writeHead(410).end())
    }
    const route = await readRoute(id)
    await deliver(route)
    expect(await readRoute(id)).toMatchObject({ stopped: null })
    await deliver(route)
    expect(paths).toEqual(['/old', '/new'])
  })
})

test('a route that cannot be served stops no other, and the turn ends after its last request', async () => {
  const broken = await aNoticeRoute(server, event.id, `${receiver.origin}/broken`, { templates: 'no JSON' })
  const slow = await aNoticeRoute(server, event.id, `${receiver.origin}/slow`)
  await turn()
  receiver.answer = (_request, reply) => void setTimeout(() => reply.writeHead(204).end(), 50)
  await score(0, 10)
  await turn()
  expect(await messages(broken)).toEqual([])
  expect(await messages(slow)).toMatchObject([{ state: 'sent' }])
  expect(await server.db.selectFrom('scheduled_tasks').select('last_error').where('name', '=', 'SendNotices').execute()).toEqual([
    { last_error: expect.stringContaining('Autumn Muster') },
  ])
})

test('the test button does not shorten the wait that a receiver asks for', async () => {
  const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
  await turn()
  receiver.answer = (_request, reply) => void reply.writeHead(429, { 'retry-after': '600' }).end()
  await score(0, 10)
  await turn()
  const until = new Date(now + 600_000)
  expect(await messages(id)).toMatchObject([{ state: 'waiting', attempts: 1, next_try_at: until }])
  const organiser = await server.as(await aUser(server.db, { permissions: ['manager'] }))
  await server.send('POST', `/events/${event.id}/notice-routes/${id}/test`, organiser)
  await turn()
  expect(await messages(id)).toMatchObject([
    { attempts: 1, next_try_at: until },
    { kind: 'test', attempts: 0 },
  ])
  receiver.answer = (_request, reply) => void reply.writeHead(204).end()
  for (let minutes = 0; minutes < 11; minutes++) await turn()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}_1`, `msg_${id}_2`])
})

test('an address inside a private network is not called, and the log of the route says why', async () => {
  const id = await aNoticeRoute(server, event.id, 'https://10.0.0.1/hook')
  await turn()
  await score(0, 10)
  await turn()
  const detail = 'This address is not called: it is inside a private network'
  expect(await messages(id)).toMatchObject([{ state: 'waiting', detail }])
})

test('no log line names the address or the key of a route, whatever its receiver does', async () => {
  const secret = 'very-secret-path'
  for (const origin of [receiver.origin, 'https://10.0.0.1', 'https://no-such-name.invalid'])
    await aNoticeRoute(server, event.id, `${origin}/${secret}`)
  await aNoticeRoute(server, event.id, `123456789012345678/${secret}`, { target: 'discord' })
  await turn()
  receiver.answer = (request) => void request.socket.destroy()
  await score(0, 10)
  await turn()
  const details = await server.db.selectFrom('notice_messages').select('detail').execute()
  expect(details).toHaveLength(4)
  expect(JSON.stringify([server.logged, details])).not.toMatch(new RegExp(`${secret}|${testKey.slice(6, 20)}`))
})
