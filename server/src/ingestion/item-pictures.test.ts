import { beforeEach, describe, expect, test } from 'vitest'
import { anItem, createTestContext } from '../testing/muster.ts'
import { createPictureBook, isPictureAddress } from './item-pictures.ts'
import { useOpened } from '../testing/use-server.ts'

const origin = 'https://web.poecdn.com'
const hour_ms = 60 * 60_000
const art = (name: string) => `${origin}/image/Art/2DItems/Belts/${name}.png?v=5496129c557831c118a679c1001f3df9&w=2&h=1&scale=1`
const unique = (name: string, icon: string, more: object = {}) =>
  anItem({ name, baseType: 'Leather Belt', typeLine: 'Leather Belt', frameType: 3, icon, ...more })
const orb = (icon: string, more: object = {}) =>
  anItem({ baseType: 'Chaos Orb', typeLine: 'Chaos Orb', frameType: 5, icon, ...more })

const world = useOpened(createTestContext)
let writes = 0

beforeEach(async () => {
  writes = 0
  await world.ctx.db.deleteFrom('item_pictures').execute()
})

type Write = Parameters<ReturnType<typeof createPictureBook>['store']>[0]['write']
const write: Write = (use) => {
  writes += 1
  return world.ctx.db.transact(use)
}
const createBook = () => {
  const book = createPictureBook('pc', origin)
  return {
    show: (...items: ReturnType<typeof anItem>[]) => book.note(items, world.clock.now()),
    store: (by: Write = write) => book.store({ ctx: world.ctx, write: by }),
  }
}
const listStored = async () =>
  (await world.ctx.db.selectFrom('item_pictures').selectAll().orderBy('name').execute()).map(
    ({ realm, is_unique, name, address }) => [realm, is_unique, name, address],
  )

describe('an address is stored', () => {
  test.each([
    art('Belt3'),
    `${origin}/gen/image/WzksMTQseyJmIjoiMkRJdGVtcy9GbGFza3MvV2l0Y2hGaXJlQnJldyIsInciOjEsImgiOjIsInNjYWxlIjoxLCJsZXZlbCI6MX1d/1696a739f5/WitchFireBrew.png`,
  ])('from the image host: %s', (address) => expect(isPictureAddress(address, origin)).toBe(true))

  test.each([
    'https://pictures.example/image/Art/2DItems/Belts/Belt3.png',
    'https://web.poecdn.com.example/image/Art/2DItems/Belts/Belt3.png',
    'https://web.poecdn.com@example.org/image/Art/2DItems/Belts/Belt3.png',
    'http://web.poecdn.com/image/Art/2DItems/Belts/Belt3.png',
    `${origin}/logout`,
    `${origin}/image/../image/Art/Belt.png`,
    `${origin}/image/Art/Belt 3.png`,
    `${origin}/image/Art/${'a'.repeat(600)}.png`,
    'javascript:alert(1)//image/Art/a.png',
    '',
  ])('not from elsewhere: %s', (address) => expect(isPictureAddress(address, origin)).toBe(false))
})

describe('the picture of an item is stored', () => {
  test('under the name of a unique and under the type of any other item, once', async () => {
    const book = createBook()
    book.show(unique('Headhunter', art('Headhunter')), orb(art('Chaos')), orb(art('Chaos')))
    await book.store()
    expect(await listStored()).toEqual([
      ['pc', false, 'Chaos Orb', art('Chaos')],
      ['pc', true, 'Headhunter', art('Headhunter')],
    ])
    await world.clock.advance(hour_ms)
    book.show(unique('Headhunter', art('Headhunter')), orb(art('Chaos')))
    await book.store()
    expect(writes).toBe(1)
  })

  test.each([
    ["an unidentified unique, whose picture differs from its type's", unique('', art('Headhunter'))],
    ['a foil', unique('Headhunter', art('Foil'), { frameType: 9 })],
    ['a relic', unique('Headhunter', art('Foil'), { isRelic: true })],
    ['an influenced item', orb(art('Shaper'), { influences: { shaper: true } })],
    ['an item with a picture from another host', orb('https://pictures.example/image/Art/a.png')],
    ['an item without a picture', orb('')],
    ['an item whose name is not a text', { ...orb(art('Chaos')), baseType: 7 }],
  ])('not for %s', async (_, item) => {
    const book = createBook()
    book.show(item)
    await book.store()
    expect(await listStored()).toEqual([])
  })

  test('not if pictures are switched off', async () => {
    const book = createPictureBook('pc', null)
    book.note([orb(art('Chaos'))], world.clock.now())
    await book.store({ ctx: world.ctx, write })
    expect(writes).toBe(0)
  })
})

describe('another address of the same item', () => {
  test('replaces the stored one after that has not been seen for an hour', async () => {
    const book = createBook()
    book.show(orb(art('Old')))
    await book.store()
    await world.clock.advance(hour_ms - 1)
    book.show(orb(art('New')))
    await book.store()
    expect((await listStored()).map(([, , , address]) => address)).toEqual([art('Old')])
    await world.clock.advance(1)
    book.show(orb(art('New')))
    await book.store()
    expect((await listStored()).map(([, , , address]) => address)).toEqual([art('New')])
  })

  test('changes nothing while both are seen: a unique with two looks is written once', async () => {
    const book = createBook()
    for (let minutes = 0; minutes < 180; minutes += 30) {
      book.show(unique('Grand Spectrum', art('Red')), unique('Grand Spectrum', art('Blue')))
      await book.store()
      await world.clock.advance(30 * 60_000)
    }
    expect(writes).toBe(1)
  })

  test('also waits an hour after a restart', async () => {
    const first = createBook()
    first.show(orb(art('Old')))
    await first.store()
    await world.clock.advance(24 * hour_ms)
    const second = createBook()
    second.show(orb(art('New')), unique('Headhunter', art('Headhunter')))
    await second.store()
    expect((await listStored()).map(([, , , address]) => address)).toEqual([art('Old'), art('Headhunter')])
    await world.clock.advance(hour_ms)
    second.show(orb(art('New')))
    await second.store()
    expect((await listStored()).map(([, , , address]) => address)).toEqual([art('New'), art('Headhunter')])
  })
})

test('new addresses are written at most every ten seconds', async () => {
  const book = createBook()
  book.show(unique('Headhunter', art('Headhunter')))
  await book.store()
  book.show(orb(art('Chaos')))
  await book.store()
  expect(writes).toBe(1)
  await world.clock.advance(10_000)
  await book.store()
  expect(writes).toBe(2)
  expect(await listStored()).toHaveLength(2)
})

test('failed writes are repeated later', async () => {
  const book = createBook()
  book.show(orb(art('Chaos')))
  await expect(book.store(() => Promise.reject(new Error('the lease is lost')))).rejects.toThrow('the lease is lost')
  await world.clock.advance(10_000)
  await book.store()
  expect(await listStored()).toEqual([['pc', false, 'Chaos Orb', art('Chaos')]])
})
