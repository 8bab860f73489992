import type { Guild } from '@muster/contract/guilds'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

type Headers = { authorization: string }

const server = useTestServer()
let event: Row<'events'>
let teams: Row<'teams'>[]
let leads: Headers[]
let member: Headers

beforeEach(async () => {
  const { db } = server
  await db.deleteFrom('events').execute()
  event = await anEvent(db, { is_current: true })
  teams = [await aTeam(db, event.id), await aTeam(db, event.id)]
  leads = []
  for (const team of teams) {
    const lead = await aUser(db)
    await aMember(db, team, lead.id, true)
    leads.push(await server.as(lead))
  }
  const other = await aUser(db)
  await aMember(db, teams[0] as Row<'teams'>, other.id)
  member = await server.as(other)
})

const save = (headers: Headers | undefined, id: number, body: object = {}) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/${event.id}/guilds/${id}`,
    headers: headers ?? {},
    payload: { id, name: 'The Lanterns', tag: 'LAN', ...body },
  })
const list = async (path = String(event.id)) => (await server.get(`/${path}/guilds`)).json<Guild[]>()

describe('registering a guild', () => {
  it("belongs to the caller's team, even if the body names another, and is public", async () => {
    const answer = await save(leads[0], 812, { id: 5, team_id: teams[1]?.id, members: 3 })
    expect(answer.statusCode).toBe(200)
    const guild = { id: 812, name: 'The Lanterns', tag: 'LAN', team_id: teams[0]?.id }
    expect(answer.json()).toEqual(guild)
    expect(await list()).toEqual([guild])
    expect(await list('current')).toEqual([guild])
  })

  it('is renamed by saving it again, and a team may have two', async () => {
    await save(leads[0], 812)
    await save(leads[0], 813)
    await save(leads[0], 812, { name: 'The Lamps' })
    expect((await list()).map((guild) => guild.name)).toEqual(['The Lamps', 'The Lanterns'])
  })

  it('D-05: of another team is a conflict, and stays unchanged', async () => {
    await save(leads[0], 812)
    const answer = await save(leads[1], 812, { name: 'Mine now' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'guild_taken' })
    expect(await list()).toMatchObject([{ name: 'The Lanterns', team_id: teams[0]?.id }])
  })

  it('D-05: of two simultaneous registrations one succeeds', async () => {
    const answers = await Promise.all([save(leads[0], 812), save(leads[1], 812)])
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await list()).toHaveLength(1)
  })

  it('is refused for a game without guild tabs, as is a log, with the alternative', async () => {
    await save(leads[0], 812)
    await server.db.updateTable('events').set({ game_version: 'poe2' }).execute()
    const refused = { code: 'invalid_request', error: expect.stringContaining('Submit your items') }
    const upload = { method: 'POST', url: `/api/${event.id}/guilds/812/stash-history`, headers: leads[0] ?? {} } as const
    const answers = await Promise.all([
      save(leads[0], 813),
      server.app.inject({ ...upload, payload: { entries: [], truncated: false } }),
    ])
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [400, expect.objectContaining(refused)],
      [400, expect.objectContaining(refused)],
    ])
    expect(await list()).toHaveLength(1)
  })

  it('the same guild may play another event for another team', async () => {
    await save(leads[0], 812)
    const later = await anEvent(server.db)
    const team = await aTeam(server.db, later.id)
    const lead = await aUser(server.db)
    await aMember(server.db, team, lead.id, true)
    const url = `/api/${later.id}/guilds/812`
    const payload = { id: 812, name: 'Again', tag: 'A' }
    const answer = await server.app.inject({ method: 'PUT', url, headers: await server.as(lead), payload })
    expect(answer.statusCode).toBe(200)
  })

  it.each([
    ['without a name', { name: '' }, 'name'],
    ['without a tag', { tag: null }, 'tag'],
    ['without an id', { id: 0 }, 'id'],
  ])('Q-07: %s is refused by name', async (_, body, field) => {
    const answer = await save(leads[0], 812, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
  })

  it('an impossible guild id is refused', async () => {
    expect((await save(leads[0], 0, { id: 1 })).statusCode).toBe(400)
    expect((await save(leads[0], 2 ** 31, { id: 1 })).statusCode).toBe(400)
  })
})

describe('removing a guild', () => {
  const remove = (headers: Headers | undefined, id: number) =>
    server.app.inject({ method: 'DELETE', url: `/api/${event.id}/guilds/${id}`, headers: headers ?? {} })

  it('is for the lead of its team and for admins', async () => {
    await save(leads[0], 812)
    expect((await remove(leads[1], 812)).statusCode).toBe(403)
    expect((await remove(member, 812)).statusCode).toBe(403)
    expect((await remove(leads[0], 812)).statusCode).toBe(204)
    expect(await list()).toEqual([])
    await save(leads[1], 812)
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    expect((await remove(admin, 812)).statusCode).toBe(204)
    expect((await remove(admin, 812)).statusCode).toBe(404)
  })
})
