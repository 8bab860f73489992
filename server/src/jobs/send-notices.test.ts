import { createHmac } from 'node:crypto'
import { createSimulator } from '@muster/simulator/simulator'
import { WebhookMessage } from '@muster/contract/notices'
import type { NoticeRouteId } from '@muster/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import {
  anEvent,
  anObjective,
  aScoreChange,
  aTeam,
  aUser,
  eventEnd,
  insertRows,
  publishDefinition,
  testNow,
} from '../testing/builders.ts'
import { aNoticeRoute, startReceiver, testKey } from '../testing/notice-routes.ts'
import { startTestServer } from '../testing/server.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { createChannels, createSendNotices } from './send-notices.ts'
import { useOpened } from '../testing/use-server.ts'

const minute = 60_000
const simulator = useOpened(() => createSimulator({ preset: 'tiny' }))
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
const server = useOpened(() =>
  startTestServer({ environment: { DISCORD_URL: simulator.discord_url, WEBHOOK_ORIGINS: receiver.origin } }),
)
let task: ReturnType<typeof createSendNotices>
beforeAll(() => {
  task = createSendNotices(createChannels(server.ctx.config))
})

let now = testNow
let event: Row<'events'>
let teams: Row<'teams'>[]
let root: Row<'objectives'>
beforeEach(async () => {
  event = await anEvent(server.db, { name: 'Autumn Muster' })
  teams = [await aTeam(server.db, event.id, { name: 'Lanterns' }), await aTeam(server.db, event.id, { name: 'Falcons' })]
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  receiver.received.length = 0
  receiver.answer = (_request, reply) => void reply.writeHead(204).end()
  for (const channel of simulator.channels.all) channel.messages.length = 0
})
afterEach(async () => {
  await server.db.deleteFrom('events').execute()
  simulator.faults.clear()
})

/** Runs one turn after this much time, on all clocks. */
async function turn(after_ms = minute): Promise<void> {
  now += after_ms
  simulator.clock.step(after_ms)
  server.setNow(now)
  await runTaskOnce(server.ctx, task, new AbortController().signal)
}
const channel = (name: string) => {
  const found = simulator.channels.all.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return {
    ...found,
    address: `${found.webhook_id}/${found.token}`,
    posts: () => found.messages.map(({ content }) => content),
    found,
  }
}
async function objective(more: Partial<Row<'objectives'>> = {}): Promise<Row<'objectives'>> {
  const made = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Mirror', ...(more as object) })
  await publishDefinition(server.db, event.id)
  return made
}
const score = (of: Row<'objectives'>, team: number, points: number, more: { finished?: boolean } = {}) =>
  aScoreChange(server.db, {
    event_id: event.id,
    objective: of,
    team_id: (teams[team] as Row<'teams'>).id,
    points,
    at: now,
    ...more,
  })
const messages = (route_id: NoticeRouteId) =>
  server.db.selectFrom('notice_messages').selectAll().where('route_id', '=', route_id).orderBy('number').execute()
const received = () => receiver.received.map(({ body }) => WebhookMessage.parse(JSON.parse(body)))
const texts = () => received().flatMap(({ notices }) => notices.map(({ text }) => text))

describe('a program', () => {
  test('gets signed messages with numbers and everything since the route began', async () => {
    const mirror = await objective()
    await score(mirror, 1, 5, { finished: false })
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await turn()
    await score(mirror, 0, 100)
    await turn()
    await score(mirror, 1, 60)
    await turn()
    expect(received().map(({ id: message, number, notices }) => [message, number, notices.map(({ kind }) => kind)])).toEqual([
      [`msg_${id}_1`, 1, ['first_finish', 'big_score', 'rank_change']],
      [`msg_${id}_2`, 2, ['big_score']],
    ])
    expect(texts().slice(0, 3)).toEqual([
      'Lanterns is the first to finish Mirror (100 points)',
      'Lanterns gains 100 points: Mirror',
      'New ranks: Lanterns 2 to 1, Falcons 1 to 2. Lanterns leads with 100 points',
    ])
    for (const { headers, body } of receiver.received) {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const expected = createHmac('sha256', Buffer.from(testKey.slice(6), 'base64'))
        .update(signed)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
      expect(headers['webhook-id']).toBe((JSON.parse(body) as { id: string }).id)
    }
  })

  test('that is down for an hour gets everything in order, and nothing twice', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`, { kinds: ['first_finish'] })
    await turn()
    const bad = ['500', 'cut', '503', 'redirect', 'slow', '429']
    let asked = 0
    receiver.answer = (request, reply) => {
      const way = bad[asked++ % bad.length]
      if (way === 'cut' || way === 'slow') return void request.socket.destroy()
      if (way === 'redirect') return void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      if (way === '429') return void reply.writeHead(429, { 'retry-after': '120' }).end()
      reply.writeHead(Number(way)).end('failed')
    }
    const names: string[] = []
    for (let minutes = 0; minutes < 60; minutes++) {
      const next = await objective({ name: `Objective ${minutes}` })
      names.push(next.name)
      await score(next, minutes % 2, 1)
      await turn()
    }
    expect(asked).toBeGreaterThan(5)
    expect(received()).toEqual([])
    receiver.answer = (_request, reply) => void reply.writeHead(200).end()
    for (let minutes = 0; minutes < 40; minutes++) await turn()
    const found = received().flatMap(({ notices }) => notices.map(({ values }) => values['objective']))
    expect(found).toEqual(names)
    expect(received().map(({ number }) => number)).toEqual([1, 2])
    expect((await messages(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('gets a message again with the same id if no answer came', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await turn()
    const ids: unknown[] = []
    receiver.answer = (request, reply) => {
      ids.push(request.headers['webhook-id'])
      if (ids.length === 1) return void request.socket.destroy()
      reply.writeHead(200).end()
    }
    await score(await objective(), 0, 10)
    await turn()
    await turn()
    expect(ids).toEqual([`msg_${id}_1`, `msg_${id}_1`])
    expect(await messages(id)).toMatchObject([{ state: 'sent', attempts: 2, status: 200 }])
  })

  test('that says it is gone stops its route; so does a receiver that is silent for a day', async () => {
    const gone = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await turn()
    receiver.answer = (_request, reply) => void reply.writeHead(410).end()
    await score(await objective(), 0, 10)
    await turn()
    const state = (id: NoticeRouteId) =>
      server.db.selectFrom('notice_routes').select('stopped').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await state(gone)).toEqual({ stopped: 'gone' })
    const silent = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    receiver.answer = (_request, reply) => void reply.writeHead(500).end('Broken')
    await score(await objective(), 0, 10)
    await turn()
    expect(await messages(silent)).toMatchObject([{ state: 'waiting', detail: 'Broken', status: 500 }])
    await turn(25 * 60 * minute)
    expect(await state(silent)).toEqual({ stopped: 'silent' })
    expect(await messages(silent)).toMatchObject([{ state: 'failed' }])
  })

  test('whose address was sealed with a lost secret is not called', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await server.db
      .updateTable('notice_routes')
      .set({ address: Buffer.alloc(60, 1) })
      .where('id', '=', id)
      .execute()
    await turn()
    await score(await objective(), 0, 10)
    await turn()
    expect(receiver.received).toEqual([])
    expect(await messages(id)).toMatchObject([{ state: 'failed' }])
  })
})

describe('a Discord channel', () => {
  const discord = { target: 'discord' } as const

  test('a burst of 1,000 scores in a minute makes at most the posts that were set', async () => {
    const events = channel('events')
    await aNoticeRoute(server, event.id, events.address, { ...discord, digest_minutes: 0, most_per_hour: 4 })
    await turn()
    const many = await Promise.all(Array.from({ length: 50 }, (_, index) => objective({ name: `Objective ${index}` })))
    for (let step = 0; step < 10; step++) {
      for (let index = 0; index < 100; index++)
        await score(many[index % 50] as Row<'objectives'>, index % 2, step * 100 + index + 1)
      await turn(6000)
    }
    for (let step = 0; step < 50; step++) await turn()
    expect(events.posts()).toHaveLength(4)
    for (const post of events.posts()) expect(post.length).toBeLessThanOrEqual(2000)
    expect(events.posts()[0]).toContain('… and ')
    // The rest is one post of the next hour.
    for (let step = 0; step < 15; step++) await turn()
    expect(events.posts()).toHaveLength(5)
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test('the wait of a 429 is respected, and the message arrives once', async () => {
    const events = channel('events')
    const id = await aNoticeRoute(server, event.id, events.address, discord)
    await turn()
    const address = `${simulator.discord_url}/api/webhooks/${events.address}`
    const body = JSON.stringify({ content: 'Other', allowed_mentions: { parse: [] } })
    await score(await objective(), 0, 10)
    now += minute
    simulator.clock.step(minute)
    for (let other = 0; other < 5; other++)
      await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', 'user-agent': 'other' }, body })
    await turn(0)
    const [waiting] = await messages(id)
    expect(waiting).toMatchObject({ state: 'waiting', status: 429, next_try_at: new Date(now + 2000) })
    await turn(1000)
    expect(await messages(id)).toMatchObject([{ attempts: 1 }])
    await turn(3000)
    expect(events.posts().filter((post) => post !== 'Other')).toHaveLength(1)
    expect(await messages(id)).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('the standings are one message that is edited, and a deleted one is posted again', async () => {
    const events = channel('events')
    const id = await aNoticeRoute(server, event.id, events.address, {
      ...discord,
      kinds: ['rank_change'],
      edits_standings: true,
      digest_minutes: 5,
    })
    await turn()
    const mirror = await objective()
    for (const [team, points] of [
      [0, 10],
      [1, 20],
      [0, 30],
    ] as const) {
      await score(mirror, team, points)
      await turn(6 * minute)
    }
    expect(events.found.messages.map(({ content, edits }) => [content.split('\n').slice(1, 3), edits])).toEqual([
      [[String.raw`1\. Lanterns: 30`, String.raw`2\. Falcons: 20`], 2],
    ])
    events.found.messages.length = 0
    await score(mirror, 1, 40)
    await turn(6 * minute)
    await turn(6 * minute)
    expect(events.posts()).toHaveLength(1)
    expect((await messages(id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  test('a post whose answer was lost is not repeated', async () => {
    const id = await aNoticeRoute(server, event.id, channel('events').address, discord)
    await turn()
    await score(await objective(), 0, 10)
    simulator.faults.add({ effect: 'net.reset', match: { provider: 'discord', route: '' }, when: { count: 1 }, parameters: {} })
    await turn()
    await turn()
    expect(await messages(id)).toMatchObject([{ state: 'unknown', attempts: 1 }])
    expect(channel('events').posts().length).toBeLessThanOrEqual(1)
  })

  test('an attempt of a process that died is not repeated in a chat, but is at a program', async () => {
    const chat = await aNoticeRoute(server, event.id, channel('events').address, discord)
    const program = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`)
    await turn()
    for (const route_id of [chat, program]) {
      const died = { began_at: new Date(now), attempts: 1, state: 'waiting', number: 1, kind: 'test', notices: 0 } as const
      await insertRows(server.db, 'notice_messages', { ...died, route_id, body: '{}', made_at: new Date(now) })
    }
    await turn()
    expect((await messages(chat))[0]).toMatchObject({ state: 'unknown' })
    expect((await messages(program))[0]).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('a deleted webhook stops the route', async () => {
    const events = channel('organisers')
    const id = await aNoticeRoute(server, event.id, events.address, discord)
    await turn()
    events.found.is_webhook_deleted = true
    await score(await objective(), 0, 10)
    await turn()
    events.found.is_webhook_deleted = false
    expect(await messages(id)).toMatchObject([{ state: 'failed', status: 404 }])
    await turn()
    expect(events.posts()).toEqual([])
  })
})

describe('quiet hours, pauses and dates', () => {
  test('what happens in quiet hours is one post afterwards', async () => {
    const at = new Date(now + 2 * minute)
    const minuteNow = at.getUTCHours() * 60 + at.getUTCMinutes()
    const quiet = { quiet_from: (minuteNow + 1435) % 1440, quiet_to: (minuteNow + 30) % 1440 }
    await aNoticeRoute(server, event.id, `${receiver.origin}/hook`, { kinds: ['first_finish'], ...quiet })
    await turn()
    for (let step = 0; step < 3; step++) {
      await score(await objective(), 0, 10)
      await turn()
    }
    expect(received()).toEqual([])
    await turn(30 * minute)
    expect(received().map(({ notices }) => notices.length)).toEqual([3])
  })

  test('a paused route and a hidden event post nothing', async () => {
    const id = await aNoticeRoute(server, event.id, `${receiver.origin}/hook`, { paused_at: new Date(now) })
    await turn()
    await score(await objective(), 0, 10)
    await turn()
    await server.db.updateTable('notice_routes').set({ paused_at: null }).where('id', '=', id).execute()
    await server.db.updateTable('events').set({ is_public: false }).where('id', '=', event.id).execute()
    await turn()
    expect(received()).toEqual([])
  })

  test('an opening, a closing, announcements for its readers, and the end', async () => {
    const open = await aNoticeRoute(server, event.id, `${receiver.origin}/public`)
    const team = { readers: 'team', team_id: (teams[0] as Row<'teams'>).id } as const
    await aNoticeRoute(server, event.id, `${receiver.origin}/team`, team)
    await turn()
    await objective({ name: 'Daily', valid_from: new Date(now + 30_000), valid_to: new Date(now + 90 * minute) })
    for (const audience of ['everybody', 'players'] as const)
      await insertRows(server.db, 'announcements', {
        event_id: event.id,
        title: `For ${audience}`,
        text: 'Read',
        audience,
        starts_at: new Date(now + 30_000),
        written_at: new Date(now),
      })
    await turn()
    await turn(40 * minute)
    now = eventEnd - minute
    await turn(0)
    await turn(2 * minute)
    const of = (id: NoticeRouteId, isOwn: boolean) =>
      received()
        .filter((message) => message.id.startsWith(`msg_${id}_`) === isOwn)
        .flatMap(({ notices }) => notices.map(({ text }) => text))
    expect(of(open, true)).toEqual([
      'Now open: Daily',
      'For everybody: Read',
      'Closing in 49 minutes: Daily',
      'Autumn Muster has ended. 1. Lanterns 0; 1. Falcons 0',
    ])
    expect(of(open, false)).toContain('For players: Read')
  })

  test('a long queue goes to organisers alone', async () => {
    const open = await aNoticeRoute(server, event.id, `${receiver.origin}/public`)
    await aNoticeRoute(server, event.id, `${receiver.origin}/own`, { readers: 'organisers' })
    await turn()
    const { id: user_id } = await aUser(server.db)
    const { id: objective_id } = await objective({ objective_type: 'SUBMISSION' as never })
    const at = new Date(now)
    const waiting = { event_id: event.id, objective_id, user_id, team_id: (teams[0] as Row<'teams'>).id }
    const rows = Array.from({ length: 12 }, (_, index) => ({
      ...waiting,
      number: index + 1,
      timestamp: new Date(now - index),
      submitted_at: at,
      proof: '',
    }))
    await insertRows(server.db, 'submissions', rows as never)
    await turn(5 * minute)
    expect(texts()).toEqual(['12 submissions wait for a judge, the oldest for 5 minutes'])
    expect(await messages(open)).toEqual([])
  })
})
