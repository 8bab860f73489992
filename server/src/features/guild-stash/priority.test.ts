import { beforeEach, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aGuildTab, aMember, anEvent, aTeam, aUser, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let team: Row<'teams'>
let lead: Row<'users'>
let member: Row<'users'>
let rival: Row<'users'>

const tabIds = ['a', 'b', 'c', 'd', 'e']

beforeEach(async () => {
  const { db } = server
  server.setNow(testNow)
  await db.deleteFrom('events').execute()
  event = await anEvent(db)
  team = await aTeam(db, event.id)
  ;[lead, member, rival] = [await aUser(db), await aUser(db), await aUser(db)]
  await aMember(db, team, lead.id, true)
  await aMember(db, team, member.id)
  await aMember(db, await aTeam(db, event.id), rival.id, true)
  for (const id of tabIds) await aGuildTab(db, team, { id, due_at: new Date(testNow + 100_000) })
})

const path = (id: string) => `/${event.id}/guild-stash/${id}`
const setPriority = async (id: string, is_priority = true, by = lead) =>
  server.send('PATCH', `${path(id)}/priority`, await server.as(by), { is_priority })
const stored = (id: string) => server.db.selectFrom('guild_stash_tabs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countPriority = async () =>
  (await server.db.selectFrom('guild_stash_tabs').select('id').where('is_priority', '=', true).execute()).length

it('priority switches fetching on, with the parts of a collection, and makes the tab due', async () => {
  await aGuildTab(server.db, team, { id: 'part', parent_id: 'a' })
  expect((await setPriority('part')).json()).toMatchObject({ id: 'a', is_priority: true, fetch_enabled: true })
  expect(await stored('a')).toMatchObject({ is_priority: true, fetch_enabled: true, due_at: new Date(testNow) })
  expect(await stored('part')).toMatchObject({ is_priority: false, fetch_enabled: true })
})

it('without priority the tab is fetched like others', async () => {
  await setPriority('a')
  expect((await setPriority('a', false)).json()).toMatchObject({ is_priority: false, fetch_enabled: true })
})

it('a tab whose fetching is switched off loses its priority, and does not regain it when fetching is switched on', async () => {
  await setPriority('a')
  const turn = async () => (await server.send('PATCH', path('a'), await server.as(lead))).json()
  expect(await turn()).toMatchObject({ fetch_enabled: false, is_priority: false })
  expect(await turn()).toMatchObject({ fetch_enabled: true, is_priority: false })
})

it('a team has at most four priority tabs, even if its leads press at the same time', async () => {
  const answers = await Promise.all(tabIds.map((id) => setPriority(id)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'too_many_priority_tabs' })
  expect(await countPriority()).toBe(4)
  const taken = tabIds[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
  expect((await setPriority(taken)).statusCode).toBe(200)
})

it('only a lead of its team can give a tab priority', async () => {
  for (const other of [member, rival]) expect((await setPriority('a', true, other)).statusCode).toBe(403)
  expect((await setPriority('unknown')).statusCode).toBe(404)
  expect(await countPriority()).toBe(0)
})
