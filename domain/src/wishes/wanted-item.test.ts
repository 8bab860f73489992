import { describe, expect, it } from 'vitest'
import { listBuildKeys, listBuildWishes } from './build-items.ts'
import { listCounting } from './counts-for.ts'
import {
  collectWantedNames,
  isAlternateGem,
  keyOfWanted,
  listShownKeys,
  readTitle,
  searchNames,
  wantedOf,
} from './wanted-item.ts'
import { anObjective } from '../scoring/testing/builders.ts'

const headhunter = { name: 'Headhunter', baseType: 'Leather Belt', typeLine: 'Leather Belt', frameType: 3 }

describe('an item counts as a wished', () => {
  it.each([
    ['unique by its name alone', headhunter, ['unique Headhunter']],
    ['unique when it is foil', { ...headhunter, frameType: 10 }, ['unique Headhunter']],
    ['unique when its modifiers are mutated', { ...headhunter, name: 'Foulborn Headhunter' }, ['unique Headhunter']],
    ['unique with the frame as a text', { ...headhunter, frameType: undefined, frameTypeId: 'Unique' }, ['unique Headhunter']],
    [
      'base type when it is rare',
      { name: 'Gale Clasp', baseType: 'Stygian Vise', typeLine: 'Stygian Vise', frameType: 2 },
      ['base Stygian Vise'],
    ],
    [
      'base type when it is magic',
      { name: '', baseType: 'Stygian Vise', typeLine: 'Seething Stygian Vise of Ice', frameType: 1 },
      ['base Stygian Vise'],
    ],
    [
      'gem by either name',
      { name: '', baseType: 'Ice Nova', typeLine: 'Ice Nova of Frostbolts', frameType: 4 },
      ['gem Ice Nova of Frostbolts', 'gem Ice Nova'],
    ],
    ['nothing if it is an unidentified unique', { ...headhunter, name: '' }, []],
  ])('%s', (_, item, keys) => {
    expect(wantedOf(readTitle(item)).map(keyOfWanted)).toEqual(keys)
  })
})

describe('a character shows', () => {
  it('what it wears, its jewels, and what is socketed in them', () => {
    const gem = (name: string) => ({ baseType: name, typeLine: name, frameType: 4 })
    const shown = listShownKeys({
      equipment: [{ ...headhunter, socketedItems: [gem('Arc of Surging'), { baseType: 'Ghastly Eye Jewel', frameType: 2 }] }],
      jewels: [{ name: 'Watcher’s Eye', baseType: 'Prismatic Jewel', frameType: 3 }],
      skills: [{ ...gem('Spark'), socketedItems: [gem('Scattershot')] }],
    })
    expect([...shown].sort()).toEqual([
      'base Ghastly Eye Jewel',
      'gem Arc of Surging',
      'gem Scattershot',
      'gem Spark',
      'unique Headhunter',
      'unique Watcher’s Eye',
    ])
  })
  it('nothing when the game sends other shapes', () => {
    expect(listShownKeys({ equipment: [null, 3, { socketedItems: 'x' }], jewels: {} }).size).toBe(0)
  })
})

const gems = new Set(['Ball Lightning', 'Eye of Winter', 'Herald of Ash', 'Arc'])

it.each([
  ['Ball Lightning of Orbiting', true],
  ['Eye of Winter of Finality', true],
  ['Eye of Winter', false],
  ['Herald of Ash', false],
  ['Arc', false],
  ['Vaal Arc', false],
])('%s is an alternate gem: %s', (name, is) => expect(isAlternateGem(name, gems)).toBe(is))

describe('a build', () => {
  const group = (names: readonly string[], is_granted = false) => ({
    slot: '',
    is_main: false,
    is_granted,
    gems: names.map((name) => ({ name, level: 20, quality: 0, is_support: false })),
  })
  const item = (id: string, text: string) => ({ id, text })
  const build = {
    worn: new Map([
      ['Belt', item('1', 'Rarity: UNIQUE\nHeadhunter\nLeather Belt\nImplicits: 0')],
      ['Ring 1', item('2', 'Rarity: RARE\nGale Loop\nRuby Ring\nImplicits: 0')],
      ['Ring 2', item('3', 'Rarity: MAGIC\nSeething Ruby Ring of Ice\nImplicits: 0')],
      ['Helmet', item('4', 'Rarity: RELIC\nFoulborn Goldrim\nLeather Cap\nImplicits: 0')],
      ['Boots', item('6', 'no rarity')],
    ]),
    jewels: new Map([[26725, item('5', 'Rarity: UNIQUE\nHeadhunter\nLeather Belt\nImplicits: 0')]]),
    groups: [group(['Arc of Surging', 'Arc', '']), group(['Ball Lightning of Orbiting'], true)],
  }
  it('becomes one wish for each of its uniques and alternate gems', () => {
    expect(listBuildWishes(build, gems)).toEqual([
      { kind: 'unique', name: 'Headhunter' },
      { kind: 'unique', name: 'Goldrim' },
      { kind: 'gem', name: 'Arc of Surging' },
    ])
  })
  it('shows them, its other gems and its base types', () => {
    expect([...listBuildKeys(build)].sort()).toEqual([
      'base Ruby Ring',
      'gem Arc',
      'gem Arc of Surging',
      'unique Goldrim',
      'unique Headhunter',
    ])
  })
})

const names = collectWantedNames([
  {
    kind: 'unique',
    group: 'Belt',
    names: [
      { name: 'Headhunter', base: 'Leather Belt' },
      { name: 'Allure', base: 'Vaal Claw / Eye Gouger' },
    ],
  },
  { kind: 'gem', group: 'blue', names: [{ name: 'Arc' }, { name: 'Arc of Surging' }] },
  { kind: 'base', group: 'Belt', names: [{ name: 'Leather Belt' }] },
])

it('names are found by an equal one, else by their beginning, else by a part', () => {
  const find = (text: string) => searchNames(text, names).map(keyOfWanted)
  expect(find(' ARC ')).toEqual(['gem Arc'])
  expect(find('a')).toEqual(['unique Allure', 'gem Arc', 'gem Arc of Surging', 'unique Headhunter', 'base Leather Belt'])
  expect(find('surg')).toEqual(['gem Arc of Surging'])
  expect(find('sword')).toEqual([])
  expect([...names.bases]).toEqual([['Headhunter', 'Leather Belt']])
})

describe('a wanted item counts for', () => {
  const context = { classOf: ({ baseType }: { readonly baseType?: unknown }) => (baseType === 'Leather Belt' ? 'Belt' : '') }
  const asks = (...conditions: readonly (readonly [field: string, operator: string, value: string, any_of?: number])[]) =>
    anObjective({
      id: 1,
      objective_type: 'ITEM',
      conditions: conditions.map(([field, operator, value, any_of = null]) => ({ field, operator, value, any_of }) as never),
    })
  const unique = { kind: 'unique', name: 'Headhunter' } as const
  const count = (
    objective: ReturnType<typeof asks>,
    wanted: Parameters<typeof listCounting>[0] = unique,
    base: string | undefined = 'Leather Belt',
  ) => listCounting(wanted, base, [objective], context).map(({ is_certain }) => is_certain)

  it.each([
    ['its name', asks(['NAME', 'EQ', 'Headhunter']), [true]],
    ['a list of names', asks(['NAME', 'IN', 'Mageblood,Headhunter']), [true]],
    ['its class and rarity', asks(['ITEM_CLASS', 'EQ', 'Belt'], ['FRAME_TYPE', 'EQ', '3']), [true]],
    ['its name, perhaps, if more is asked', asks(['NAME', 'EQ', 'Headhunter'], ['IS_CORRUPTED', 'EQ', 'true']), [false]],
    ['a property that no name tells: not named', asks(['ILVL', 'GT', '80']), []],
    [
      'a property absent from the sketch is not certain',
      asks(['NAME', 'EQ', 'Headhunter'], ['IS_CORRUPTED', 'EQ', 'false']),
      [false],
    ],
    ['another name: never', asks(['NAME', 'EQ', 'Mageblood']), []],
    ['another name, equal in the rest', asks(['NAME', 'EQ', 'Mageblood'], ['ILVL', 'GT', '80']), []],
    ['one of several names', asks(['NAME', 'EQ', 'Mageblood', 1], ['NAME', 'EQ', 'Headhunter', 1]), [true]],
    ['a number of a character: never', { ...asks(['NAME', 'EQ', 'Headhunter']), objective_type: 'PLAYER' as const }, []],
  ])('%s', (_, objective, certain) => expect(count(objective as ReturnType<typeof asks>)).toEqual(certain))

  it('does not guess the class of a unique whose base type is unknown', () => {
    expect(
      listCounting(unique, undefined, [asks(['ITEM_CLASS', 'EQ', 'Belt'], ['NAME', 'EQ', 'Headhunter'])], context),
    ).toMatchObject([{ is_certain: false }])
  })
  it('a base type, whatever its affixes', () => {
    const base = { kind: 'base', name: 'Leather Belt' } as const
    expect(count(asks(['BASE_TYPE', 'EQ', 'Leather Belt']), base)).toEqual([true])
    expect(count(asks(['NAME', 'EQ', 'Headhunter'], ['BASE_TYPE', 'EQ', 'Leather Belt']), base)).toEqual([false])
  })
})
