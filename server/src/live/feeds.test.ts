import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { closeReload } from '@muster/contract/scores'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { type Work, works } from '../telemetry/points.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser } from '../testing/builders.ts'
import { type FeedServer, findListener, startFeedServer, waitForListener } from '../testing/feeds.ts'

let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer({ limits: { sockets: 200, sockets_per_network: 150, buffered_bytes: 100_000 } })
})
afterAll(() => server.close())

const isFeedMessage = (work: unknown): work is Work<'feed_message'> => (work as Work).kind === 'feed_message'

/** An event with two teams, one objective with hidden progress and one without. */
async function aBoard(event: { is_public?: boolean } = {}) {
  const { db } = server
  const { id: event_id } = await anEvent(db, event)
  const [one, two] = [await aTeam(db, event_id), await aTeam(db, event_id)]
  const [open, secret] = [await anObjective(db, event_id), await anObjective(db, event_id, { hide_progress: true })]
  const score = (objective: Row<'objectives'>, team: Row<'teams'>, points: number | null, finished = true) =>
    aScoreChange(db, { event_id, objective, team_id: team.id, points, finished })
  return {
    event_id,
    one,
    two,
    open,
    secret,
    score,
    main: `/events/${event_id}/scores/ws`,
    simple: `/events/${event_id}/scores/simple/ws`,
  }
}

async function aPlayerOf(team: Row<'teams'>): Promise<string> {
  const user = await aUser(server.db)
  await aMember(server.db, team, user.id)
  return (await server.as(user)).authorization.replace('Bearer ', '')
}

describe('the main feed', () => {
  it('sends nothing at first, then each change with its number', async () => {
    const { main, score, open, one } = await aBoard()
    const client = await server.connect(`${main}?token=`)
    const sequence = await score(open, one, 10)
    await client.has(1)
    expect(client.messages).toMatchObject([
      [{ objective_id: open.id, team_id: one.id, diff_type: 'Added', score: { points: 10, finished: true }, sequence }],
    ])
  })

  it('sends several changes within half a second in one message', async () => {
    const { main, score, open, one, two } = await aBoard()
    const client = await server.connect(main)
    await score(open, one, 10)
    await client.has(1)
    await score(open, two, 20)
    await score(open, one, 30)
    await server.passUntil(client, 2)
    expect(client.messages[1]).toMatchObject([
      { team_id: two.id, diff_type: 'Added', sequence: 2 },
      { team_id: one.id, diff_type: 'Changed', sequence: 3 },
    ])
  })

  it('sends a change immediately if the last one was half a second ago, even after a check without changes', async () => {
    const { event_id, main, score, open, one, two } = await aBoard()
    const client = await server.connect(main)
    let looks = 0
    works.asyncEnd.subscribe((work) => {
      if (isFeedMessage(work) && work.tags.event_id === event_id) looks++
    })
    await score(open, one, 10)
    await expect.poll(() => looks).toBe(1)
    server.timer.advance(400)
    await sql`select pg_notify('scores', ${String(event_id)})`.execute(server.db)
    await expect.poll(() => looks).toBe(2)
    expect(client.messages).toHaveLength(1)
    server.timer.advance(100)
    await score(open, two, 20)
    await client.has(2)
    expect(client.messages[1]).toMatchObject([{ team_id: two.id, sequence: 2 }])
  })

  it('sends hidden progress only to its own team until it is finished', async () => {
    const { main, score, secret, one, two } = await aBoard()
    const [visitor, own, rival] = [
      await server.connect(main),
      await server.connect(`${main}?token=${await aPlayerOf(one)}`),
      await server.connect(`${main}?token=${await aPlayerOf(two)}`),
    ]
    await score(secret, one, 5, false)
    await own.has(1)
    await score(secret, one, 9, true)
    await server.passUntil(own, 2)
    await visitor.has(1)
    await rival.has(1)
    expect(own.messages).toMatchObject([
      [{ diff_type: 'Added', score: { points: 5 } }],
      [{ diff_type: 'Changed', score: { points: 9 } }],
    ])
    const finished = [[{ diff_type: 'Added', team_id: one.id, score: { points: 9, finished: true }, sequence: 2 }]]
    expect(visitor.messages).toMatchObject(finished)
    expect(rival.messages).toMatchObject(finished)
  })

  it('sends the same bytes to the whole audience', async () => {
    const { main, score, open, one } = await aBoard()
    const clients = await Promise.all(Array.from({ length: 100 }, () => server.connect(main)))
    await score(open, one, 10)
    await Promise.all(clients.map((client) => client.has(1)))
    expect(new Set(clients.flatMap((client) => client.texts)).size).toBe(1)
    for (const { socket } of clients) socket.close()
    await expect.poll(() => server.hub.findFull('127.0.0.1', null)).toBeNull()
  })

  it('treats an expired, forged or empty token as no login', async () => {
    const { main, score, secret, one } = await aBoard()
    const client = await server.connect(`${main}?token=eyJhbGciOiJIUzI1NiJ9.e30.forged`)
    const own = await server.connect(`${main}?token=${await aPlayerOf(one)}`)
    await score(secret, one, 5, false)
    await own.has(1)
    expect(client.messages).toEqual([])
  })

  it('ignores messages from clients, and disconnects clients that send too many', async () => {
    const { main, score, open, one } = await aBoard()
    const client = await server.connect(main)
    client.socket.send('{"hello":true}')
    await score(open, one, 10)
    await client.has(1)
    client.socket.send('x'.repeat(2000))
    expect(await client.closeCode()).toBe(1009)
  })
})

describe('a client that reconnects with the number of its last change', () => {
  it('receives exactly the changes it missed', async () => {
    const { main, score, open, one, two } = await aBoard()
    await score(open, one, 10)
    await score(open, two, 20)
    await score(open, one, 30)
    const client = await server.connect(`${main}?since=1`)
    await client.has(1)
    expect(client.messages).toMatchObject([
      [
        { team_id: two.id, sequence: 2 },
        { team_id: one.id, sequence: 3 },
      ],
    ])
  })

  it('does not receive hidden ones among them', async () => {
    const { main, score, open, secret, one } = await aBoard()
    await score(secret, one, 10, false)
    await score(open, one, 20)
    const client = await server.connect(`${main}?since=0`)
    await client.has(1)
    expect(client.messages).toMatchObject([[{ objective_id: open.id, sequence: 2 }]])
  })

  it('may be ahead of this process', async () => {
    const { main, score, open, one, two } = await aBoard()
    const early = await server.connect(main)
    await score(open, one, 10)
    await early.has(1)
    await score(open, two, 10)
    const client = await server.connect(`${main}?since=2`)
    await server.passUntil(early, 2)
    await score(open, one, 20)
    await server.passUntil(client, 1)
    expect(client.messages).toMatchObject([[{ sequence: 3 }]])
  })

  it('has to load the scores again if its number is in the future, or before a gap left by a restored database', async () => {
    const { main, score, open, one } = await aBoard()
    expect(await (await server.connect(`${main}?since=7`)).closeCode()).toBe(closeReload)
    const client = await server.connect(main)
    await score(open, one, 10)
    await client.has(1)
    await server.db.updateTable('score_cursors').set({ change_sequence: sql`change_sequence + 1000` }).execute()
    await score(open, one, 20)
    await server.passUntil(client, 2)
    expect(await (await server.connect(`${main}?since=1`)).closeCode()).toBe(closeReload)
  })

  it('has to load the scores again if it missed too many', async () => {
    const { main, event_id, open, one } = await aBoard()
    await insertManyChanges(event_id, open.id, one.id, 2500)
    expect(await (await server.connect(`${main}?since=499`)).closeCode()).toBe(closeReload)
    const client = await server.connect(`${main}?since=500`)
    await client.has(1)
    expect(client.messages[0]).toHaveLength(2000)
  })

  it('has to load the scores again if the numbers started over', async () => {
    const { main, score, open, one } = await aBoard()
    await score(open, one, 10)
    const client = await server.connect(`${main}?since=0`)
    await client.has(1)
    await server.db.deleteFrom('score_cursors').execute()
    server.timer.advance(5000)
    expect(await client.closeCode()).toBe(closeReload)
  })
})

describe('an event without followers', () => {
  it('is dropped, and the next follower misses no change', async () => {
    const { main, simple, score, open, one } = await aBoard()
    const before = server.hub.rooms
    const followers = await Promise.all([main, simple].map((path) => server.connect(path)))
    expect(server.hub.rooms).toBe(before + 1)
    for (const { socket } of followers) socket.close()
    await server.pass(() => expect(server.hub.rooms).toBeLessThanOrEqual(before), 5000)
    await score(open, one, 10)
    const client = await server.connect(`${main}?since=0`)
    await client.has(1)
    await score(open, one, 20)
    await server.passUntil(client, 2)
    expect(client.messages).toMatchObject([[{ sequence: 1 }], [{ sequence: 2 }]])
  })

  it('is not dropped between the check of a visitor and the join', async () => {
    const { main, score, open, one } = await aBoard()
    let isOpen = false
    const connecting = server.connect(main).finally(() => (isOpen = true))
    await expect
      .poll(
        () => {
          server.timer.advance(5000)
          return isOpen
        },
        { interval: 1 },
      )
      .toBe(true)
    const client = await connecting
    await score(open, one, 10)
    await server.passUntil(client, 1)
    expect(client.messages).toMatchObject([[{ sequence: 1 }]])
  })
})

describe('the simple feed', () => {
  it('sends the totals first and after each change, without hidden points for any client', async () => {
    const { simple, score, open, secret, one, two } = await aBoard()
    const client = await server.connect(simple, { authorization: `Bearer ${await aPlayerOf(one)}` })
    await client.has(1)
    await score(open, one, 10)
    await client.has(2)
    await score(secret, one, 100, false)
    await score(open, two, 7)
    await server.passUntil(client, 3)
    expect(client.messages).toEqual([{}, { [one.id]: 10 }, { [one.id]: 10, [two.id]: 7 }])
  })
})

describe('broken lines', () => {
  let broken: FeedServer
  beforeAll(async () => {
    await server.close()
    broken = server = await startFeedServer({ limits: { buffered_bytes: 100_000 } })
  })

  it('cost nothing: changes made while the database connection was lost arrive after it is restored', async () => {
    const { main, score, open, one } = await aBoard()
    const client = await broken.connect(main)
    const pid = await findListener(broken)
    await sql`select pg_terminate_backend(${pid})`.execute(broken.db)
    await expect.poll(() => findListener(broken)).not.toBe(pid)
    await score(open, one, 10)
    await waitForListener(broken)
    await client.has(1)
    expect(client.messages).toMatchObject([[{ sequence: 1 }]])
  })

  it('cost nothing: a lost notification is made up for', async () => {
    const { main, event_id, open, one } = await aBoard()
    const client = await broken.connect(`${main}?since=0`)
    await insertManyChanges(event_id, open.id, one.id, 3)
    await broken.pass(() => expect(client.messages.length).toBe(1), 5000)
    expect(client.messages[0]).toHaveLength(3)
  })

  it('D-63: of clients that do not read are closed, and the others continue', async () => {
    const { main, event_id, open, one } = await aBoard()
    const reader = await broken.connect(main)
    const sleeper = connectTcp(broken.port, '127.0.0.1')
    sleeper.write(
      `GET /api${main} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    await once(sleeper, 'data')
    sleeper.pause()
    await expect.poll(() => broken.hub.size).toBeGreaterThanOrEqual(2)
    const before = broken.hub.size
    let round = 0
    await expect
      .poll(
        async () => {
          await insertManyChanges(event_id, open.id, one.id, 2000, ++round)
          broken.timer.advance(5000)
          await reader.has(round)
          broken.timer.advance(2500)
          return broken.hub.size
        },
        { timeout: 15_000 },
      )
      .toBe(before - 1)
    expect(reader.socket.readyState).toBe(reader.socket.OPEN)
    sleeper.destroy()
  })

  it('that do not answer pings are closed, the others are not', async () => {
    const { main } = await aBoard()
    const [alive, dead] = [await broken.connect(main), await broken.connect(main, {}, { autoPong: false })]
    broken.timer.advance(30_000)
    await once(alive.socket, 'ping')
    // Its own ping is answered after its pong has been read.
    alive.socket.ping()
    await once(alive.socket, 'pong')
    broken.timer.advance(30_000)
    expect(await dead.closeCode()).toBe(1006)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })

  it('are closed properly when the server stops', async () => {
    const { main } = await aBoard()
    const client = await broken.connect(main)
    const code = client.closeCode()
    await broken.hub.close()
    expect(await code).toBe(1001)
  })
})

/** Inserts many numbered changes of one score at once, without a notification. */
async function insertManyChanges(
  event_id: number,
  objective_id: number,
  team_id: number,
  count: number,
  round = 1,
): Promise<void> {
  const first = (round - 1) * count
  await sql`
    insert into score_changes (event_id, sequence, changed_at, objective_id, team_id, diff_type, hide_progress, points_before, finished_before, points, rank, number, finished)
    select ${event_id}::int, ${first}::int + n, now(), ${objective_id}::int, ${team_id}::int, 'Changed', false, n, true, n + 1, 0, n, true
    from generate_series(1, ${count}::int) as n`.execute(server.db)
  await sql`
    insert into score_cursors (event_id, change_sequence) values (${event_id}::int, ${first + count}::int)
    on conflict (event_id) do update set change_sequence = excluded.change_sequence`.execute(server.db)
}
