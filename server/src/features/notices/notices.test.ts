import { type NoticeDelivery, type NoticeRoute, noticeKinds } from '@muster/contract/notices'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'
import { sealedPlace } from './store.ts'

const server = useTestServer()
const manager = useRole(server, 'manager')
const judge = useRole(server, 'submission_judge')
const token = 'a1B2-c3_D4'.repeat(7).slice(0, 68)
const discordAddress = `https://discord.com/api/webhooks/123456789012345678/${token}`

let event: Row<'events'>
let team: Row<'teams'>
let lead: { authorization: string }
let rival: { authorization: string }
let member: { authorization: string }
beforeAll(async () => {
  const { db } = server
  event = await anEvent(db)
  team = await aTeam(db, event.id)
  const other = await aTeam(db, event.id)
  const join = async (of: Row<'teams'>, is_lead: boolean) => {
    const user = await aUser(db)
    await aMember(db, of, user.id, is_lead)
    return server.as(user)
  }
  lead = await join(team, true)
  member = await join(team, false)
  rival = await join(other, true)
})

const body = (more: object = {}) => ({
  name: 'Channel',
  readers: 'public',
  target: 'discord',
  address: discordAddress,
  kinds: ['first_finish', 'rank_change'],
  minimum_points: 10,
  digest_minutes: 5,
  most_per_hour: 12,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  edits_standings: true,
  templates: {},
  ...more,
})
const path = () => `/events/${event.id}/notice-routes`
const save = (by: { authorization: string }, more: object = {}) => server.send('PUT', path(), by, body(more))
async function make(
  by: { authorization: string },
  more: object = {},
): Promise<{ route: NoticeRoute; signing_key: string | null }> {
  const answer = await save(by, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const list = async (by: { authorization: string }) => (await server.get(path(), by)).json<NoticeRoute[]>()
const stored = (id: number) =>
  server.db
    .selectFrom('notice_routes')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow()
const problemsOf = async (more: object) => {
  const answer = await save(manager, more)
  return [answer.statusCode, ...(answer.json<{ problems?: { field: string }[] }>().problems ?? []).map(({ field }) => field)]
}

describe('a route', () => {
  it('keeps its address encrypted, and shows the end of it', async () => {
    const { route, signing_key } = await make(manager)
    expect([route.address_hint, signing_key, route.version]).toEqual([`discord.com/…${token.slice(-4)}`, null, 1])
    const row = await stored(route.id)
    expect(row.address.toString('latin1')).not.toContain(token)
    expect(server.ctx.vault.open(sealedPlace(route.id, 'address'), row.address)).toBe(`123456789012345678/${token}`)
    expect(server.ctx.vault.open(sealedPlace(9999 as never, 'address'), row.address)).toBeNull()
    expect(JSON.stringify([await list(manager), server.logged])).not.toContain(token)
  })

  it('of a program gets a signing key, which is shown once, and another on demand', async () => {
    const https = { target: 'https', address: 'https://hooks.example/x' }
    const { route, signing_key } = await make(manager, https)
    expect(signing_key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const edit = { ...https, id: route.id, address: null, base_version: 1 }
    expect((await make(manager, edit)).signing_key).toBeNull()
    const renewed = (await make(manager, { ...edit, base_version: 2, renews_key: true })).signing_key
    expect(renewed).toMatch(/^whsec_/)
    expect(renewed).not.toBe(signing_key)
    expect(JSON.stringify(server.logged)).not.toContain('whsec_')
  })

  it('is edited from its version, and a new address lets a stopped one begin again', async () => {
    const { route } = await make(manager)
    await server.db.updateTable('notice_routes').set({ stopped: 'gone' }).where('id', '=', route.id).execute()
    expect((await save(manager, { id: route.id, base_version: 7 })).json()).toMatchObject({ code: 'changed_meanwhile' })
    const { route: edited } = await make(manager, { id: route.id, base_version: 1, name: 'Other' })
    expect(edited).toMatchObject({ name: 'Other', stopped: null, version: 2 })
  })

  it.each([
    ['an address of another site', { address: 'https://evil.test/api/webhooks/1/2' }, 'address'],
    ['a new route without an address', { address: null }, 'address'],
    ['an address without TLS', { target: 'https', address: 'http://hooks.example/' }, 'address'],
    ['a kind for organisers in a public route', { kinds: ['long_queue'] }, 'kinds'],
    ['quiet hours without an end', { quiet_from: 60 }, 'quiet_to'],
    ['an unknown placeholder', { templates: { first_finish: '{player} was first' } }, 'templates'],
    ['an unknown time zone', { time_zone: 'Nowhere' }, 'time_zone'],
    ['no posts at all', { most_per_hour: 0 }, 'most_per_hour'],
  ])('is refused with %s', async (_, more, field) => {
    expect(await problemsOf(more)).toEqual([400, field])
  })

  it('posts nothing from before it was made or resumed', async () => {
    await insertRows(server.db, 'notice_cursors', {
      event_id: event.id,
      change_sequence: 0,
      began_at: new Date(testNow),
      looked_at: new Date(testNow),
      last_sequence: 5,
      standings: '[]',
      troubles: '{"is_queue_long":false,"players":{}}',
    })
    const { route } = await make(manager)
    expect((await stored(route.id)).position).toBe(5)
    const pause = (is_paused: boolean) => server.send('PUT', `${path()}/${route.id}/pause`, manager, { is_paused })
    expect((await pause(true)).json<NoticeRoute>().paused_at).not.toBeNull()
    await server.db.updateTable('notice_cursors').set({ last_sequence: 8 }).where('event_id', '=', event.id).execute()
    expect((await pause(false)).json<NoticeRoute>().paused_at).toBeNull()
    expect((await stored(route.id)).position).toBe(8)
  })

  it('is limited in number', async () => {
    const full = await anEvent(server.db)
    const at = `/events/${full.id}/notice-routes`
    for (let made = 0; made < 20; made++) expect((await server.send('PUT', at, manager, body())).statusCode).toBe(200)
    expect((await server.send('PUT', at, manager, body())).json()).toMatchObject({ code: 'routes_full' })
  })
})

describe('routes of a team', () => {
  it('belong to its leads: organisers and other leads do not find them', async () => {
    const { route } = await make(lead, { readers: 'team', kinds: noticeKinds.filter((kind) => kind !== 'long_queue') })
    expect(route.team_id).toBe(team.id)
    expect((await list(lead)).map(({ id }) => id)).toEqual([route.id])
    expect(await list(rival)).toEqual([])
    expect((await list(manager)).filter(({ id }) => id === route.id)).toEqual([])
    const calls = [
      ['PUT', '/pause', { is_paused: true }],
      ['POST', '/test', undefined],
      ['DELETE', '', undefined],
      ['POST', '/deliveries/1/again', undefined],
    ] as const
    for (const by of [rival, manager]) {
      for (const [method, end, sent] of calls)
        expect((await server.send(method, `${path()}/${route.id}${end}`, by, sent)).json()).toMatchObject({
          code: 'notice_route_not_found',
        })
      expect((await server.get(`${path()}/${route.id}/deliveries`, by)).statusCode).toBe(404)
      const edit = await save(by, { id: route.id, base_version: 1, readers: by === rival ? 'team' : 'public' })
      expect(edit.json()).toMatchObject({ code: 'notice_route_not_found' })
    }
    const { rows } = {
      rows: await server.db.selectFrom('admin_changes').select('kind').where('author_id', 'is not', null).execute(),
    }
    expect(rows.length).toBeGreaterThan(0)
  })

  it('are for leads alone, and leads can make no other kind', async () => {
    expect((await save(lead)).statusCode).toBe(403)
    expect((await save(manager, { readers: 'team' })).statusCode).toBe(403)
    for (const by of [member, judge]) expect((await server.get(path(), by)).statusCode).toBe(403)
  })
})

describe('the log of a route', () => {
  it('has the test, and a failed message can be sent again', async () => {
    const { route } = await make(manager, { target: 'https', address: 'https://hooks.example/y' })
    const at = `${path()}/${route.id}`
    const test = (await server.send('POST', `${at}/test`, manager)).json<NoticeDelivery>()
    expect(test).toMatchObject({ number: 1, kind: 'test', state: 'waiting' })
    // Pressing twice sends one message.
    expect((await server.send('POST', `${at}/test`, manager)).json<NoticeDelivery>().number).toBe(1)
    expect((await server.send('POST', `${at}/deliveries/1/again`, manager)).json()).toMatchObject({
      code: 'delivery_not_repeatable',
    })
    await server.db.updateTable('notice_messages').set({ state: 'failed' }).where('route_id', '=', route.id).execute()
    expect((await server.send('POST', `${at}/deliveries/1/again`, manager)).json<NoticeDelivery>()).toMatchObject({ number: 2 })
    const log = (await server.get(`${at}/deliveries`, manager)).json<NoticeDelivery[]>()
    expect(log.map(({ number, state }) => [number, state])).toEqual([
      [2, 'waiting'],
      [1, 'failed'],
    ])
    const { body: sent } = await server.db
      .selectFrom('notice_messages')
      .select('body')
      .where('route_id', '=', route.id)
      .where('number', '=', 2)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(sent)).toMatchObject({ id: `msg_${route.id}_2`, number: 2, type: 'muster.test' })
    expect((await server.send('DELETE', at, manager)).statusCode).toBe(204)
    expect((await server.get(`${at}/deliveries`, manager)).statusCode).toBe(404)
  })
})
