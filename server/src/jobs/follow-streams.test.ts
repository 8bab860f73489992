import type { UserId } from '@muster/contract/ids'
import type { TwitchStream } from '@muster/contract/streams'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, insertRows } from '../testing/builders.ts'
import { openSimulatedStack } from '../testing/simulated-world.ts'
import { startTestServer } from '../testing/server.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { followStreams } from './follow-streams.ts'
import { useOpened } from '../testing/use-server.ts'

// Covers the simulated Twitch, the scheduled task and the API response.

const minute_ms = 60_000
const stack = useOpened(openSimulatedStack)
let events: Row<'events'>[]
/** The first two play in the first event, the third in the second, the fourth in none. */
let streamers: { user_id: UserId; twitch_id: string }[]

const twitch = () => stack.simulator.identities.twitch.slice(0, 4)
const goLive = (...indexes: number[]) => {
  for (const [index, { account }] of stack.simulator.identities.twitch.entries())
    stack.simulator.inject({ kind: 'broadcast', account: account.name, live: indexes.includes(index) })
  // Twitch reports the start and end of a stream a few minutes late.
  stack.simulator.step(5 * minute_ms)
}
const follow = () => runTaskOnce(stack.server.ctx, followStreams, new AbortController().signal)
const ask = async (at: number, headers = {}) => stack.server.get(`/events/${events[at]?.id}/streams`, headers)
const list = async (at: number) => (await ask(at)).json<TwitchStream[]>().map(({ backend_user_id }) => backend_user_id)

beforeEach(async () => {
  const { db, ctx } = stack.server
  stack.simulator.faults.clear()
  for (const table of ['events', 'users', 'scheduled_tasks', 'twitch_streams', 'stream_spans'] as const)
    await db.deleteFrom(table).execute()
  const end = new Date(ctx.clock.now() + 48 * 3_600_000)
  events = [await anEvent(db, { event_end_time: end }), await anEvent(db, { event_end_time: end })]
  streamers = []
  for (const { id: account_id, login } of twitch()) {
    const { id: user_id } = await aUser(db)
    await insertRows(db, 'accounts', { user_id, provider: 'twitch', account_id, name: login })
    streamers.push({ user_id, twitch_id: account_id })
  }
  for (const [event, people] of [streamers.slice(0, 2), streamers.slice(2, 3)].entries()) {
    const team = await aTeam(db, events[event]?.id ?? (0 as never))
    for (const { user_id } of people) await aMember(db, team, user_id)
  }
})

describe('live streams', () => {
  it('D-40: include only the participants of the requested event, found by their ids', async () => {
    goLive(0, 1, 2, 3)
    await follow()
    const [first, second, third] = streamers
    expect(new Set(await list(0))).toEqual(new Set([first?.user_id, second?.user_id]))
    expect(await list(1)).toEqual([third?.user_id])
    expect(stack.simulator.requests.totals().complaints).toEqual({})
  })

  it('keep the texts from Twitch', async () => {
    goLive(2)
    await follow()
    const [stream] = (await ask(1)).json<TwitchStream[]>()
    const [, , user] = twitch()
    expect(stream).toMatchObject({
      user_id: user?.id,
      user_login: user?.login,
      user_name: user?.display_name,
      type: 'live',
      tags: ['English'],
      tag_ids: [],
    })
    expect(stream?.thumbnail_url).toContain('{width}')
  })

  it('end with the broadcast', async () => {
    goLive(0)
    await follow()
    expect(await list(0)).toHaveLength(1)
    goLive()
    await follow()
    expect(await list(0)).toEqual([])
  })

  it("use the streamers' current names", async () => {
    goLive(0)
    await follow()
    const account = await stack.server.db
      .selectFrom('accounts')
      .select(['name', 'handle'])
      .where('user_id', '=', streamers[0]?.user_id ?? null)
      .executeTakeFirst()
    expect(account).toEqual({ name: twitch()[0]?.display_name, handle: twitch()[0]?.login })
  })

  it('D-15: of a hidden event stay hidden, even after a member has requested them', async () => {
    const { server } = stack
    await server.db.updateTable('events').set({ is_public: false }).execute()
    goLive(0)
    await follow()
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    expect((await ask(0, admin)).statusCode).toBe(200)
    expect((await ask(0)).statusCode).toBe(404)
  })

  it('stay unchanged while Twitch does not respond, and are soon no longer marked as live', async () => {
    goLive(0)
    await follow()
    stack.simulator.faults.add({ effect: 'api.503', match: { provider: 'twitch', route: '/helix' }, when: {}, parameters: {} })
    stack.simulator.step(minute_ms)
    await follow()
    expect(await list(0)).toHaveLength(1)
    stack.simulator.step(15 * minute_ms)
    await follow()
    const answer = await ask(0)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    const task = await stack.server.db.selectFrom('scheduled_tasks').select('last_error').executeTakeFirst()
    expect(task?.last_error).toMatch(/^unavailable: /)
  })

  it('cause no request to Twitch when read, or when no event is running', async () => {
    const asked = () => stack.simulator.requests.totals().requests
    goLive(0)
    await follow()
    const before = asked()
    await Promise.all(Array.from({ length: 20 }, () => ask(0)))
    expect(asked()).toBe(before)
    await stack.server.db
      .updateTable('events')
      .set({ event_end_time: new Date(0), event_start_time: new Date(0) })
      .execute()
    stack.simulator.step(minute_ms)
    await follow()
    expect(asked()).toBe(before)
    expect(await list(0)).toEqual([])
  })

  it('are empty on a server without Twitch', async () => {
    const bare = await startTestServer()
    const { id } = await anEvent(bare.db)
    const answer = await bare.get(`/events/${id}/streams`)
    await bare.close()
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
  })
})

describe('the spans of streams', () => {
  const spans = () => stack.server.db.selectFrom('stream_spans').selectAll().orderBy('started_at').execute()
  const start = (index: number) => {
    const at = stack.server.ctx.clock.now()
    goLive(index)
    return at
  }

  it('begin when the stream began, grow while it is live, and stay after it', async () => {
    const [user] = twitch()
    const began_at = start(0)
    await follow()
    const seen_at = stack.server.ctx.clock.now()
    stack.simulator.step(minute_ms)
    await follow()
    expect(await spans()).toMatchObject([{ twitch_id: user?.id, seen_until: new Date(seen_at + minute_ms) }])
    goLive()
    await follow()
    const again_at = start(0)
    await follow()
    const kept = await spans()
    expect(kept).toHaveLength(2)
    // Twitch gives whole seconds.
    for (const [at, span] of [began_at, again_at].entries())
      expect(Math.abs((kept[at]?.started_at.getTime() ?? 0) - span)).toBeLessThan(1000)
    expect(kept[0]?.seen_until).toEqual(new Date(seen_at + minute_ms))
  })

  it('get the video of the same stream, and no other', async () => {
    goLive(0)
    await follow()
    goLive()
    await follow()
    goLive(0)
    await follow()
    const kept = await spans()
    expect(new Set(kept.map(({ video_id }) => video_id)).size).toBe(2)
    for (const { video_id, video_started_at, started_at } of kept) {
      expect(video_id).toMatch(/^\d+$/)
      expect(video_started_at).toEqual(started_at)
    }
    expect(stack.simulator.requests.totals().complaints).toEqual({})
  })

  it('wait for a video without a new request every minute, and the list of live streams does not wait with them', async () => {
    goLive(0)
    stack.simulator.faults.add({
      effect: 'api.503',
      match: { provider: 'twitch', route: '/helix/videos' },
      when: {},
      parameters: {},
    })
    await follow()
    expect(await list(0)).toHaveLength(1)
    expect(await spans()).toMatchObject([{ video_id: null, video_asked_at: null }])
    stack.simulator.faults.clear()
    stack.simulator.faults.add({
      effect: 'shape.empty_list',
      match: { provider: 'twitch', route: '/helix/videos' },
      when: {},
      parameters: {},
    })
    stack.simulator.step(minute_ms)
    await follow()
    const asked = async () => {
      const before = stack.simulator.requests.totals().requests
      stack.simulator.step(minute_ms)
      await follow()
      return stack.simulator.requests.totals().requests - before
    }
    expect(await asked()).toBe(1)
    stack.simulator.step(30 * minute_ms)
    expect(await asked()).toBe(2)
    expect(await spans()).toMatchObject([{ video_id: null }])
  })

  it('get their videos although Twitch has an unreadable list for another streamer', async () => {
    goLive(0, 1)
    stack.simulator.faults.add({
      effect: 'shape.garbage',
      match: { provider: 'twitch', route: '/helix/videos' },
      when: { count: 1 },
      parameters: {},
    })
    await follow()
    expect((await spans()).filter(({ video_id }) => video_id !== null)).toHaveLength(1)
  })

  it('are deleted after 90 days, and with the connected account', async () => {
    const { db, ctx } = stack.server
    const day_ms = 24 * 3_600_000
    const span = (twitch_id: string, days: number) => {
      const at = new Date(ctx.clock.now() - days * day_ms)
      return { twitch_id, stream_id: String(days), started_at: at, seen_until: at }
    }
    const own = streamers[0]?.twitch_id ?? ''
    await insertRows(db, 'stream_spans', [span(own, 91), span(own, 89), span('123456', 1)])
    goLive()
    await follow()
    expect((await spans()).map(({ stream_id }) => stream_id)).toEqual(['89'])
  })
})
