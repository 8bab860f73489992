import { describe, expect, it } from 'vitest'
import { aMember, anEvent, aTeam, aUser } from '../testing/builders.ts'
import { startFeedServer } from '../testing/feeds.ts'
import { useOpened } from '../testing/use-server.ts'

const maxPerAddress = 10

const server = useOpened(() => startFeedServer({ limits: { sockets_per_network: maxPerAddress } }))

const pathsOf = (event_id: number) => ({ main: `/events/${event_id}/scores/ws`, simple: `/events/${event_id}/scores/simple/ws` })

describe('access to a feed', () => {
  it('D-19: of a hidden event: users with a role, by query or header, and its participants', async () => {
    const { id: event_id } = await anEvent(server.db, { is_public: false })
    const { main, simple } = pathsOf(event_id)
    const player = await aUser(server.db)
    await aMember(server.db, await aTeam(server.db, event_id), player.id)
    const gone = { status: 404, body: { error: 'Event not found', code: 'event_not_found' } }
    expect(await server.refuse(`${main}?token=`)).toEqual(gone)
    expect(await server.refuse(simple)).toEqual(gone)
    const outsider = (await server.as(await aUser(server.db))).authorization
    expect(await server.refuse(main, { authorization: outsider })).toEqual(gone)
    const judge = (await server.as(await aUser(server.db, { permissions: ['submission_judge'] }))).authorization
    const clients = await Promise.all([
      server.connect(`${main}?token=${judge.replace('Bearer ', '')}`),
      server.connect(main, { authorization: judge }),
      server.connect(simple, { authorization: judge }),
      server.connect(main, await server.as(player)),
    ])
    for (const { socket } of clients) expect(socket.readyState).toBe(socket.OPEN)
  })

  it('of an unknown event: refused', async () => {
    expect(await server.refuse('/events/999999/scores/ws')).toMatchObject({ status: 404, body: { code: 'event_not_found' } })
    expect(await server.refuse('/events/x/scores/ws')).toMatchObject({ status: 400, body: { code: 'invalid_event_id' } })
    expect(await server.refuse('/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
  })

  it('with an invalid number: refused', async () => {
    const { main } = pathsOf((await anEvent(server.db)).id)
    expect(await server.refuse(`${main}?since=soon`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', problems: [{ field: 'since' }] },
    })
  })

  it('is limited per address', async () => {
    const { main } = pathsOf((await anEvent(server.db)).id)
    await Promise.all(Array.from({ length: maxPerAddress - server.hub.size }, () => server.connect(main)))
    expect(await server.refuse(main)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  it('is limited per IPv6 network, because one person has all addresses of their network', async () => {
    const venue = await startFeedServer({ limits: { sockets_per_network: 1 } })
    const path = `/events/${(await anEvent(venue.db)).id}/scores/ws`
    const from = (address: string) => ({ 'x-forwarded-for': address })
    await venue.connect(path, from('2001:db8:1:2::1'))
    expect(await venue.refuse(path, from('2001:db8:1:2:ffff::2'))).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await venue.connect(path, from('2001:db8:1:3::1'))
    expect(venue.hub.size).toBe(2)
    await venue.close()
  })

  it('needs a WebSocket: an ordinary request gets an explanation', async () => {
    const { main } = pathsOf((await anEvent(server.db)).id)
    const answer = await server.get(main)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  })
})
