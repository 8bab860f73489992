import type { NamedPicture, ObjectivePicture } from '@muster/contract/item-images'
import type { Condition } from '@muster/contract/conditions'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

const art = (name: string, origin = 'https://web.poecdn.com') => `${origin}/image/Art/2DItems/${name}.png`

const server = useTestServer()
let event: Row<'events'>
let root_id: ObjectiveId

beforeEach(async () => {
  await server.db.deleteFrom('item_pictures').execute()
  await learn('pc', true, 'Headhunter')
  await learn('pc', false, 'Leather Belt')
  event = await anEvent(server.db)
  root_id = (await anObjective(server.db, event.id, { objective_type: 'CATEGORY', name: 'default' })).id
})

const learn = (realm: 'pc' | 'poe2', is_unique: boolean, name: string, address = art(name.replaceAll(' ', ''))) =>
  insertRows(server.db, 'item_pictures', { realm, is_unique, name, address, changed_at: new Date(testNow) })

async function ask(conditions: readonly Pick<Condition, 'field' | 'operator' | 'value'>[], more: object = {}): Promise<number> {
  const { id } = await anObjective(server.db, event.id, {
    parent_id: root_id,
    name: 'An objective',
    objective_type: 'ITEM',
    ...more,
  })
  const values = conditions.map((condition) => ({ objective_id: id, ...condition }))
  await insertRows(server.db, 'conditions', values)
  return id
}
const headhunter = [{ field: 'NAME', operator: 'EQ', value: 'Headhunter' }] as const
const belt = [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Leather Belt' }] as const

const read = async (headers = {}, id: EventId = event.id) =>
  (await server.get(`/events/${id}/item-pictures`, headers)).json<ObjectivePicture[]>()

describe('pictures of objectives', () => {
  test('a unique has its own, other items that of their type', async () => {
    const unique = await ask([...belt, ...headhunter])
    const type = await ask(belt)
    expect(await read()).toEqual([
      { objective_id: unique, address: art('Headhunter') },
      { objective_id: type, address: art('LeatherBelt') },
    ])
  })

  test('for a list, the first known one', async () => {
    const id = await ask([{ field: 'NAME', operator: 'IN', value: 'Mageblood,Headhunter' }])
    expect(await read()).toEqual([{ objective_id: id, address: art('Headhunter') }])
  })

  test('none for unseen names, conditions without a name, and non-item objectives', async () => {
    await ask([{ field: 'NAME', operator: 'EQ', value: 'Mageblood' }])
    await ask([{ field: 'NAME', operator: 'NEQ', value: 'Headhunter' }])
    await ask([{ field: 'NAME', operator: 'EQ', value: 'Leather Belt' }])
    await ask(headhunter, { objective_type: 'SUBMISSION' })
    expect(await read()).toEqual([])
  })

  test('pictures of one game are not used in the other', async () => {
    event = await anEvent(server.db, { game_version: 'poe2' })
    root_id = (await anObjective(server.db, event.id, { objective_type: 'CATEGORY', name: 'default' })).id
    await ask(headhunter)
    expect(await read()).toEqual([])
  })

  test('an address on a host other than the configured one is not sent', async () => {
    await server.db.deleteFrom('item_pictures').execute()
    await learn('pc', true, 'Headhunter', art('Headhunter', 'http://127.0.0.1:3001'))
    await ask(headhunter)
    expect(await read()).toEqual([])
  })
})

describe('an objective that opens later', () => {
  const why = { timestamp: new Date(testNow), author_id: null, reason: 'test' }
  const later = () => ({ valid_from: new Date(testNow + 60_000) })

  test('is in no list, not even for designers, nor are objectives below it', async () => {
    const designer = await server.as(await aUser(server.db, { permissions: ['objective_designer'] }))
    const branch = await anObjective(server.db, event.id, {
      parent_id: root_id,
      name: 'B',
      objective_type: 'CATEGORY',
      ...later(),
    })
    await ask(headhunter, later())
    await ask(headhunter, { parent_id: branch.id })
    const open = await ask(belt)
    const expected = [{ objective_id: open, address: art('LeatherBelt') }]
    expect(await read()).toEqual(expected)
    expect(await read(designer)).toEqual(expected)
  })

  test('has its picture once it opens, without any edit', async () => {
    const id = await ask(headhunter, later())
    await server.db.transact((tx) => recordDefinition(tx, event.id, why))
    expect(await read()).toEqual([])
    server.setNow(testNow + 60_000)
    expect(await read()).toEqual([{ objective_id: id, address: art('Headhunter') }])
    server.setNow(testNow)
  })
})

describe('pictures by name', () => {
  const find = async (query: Record<string, string>) =>
    (await server.get(`/item-pictures?${new URLSearchParams({ game_version: 'poe1', ...query }).toString()}`)).json<
      NamedPicture[]
    >()

  test('uniques by name, others by type, which the line of a magic item contains', async () => {
    expect(
      await find({ uniques: 'Headhunter\nMageblood', types: 'Leather Belt\nSuperior Leather Belt of the Fox\nRing' }),
    ).toEqual([
      { name: 'Headhunter', is_unique: true, address: art('Headhunter') },
      { name: 'Leather Belt', is_unique: false, address: art('LeatherBelt') },
      { name: 'Superior Leather Belt of the Fox', is_unique: false, address: art('LeatherBelt') },
    ])
  })

  test('a type is not a unique, and a unique no type', async () => {
    expect(await find({ uniques: 'Leather Belt', types: 'Headhunter' })).toEqual([])
  })

  test('refuses more names than a character has items, with the parameter', async () => {
    const refused = await server.get(`/item-pictures?game_version=poe1&types=${'a%0A'.repeat(61)}`)
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('types')])
  })
})

test('a server without pictures says so, and sends none', async () => {
  const without = await startTestServer({ environment: { ITEM_PICTURES: 'off' } })
  const its = await anEvent(without.db)
  expect((await without.get('/item-images')).json()).toEqual({ origin: null })
  expect((await without.get(`/events/${its.id}/item-pictures`)).json()).toEqual([])
  expect((await without.get('/item-pictures?game_version=poe1&uniques=Headhunter')).json()).toEqual([])
  await without.close()
})
