import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aGuildTab, aMember, anEvent, aTeam, aUser } from '../testing/builders.ts'
import { startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

// A server with a long cache time, so that every second call of an address is answered from memory.

let open: Row<'events'>
let hidden: Row<'events'>
let admin: { authorization: string }
const server = useTestServer({ freshness: 1000 })
beforeAll(async () => {
  ;[open, hidden] = [await anEvent(server.db), await anEvent(server.db, { is_public: false })]
  await aTeam(server.db, open.id)
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
})

const twice = async (path: string, headers?: Record<string, string>) => [
  await server.get(path, headers),
  await server.get(path, headers),
]

describe('a response that is cached', () => {
  it('has the headers of an uncached one, and an id of its own', async () => {
    const [first, again] = await twice(`/events/${open.id}/teams`)
    const { 'x-request-id': firstId, date: _date, ...expected } = first?.headers ?? {}
    const { 'x-request-id': id, date: _later, ...headers } = again?.headers ?? {}
    expect(headers).toEqual(expected)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(id).not.toBe(firstId)
    expect(again?.body).toBe(first?.body)
  })

  it('to HEAD is as long as that to GET, and not sent', async () => {
    const url = `/api/events/${open.id}/teams`
    const get = await server.app.inject({ method: 'GET', url })
    const head = await server.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.body, head.headers['content-length'], head.headers.etag]).toEqual([
      200,
      '',
      get.headers['content-length'],
      get.headers.etag,
    ])
  })

  it('about a hidden event is not sent to a visitor, regardless of earlier callers', async () => {
    const path = `/events/${hidden.id}/teams`
    const asked = [...(await twice(path, admin)), ...(await twice(path)), ...(await twice(path, admin))]
    expect(asked.map((answer) => answer.statusCode)).toEqual([200, 200, 404, 404, 200, 200])
  })

  it('matches its caller', async () => {
    const count = (answer: { json(): unknown }) => (answer.json() as unknown[]).length
    const [one, other] = [await twice('/events'), await twice('/events', admin)]
    expect([...one, ...other, ...(await twice('/events'))].map(count)).toEqual([1, 1, 2, 2, 1, 1])
  })

  it('is not sent for an invalid call, however often', async () => {
    const path = `/events/${open.id}/scores/changes`
    expect((await twice(path)).map((answer) => answer.statusCode)).toEqual([200, 200])
    expect((await twice(`${path}?limit=0`)).map((answer) => answer.statusCode)).toEqual([400, 400])
    expect((await twice(`/events/${open.id}/objectives/0/receipt`)).map((answer) => answer.statusCode)).toEqual([400, 400])
  })

  it('distinguishes addresses with different parameters', async () => {
    const path = `/events/${open.id}/scores/history`
    const [all] = await twice(path)
    const [some] = await twice(`${path}?to=1`)
    expect((await server.get(path)).body).toBe(all?.body)
    expect((await server.get(`${path}?to=1`)).body).toBe(some?.body)
    expect(some?.headers.etag).not.toBe(all?.headers.etag)
  })

  it('is refused to a caller without the right, even if that needs a query', async () => {
    const [team, other] = [await aTeam(server.db, open.id), await aTeam(server.db, open.id)]
    const [member, rival] = [await aUser(server.db), await aUser(server.db)]
    await aMember(server.db, team, member.id)
    await aMember(server.db, other, rival.id)
    await aGuildTab(server.db, team, { id: 'a1b2c3d4e5', items: [] })
    const [theirs, others] = [await server.as(member), await server.as(rival)]
    const path = `/${open.id}/guild-stash/a1b2c3d4e5`
    // An unhandled refusal would end the process; the runner reports it as an error of the run.
    const asked = [...(await twice(path, theirs)), ...(await twice(path, others)), ...(await twice(path, theirs))]
    expect(asked.map((answer) => answer.statusCode)).toEqual([200, 200, 403, 403, 200, 200])
  })

  it('counts as a call', async () => {
    const strict = await startTestServer({ freshness: 1000, rate_limits: { reads: 4, reads_of_user: 2 } })
    const headers = await strict.as(await aUser(strict.db))
    const statuses = []
    for (const of of [headers, headers, headers, {}, {}]) statuses.push((await strict.get('/events', of)).statusCode)
    expect(statuses).toEqual([200, 200, 429, 200, 429])
    await strict.close()
  })
})
