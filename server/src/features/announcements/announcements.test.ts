import type { AdminChange } from '@muster/contract/admin-changes'
import type { Announcement, AnnouncementAudience, KeptAnnouncement } from '@muster/contract/announcements'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let manager: Row<'users'>
const hour_ms = 3_600_000

beforeAll(async () => {
  manager = await aUser(server.db, { permissions: ['manager'], display_name: 'Mara' })
})
beforeEach(async () => {
  server.setNow(testNow)
  event = await anEvent(server.db)
})

const at = (hours: number) => new Date(testNow + hours * hour_ms).toISOString()
const body = { title: 'Tonight', text: 'Teams are posted at eight.', audience: 'everybody' as AnnouncementAudience }
const save = async (more: object = {}) =>
  server.send('PUT', `/events/${event.id}/announcements`, await server.as(manager), { ...body, ...more })
const saved = async (more: object = {}) => (await save(more)).json<KeptAnnouncement>()
const remove = async (id: number) => server.send('DELETE', `/events/${event.id}/announcements/${id}`, await server.as(manager))
const shownTo = async (user: Row<'users'> | null) =>
  (await server.get(`/events/${event.id}/announcements`, user ? await server.as(user) : {}))
    .json<Announcement[]>()
    .map(({ title }) => title)
const kept = async () =>
  (await server.get(`/events/${event.id}/announcements/kept`, await server.as(manager))).json<KeptAnnouncement[]>()
const changes = async (query = '') =>
  (await server.get(`/events/${event.id}/admin-changes${query}`, await server.as(manager))).json<AdminChange[]>()

describe('an announcement', () => {
  it('is shown from its start to its end, by the event clock', async () => {
    await save({ starts_at: at(1), ends_at: at(2) })
    expect(await shownTo(null)).toEqual([])
    server.setNow(testNow + hour_ms)
    expect(await shownTo(null)).toEqual(['Tonight'])
    server.setNow(testNow + 2 * hour_ms)
    expect(await shownTo(null)).toEqual([])
  })

  it('starts now by default, and has no end', async () => {
    expect(await saved()).toMatchObject({ starts_at: at(0), ends_at: null, version: 1, author: { display_name: 'Mara' } })
    server.setNow(testNow + 1000 * hour_ms)
    expect(await shownTo(null)).toEqual(['Tonight'])
  })

  it('is shown to its audience only', async () => {
    const team = await aTeam(server.db, event.id)
    const [lead, player, applicant, stranger] = [
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
    ]
    await aMember(server.db, team, lead.id, true)
    await aMember(server.db, team, player.id)
    await insertRows(server.db, 'signups', {
      event_id: event.id,
      user_id: applicant.id,
      timestamp: new Date(testNow),
      expected_playtime: 1,
    })
    for (const audience of ['leads', 'players', 'everybody'] as const) await save({ audience, title: audience })
    expect(await shownTo(lead)).toEqual(['everybody', 'players', 'leads'])
    expect(await shownTo(player)).toEqual(['everybody', 'players'])
    expect(await shownTo(applicant)).toEqual(['everybody', 'players'])
    expect(await shownTo(stranger)).toEqual(['everybody'])
    expect(await shownTo(null)).toEqual(['everybody'])
  })

  it('gets another version with every edit, and hides its author', async () => {
    const { id } = await saved()
    expect(await saved({ id, text: 'At nine.', base_version: 1 })).toMatchObject({ id, version: 2, text: 'At nine.' })
    const [shown] = (await server.get(`/events/${event.id}/announcements`)).json<object[]>()
    expect(shown).toEqual({ id, ...body, text: 'At nine.', starts_at: at(0), ends_at: null, version: 2 })
  })

  it('is not overwritten by an edit that began with an older version', async () => {
    const { id } = await saved()
    await save({ id, text: 'first', base_version: 1 })
    const second = await save({ id, text: 'second', base_version: 1 })
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'changed_meanwhile'])
    expect((await kept())[0]?.text).toBe('first')
  })

  it('that was removed is hidden, is kept, and comes back when it is saved again', async () => {
    const { id } = await saved()
    expect((await remove(id)).statusCode).toBe(204)
    expect((await remove(id)).statusCode).toBe(204)
    expect(await shownTo(null)).toEqual([])
    expect(await kept()).toMatchObject([{ id, removed_at: at(0) }])
    await save({ id })
    expect(await shownTo(null)).toEqual(['Tonight'])
    expect((await changes()).map(({ kind, author }) => [kind, author?.display_name])).toEqual([
      ['announcement_written', 'Mara'],
      ['announcement_removed', 'Mara'],
      ['announcement_written', 'Mara'],
    ])
  })

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['text', { text: 'x'.repeat(1501) }],
    ['audience', { audience: 'rivals' }],
    ['ends_at', { starts_at: at(2), ends_at: at(2) }],
  ])('is refused for its %s: %o', async (field, more) => {
    const answer = await save(more)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect(await kept()).toEqual([])
  })

  it('of another event is not found', async () => {
    const { id } = await saved()
    event = await anEvent(server.db)
    expect((await save({ id })).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
    expect(await shownTo(null)).toEqual([])
  })
})

it('only the latest five are shown, and the log is read in pages', async () => {
  for (let number = 1; number <= 6; number++) {
    server.setNow(testNow + number)
    await save({ title: `${number}` })
  }
  expect(await shownTo(null)).toEqual(['6', '5', '4', '3', '2'])
  const [newest, next] = await changes('?limit=2')
  expect([newest?.subject, next?.subject]).toEqual(['6', '5'])
  expect((await changes(`?limit=1&before=${next?.id}`)).map(({ subject }) => subject)).toEqual(['4'])
})
