import type { AdminChange } from '@muster/contract/admin-changes'
import type { Event } from '@muster/contract/events'
import type { Team } from '@muster/contract/teams'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { aPng } from '../../testing/pictures.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let admin: Row<'users'>
let asAdmin: { authorization: string }
let event: Row<'events'>

beforeAll(async () => {
  admin = await aUser(server.db, { permissions: ['admin'], display_name: 'Ada' })
  asAdmin = await server.as(admin)
})
beforeEach(async () => {
  server.setNow(testNow)
  await server.db.deleteFrom('admin_changes').execute()
  event = await anEvent(server.db, { name: 'Winter Muster' })
})

const log = async (event_id: number = event.id) =>
  (await server.get(`/events/${event_id}/admin-changes`, asAdmin))
    .json<AdminChange[]>()
    .map(({ kind, subject, detail }) => [kind, subject, detail].filter((word) => word !== '').join(' '))
const send = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  server.send(method, `/events${path}`, asAdmin, body)
const readEvent = async () => (await server.get(`/events/${event.id}`, asAdmin)).json<Event>()

describe('changes by organisers are logged', () => {
  it('when they change a flag or a field of an event', async () => {
    const { teams: _, version: __, ...body } = await readEvent()
    const put = (more: object) => send('PUT', '', { ...body, is_public: true, ...more })
    expect((await put({ is_locked: true })).statusCode).toBe(201)
    expect((await put({ is_locked: false, max_size: body.max_size + 1, patch: '3.29' })).statusCode).toBe(201)
    expect((await put({ max_size: body.max_size + 1, patch: '3.29', is_current: true })).statusCode).toBe(201)
    expect((await put({ max_size: body.max_size + 1, patch: '3.29' })).statusCode).toBe(201)
    expect((await put({ max_size: body.max_size + 1, patch: '3.29', is_public: false })).statusCode).toBe(201)
    expect(await log()).toEqual([
      'event_hidden Winter Muster',
      'event_made_ordinary Winter Muster',
      'event_made_current Winter Muster',
      'event_changed Winter Muster max_size patch',
      'event_unlocked Winter Muster',
      'event_locked Winter Muster',
    ])
    const [newest] = (await server.get(`/events/${event.id}/admin-changes`, asAdmin)).json<AdminChange[]>()
    expect(newest).toMatchObject({ author: { id: admin.id, display_name: 'Ada' }, changed_at: new Date(testNow).toISOString() })
  })

  it('when an event is deleted: the log of every other event says what was lost', async () => {
    const gone = await anEvent(server.db, { name: 'Autumn Muster' })
    await anObjective(server.db, gone.id)
    expect((await send('DELETE', `/${gone.id}`)).statusCode).toBe(204)
    expect(await log()).toEqual(['event_deleted Autumn Muster 1 0'])
    const locked = await anEvent(server.db, { is_locked: true })
    expect((await send('DELETE', `/${locked.id}`)).statusCode).toBe(400)
    expect(await log()).toHaveLength(1)
  })

  it('when they change a team, its logo or its members, and not without a difference', async () => {
    const team = await aTeam(server.db, event.id, { name: 'Foxes', color: '#111111' })
    const { name, abbreviation, allowed_classes } = (
      await server.get(`/events/${event.id}/teams/${team.id}`, asAdmin)
    ).json<Team>()
    const same = { id: team.id, name, abbreviation, color: '#111111', allowed_classes }
    await send('PUT', `/${event.id}/teams`, same)
    expect(await log()).toEqual([])
    await send('PUT', `/${event.id}/teams`, { ...same, color: '#222222' })
    const picture = aPng(8, 8, Buffer.alloc(8 * 9)).toString('base64')
    await send('PUT', `/${event.id}/teams/${team.id}/logo`, { picture })
    await send('DELETE', `/${event.id}/teams/${team.id}/logo`)
    const ben = await aUser(server.db)
    await send('PUT', `/${event.id}/teams/users`, [{ user_id: ben.id, team_id: team.id, is_team_lead: false }])
    expect(await log()).toEqual(['people_assigned 1', 'logo_removed Foxes', 'logo_changed Foxes', 'team_changed Foxes color'])
  })

  it('when they move, remove and restore a signup, and not when a player withdraws', async () => {
    const ben = await aUser(server.db, { display_name: 'Ben' })
    const signup = { event_id: event.id, user_id: ben.id, timestamp: new Date(testNow), expected_playtime: 4, extra: '' }
    await insertRows(server.db, 'signups', signup)
    await aMember(server.db, await aTeam(server.db, event.id), ben.id)
    for (const queue_place of ['front', 'back', null])
      await send('PUT', `/${event.id}/signups/${ben.id}/queue-place`, { queue_place })
    await send('DELETE', `/${event.id}/signups/${ben.id}`)
    await send('POST', `/${event.id}/signups/${ben.id}/restore`)
    expect(await log()).toEqual([
      'signup_restored Ben',
      'signup_removed Ben',
      'signup_put_back Ben',
      'signup_held_back Ben',
      'signup_accepted Ben',
    ])
    await server.send('DELETE', `/events/${event.id}/signups/${ben.id}`, await server.as(ben))
    expect(await log()).toHaveLength(5)
  })

  it('when they publish rules', async () => {
    await send('PUT', `/${event.id}/rules`, { text: 'Be kind.', base_version: 0 })
    await send('PUT', `/${event.id}/rules`, { text: 'Be kinder.', base_version: 0 })
    expect(await log()).toEqual(['rules_written 1 8'])
  })
})
