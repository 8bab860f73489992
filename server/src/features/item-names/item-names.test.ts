import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gameVersions } from '@muster/contract/game-versions'
import { type AddedItemName, nameKinds, type NameSection } from '@muster/contract/item-names'
import { checkItemName, createItemLibrary } from '@muster/domain/items/item-names'
import { listNames } from '@muster/domain/items/name-list'
import { readList, readRecord } from '@muster/domain/items/normalise'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertRows, testNow } from '../../testing/builders.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'
import { readShippedNames } from './store.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')

beforeEach(() => server.db.deleteFrom('item_pictures').execute())

const read = async (game_version: string) =>
  (await server.get(`/item-names?game_version=${game_version}`, designer)).json<NameSection[]>()
const namesOf = (sections: readonly NameSection[], kind: string, group: string) =>
  sections.filter((section) => section.kind === kind && section.group === group).flatMap(({ names }) => names)

describe('the list that ships', () => {
  test.each(gameVersions)('of %s has each name once in its section, and only plain texts', async (game_version) => {
    const sections = await readShippedNames(game_version)
    const keys = sections.flatMap(({ kind, group, names }) => names.map(({ name }) => `${kind}/${group}/${name}`))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => !/^[\p{L}\p{N} ,'’"():./\-&!?+[\]]+$/u.test(key))).toEqual([])
  })

  test('has the kinds that a game has, in numbers', async () => {
    const counts = await Promise.all(
      gameVersions.map(async (game_version) => {
        const sections = await readShippedNames(game_version)
        return nameKinds.map((kind) => sections.reduce((sum, one) => sum + (one.kind === kind ? one.names.length : 0), 0))
      }),
    )
    expect(counts).toEqual([
      [1458, 470, 834, 194, 694, 252, 361, 1724],
      [470, 0, 905, 0, 587, 16, 0, 1602],
    ])
  })

  test('knows uniques with their base, and gems with their colour', async () => {
    const sections = await readShippedNames('poe1')
    expect(namesOf(sections, 'unique', 'Belt')).toContainEqual({ name: 'Headhunter', base: 'Leather Belt' })
    expect(namesOf(sections, 'gem', 'blue')).toContainEqual({ name: 'Arc of Surging' })
  })
})

const folder = new URL('../../../../../shared/data/items/', import.meta.url)

describe.skipIf(!existsSync(folder))('real items (../shared/data/items)', () => {
  const parse = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  const listItems = () =>
    [
      ...readList(readRecord(parse('public-stash-page.json')).stashes).flatMap((stash) => readList(readRecord(stash).items)),
      ...readList(parse('trade-items-1.json')),
      ...readList(parse('trade-items-2.json')),
    ].map(readRecord)

  test('all have a known base type, and all uniques a known name', async () => {
    const items = listItems()
    const { uniques, bases } = listNames(await readShippedNames('poe1'))
    const library = createItemLibrary(bases, uniques)
    const kindOf = (text: unknown, field: 'NAME' | 'BASE_TYPE') => checkItemName(String(text), field, library).kind
    expect(items).toHaveLength(44)
    expect(items.filter(({ baseType }) => kindOf(baseType, 'BASE_TYPE') !== 'fine')).toEqual([])
    const named = items.filter(({ frameType, name }) => frameType === 3 && name !== '')
    expect(named.filter(({ name }) => kindOf(name, 'NAME') !== 'fine')).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })
})

describe('the names of a game', () => {
  test('include names seen on public items of its realm', async () => {
    const seen = {
      realm: 'pc',
      address: 'https://web.poecdn.com/image/Art/2DItems/x.png',
      changed_at: new Date(testNow),
    } as const
    await insertRows(server.db, 'item_pictures', [
      { ...seen, is_unique: true, name: 'Sword of Tomorrow' },
      { ...seen, is_unique: false, name: 'Tomorrow Belt' },
      { ...seen, is_unique: true, name: 'Headhunter' },
    ])
    const sections = await read('poe1')
    expect(namesOf(sections, 'unique', '')).toEqual([{ name: 'Sword of Tomorrow' }])
    expect(namesOf(sections, 'base', '')).toEqual([{ name: 'Tomorrow Belt' }])
    expect(namesOf(await read('poe2'), 'unique', '')).toEqual([])
  })

  test('include imported names', async () => {
    const { data_dir } = server.ctx.config
    await mkdir(data_dir, { recursive: true })
    const file = join(data_dir, 'item-names.poe2.json')
    await writeFile(file, JSON.stringify({ game_version: 'poe2', uniques: ['Imported Unique'], bases: ['Stellar Amulet'] }))
    expect(namesOf(await read('poe2'), 'unique', '')).toEqual([{ name: 'Imported Unique' }])
    await rm(file)
  })
})

describe('added names', () => {
  beforeEach(() => server.db.deleteFrom('added_item_names').execute())
  const change = async (body: object, game_version = 'poe1') =>
    server.send('PUT', `/item-names/${game_version}/added`, designer, body)
  const added = async (game_version = 'poe1') =>
    (await server.get(`/item-names/${game_version}/added`, designer)).json<AddedItemName[]>()
  const texts = (rows: readonly AddedItemName[]) => rows.map(({ is_unique, name }) => [is_unique, name])

  test('are among the names of their game and kind, once', async () => {
    const reply = await change({ is_unique: true, add: ['Sword of Tomorrow', ' Sword of Tomorrow ', 'Headhunter'] })
    expect(texts(reply.json())).toEqual([[true, 'Sword of Tomorrow']])
    await change({ add: ['Tomorrow Belt'] })
    const sections = await read('poe1')
    expect(namesOf(sections, 'unique', '')).toEqual([{ name: 'Sword of Tomorrow' }])
    expect(namesOf(sections, 'base', '')).toEqual([{ name: 'Tomorrow Belt' }])
    expect(await added('poe2')).toEqual([])
  })

  test('can be removed again, and no other names can', async () => {
    await change({ add: ['Tomorrow Belt', 'Tomorrow Ring'] })
    await change({ is_unique: true, add: ['Tomorrow Belt'] })
    expect(texts((await change({ remove: ['Tomorrow Belt', 'Headhunter'] })).json())).toEqual([
      [false, 'Tomorrow Ring'],
      [true, 'Tomorrow Belt'],
    ])
    expect(namesOf(await read('poe1'), 'unique', 'Belt')).toContainEqual({ name: 'Headhunter', base: 'Leather Belt' })
  })

  test('say who added them', async () => {
    await change({ add: ['Tomorrow Belt'] })
    expect((await added())[0]).toMatchObject({ author: { id: expect.any(Number) }, added_at: new Date(testNow).toISOString() })
  })

  test.each([
    ['a name with a control character', { add: ['Tomorrow\u0007Belt'] }],
    ['a long name', { add: ['x'.repeat(101)] }],
    ['too many names', { add: Array.from({ length: 1001 }, (_, at) => `Belt ${at}`) }],
    ['an empty name', { add: [' '] }],
  ])('refuse %s', async (_what, body) => {
    const reply = await change(body)
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'invalid_request'])
    expect(await added()).toEqual([])
  })

  test('are 10,000 at most', async () => {
    const author_id = (await server.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
    const row = { game_version: 'poe1', is_unique: false, author_id, added_at: new Date(testNow) } as const
    await insertRows(
      server.db,
      'added_item_names',
      Array.from({ length: 10_000 }, (_, at) => ({ ...row, name: `Belt ${at}` })),
    )
    expect((await change({ add: ['Tomorrow Belt'] })).statusCode).toBe(400)
    expect((await change({ add: ['Tomorrow Belt'], remove: ['Belt 1'] })).statusCode).toBe(200)
  })
})
