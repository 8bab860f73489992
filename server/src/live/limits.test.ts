import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser } from '../testing/builders.ts'
import { startFeedServer } from '../testing/feeds.ts'
import { createManualTimer } from '../testing/manual-timer.ts'
import { createMember } from './member.ts'
import { useOpened } from '../testing/use-server.ts'

const server = useOpened(() => startFeedServer({ limits: { sockets_per_person: 2, messages_per_minute: 3 } }))
let path: string
let score: (points: number) => Promise<number>
beforeAll(async () => {
  const { id: event_id } = await anEvent(server.db)
  const [objective, team] = [await anObjective(server.db, event_id), await aTeam(server.db, event_id)]
  path = `/events/${event_id}/scores/ws`
  score = (points) => aScoreChange(server.db, { event_id, objective, team_id: team.id, points })
  const player = await aUser(server.db)
  await aMember(server.db, team, player.id)
})

describe('the number of connections per person', () => {
  it('is limited across addresses, and others are not affected', async () => {
    const [one, other] = [await server.as(await aUser(server.db)), await server.as(await aUser(server.db))]
    const from = (address: string) => ({ ...one, 'x-forwarded-for': address })
    const first = await server.connect(path, from('192.0.2.1'))
    await server.connect(path, from('192.0.2.2'))
    expect(await server.refuse(path, from('192.0.2.3'))).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: 'Too many open connections with this login or key' },
    })
    const others = [await server.connect(path, other), await server.connect(path)]
    // A closed connection makes room for a new one.
    first.socket.close()
    await first.closeCode()
    await expect.poll(() => server.hub.size).toBe(3)
    const again = await server.connect(path, from('192.0.2.3'))
    await score(10)
    await server.passUntil(again, 1)
    await Promise.all(others.map((client) => client.has(1)))
  })

  it('is also limited for simultaneous connections', async () => {
    const login = await server.as(await aUser(server.db))
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        const client = await server.connect(path, login)
        if (client.socket.readyState !== client.socket.OPEN) throw new Error(client.reason)
        return client
      }),
    )
    await expect
      .poll(
        () => results.filter((one) => one.status === 'fulfilled' && one.value.socket.readyState === one.value.socket.OPEN).length,
      )
      .toBe(2)
    for (const one of results)
      if (one.status === 'fulfilled' && one.value.reason !== '') expect(one.value.reason).toBe('too many open feeds (person)')
  })
})

describe('the number of messages from a client', () => {
  it('beyond the limit per minute closes its feed, and others are not affected', async () => {
    const [loud, pinging, calm] = [await server.connect(path), await server.connect(path), await server.connect(path)]
    for (let count = 0; count < 3; count++) {
      loud.socket.send('hello')
      pinging.socket.ping()
    }
    await score(20)
    await server.passUntil(calm, 1)
    await Promise.all([loud, pinging].map((client) => client.has(1)))
    loud.socket.send('hello')
    pinging.socket.ping()
    for (const client of [loud, pinging]) {
      await expect.poll(() => client.socket.readyState).not.toBe(client.socket.OPEN)
      server.timer.advance(2000)
      expect([await client.closeCode(), client.reason]).toEqual([1008, 'too many messages'])
    }
    await score(30)
    await server.passUntil(calm, 2)
  })

  it('starts at 0 every minute, and includes pongs', () => {
    const timer = createManualTimer()
    const ended: string[] = []
    const socket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      close: (_: number, reason: string) => ended.push(reason),
      terminate: () => undefined,
    })
    const limits = { buffered_bytes: 1, messages_per_minute: 3 }
    const line = { pause: () => undefined } as unknown as Socket
    createMember(socket as unknown as WebSocket, line, timer, limits, () => undefined)
    for (let minute = 0; minute < 5; minute++) {
      for (const kind of ['message', 'ping', 'pong']) socket.emit(kind)
      timer.advance(60_000)
    }
    expect(ended).toEqual([])
    for (let count = 0; count < 4; count++) socket.emit('pong')
    expect(ended).toEqual(['too many messages'])
  })
})
