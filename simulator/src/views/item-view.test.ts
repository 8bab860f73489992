import { Item } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { families } from '../items/families.ts'
import { makeEquipment } from '../items/equipment.ts'
import { makeOrderedItem } from '../items/order.ts'
import { createDraws } from '../prng.ts'
import { renderItem, type WireVersion, wireVersions } from './item-view.ts'

const options = (wire_version: WireVersion) => ({ wire_version, image_base: 'https://web.poecdn.com' })

/** Members documented by the game; other members in our answers are mistakes. */
const documented = [
  'id',
  'league',
  'x',
  'y',
  'inventoryId',
  'socket',
  'w',
  'h',
  'icon',
  'verified',
  'name',
  'typeLine',
  'baseType',
  'rarity',
  'frameType',
  'frameTypeId',
  'identified',
  'ilvl',
  'monsterLevel',
  'support',
  'abyssJewel',
  'veiled',
  'replica',
  'artFilename',
  'descrText',
  'note',
  'stackSize',
  'maxStackSize',
  'corrupted',
  'duplicated',
  'split',
  'fractured',
  'synthesised',
  'mutated',
  'elder',
  'shaper',
  'searing',
  'tangled',
  'influences',
  'properties',
  'requirements',
  'additionalProperties',
  'sockets',
  'socketedItems',
  'hybrid',
  'logbookMods',
  'incubatedItem',
  'enshrouded',
  'ultimatumMods',
  'mercenarySkills',
  'memoryItem',
  'foilVariation',
  'implicitMods',
  'explicitMods',
  'enchantMods',
  'utilityMods',
  'veiledMods',
  'extended',
]
const removedWith329 = ['craftedMods', 'fracturedMods', 'mutatedMods']

const ModObject = z.strictObject({
  description: z.string().min(1),
  flags: z.union([z.partialRecord(z.enum(['fractured', 'crafted', 'mutated']), z.literal(true)), z.tuple([])]).optional(),
})

const allow = (version: WireVersion) =>
  new Set(version === '3.29' ? documented : [...documented.filter((key) => key !== 'frameTypeId'), ...removedWith329])

const send = (item: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(item)) as Record<string, unknown>

const cases = wireVersions.flatMap((version) => families.map((family) => [family.name, version, family] as const))

test.each(cases)('%s in %s has only documented members', (_, version, family) => {
  const draws = createDraws(7, `shape/${family.name}`)
  const seen = new Set<string>()
  for (let at = 0; at < 200; at++) {
    const level = draws.between(family.from_level, 95)
    const place = { x: 1, y: 2, inventory_id: 'Stash3', league: 'League' }
    const sent = send(renderItem(family.make(draws, level), options(version), place))
    Item.parse(sent)
    for (const key of Object.keys(sent)) seen.add(key)
    const mods = [sent['implicitMods'], sent['explicitMods']].flatMap((list) => list ?? [])
    const ModOfVersion = version === '3.29' ? ModObject : z.string().min(1)
    for (const mod of mods) ModOfVersion.parse(mod)
    expect(sent['frameTypeId'] === undefined).toBe(version === '3.28')
  }
  expect([...seen].filter((key) => !allow(version).has(key))).toEqual([])
})

test.each([
  ['currency', ['stackSize', 'maxStackSize', 'properties']],
  ['divination_card', ['artFilename', 'stackSize']],
  ['unique', ['rarity', 'explicitMods', 'requirements', 'mutated', 'replica', 'foilVariation']],
  [
    'rare',
    [
      'rarity',
      'influences',
      'fractured',
      'synthesised',
      'split',
      'duplicated',
      'corrupted',
      'veiledMods',
      'searing',
      'enchantMods',
      'sockets',
      'incubatedItem',
      'enshrouded',
    ],
  ],
  ['map', ['properties', 'implicitMods', 'influences', 'corrupted']],
  ['gem', ['hybrid', 'support', 'corrupted', 'additionalProperties']],
  ['jewel', ['abyssJewel', 'enchantMods']],
  ['flask', ['utilityMods']],
  ['logbook', ['logbookMods']],
  ['heist_contract', ['properties']],
  ['temple', ['properties', 'additionalProperties']],
  ['ritual_vessel', ['properties']],
  ['sanctum_tome', ['properties']],
  ['ultimatum', ['ultimatumMods']],
  ['lens', ['properties', 'stackSize']],
  ['graft', ['sockets', 'socketedItems', 'implicitMods', 'properties']],
  ['warrant', ['mercenarySkills']],
  ['memory', ['memoryItem']],
])('%s sets the members that its conditions read', (name, members) => {
  const family = families.find((candidate) => candidate.name === name)
  const draws = createDraws(7, `members/${name}`)
  const seen = new Set<string>()
  for (let at = 0; at < 400; at++) {
    const item = family?.make(draws, 90)
    for (const key of Object.keys(item ? send(renderItem(item, options('3.29'))) : {})) seen.add(key)
  }
  expect(members.filter((member) => !seen.has(member))).toEqual([])
})

test('crafted and fractured mods are flags since 3.29 and separate lists before', () => {
  const traits = { fractured: true, crafted: true }
  const item = makeEquipment(createDraws(7, 'mods'), { base: 'Astral Plate', rarity: 'Rare', ilvl: 84, traits })
  const texts = item.explicit_mods?.map(({ text }) => text) ?? []
  const now = send(renderItem(item, options('3.29')))
  const before = send(renderItem(item, options('3.28')))
  const flagged = z
    .array(ModObject)
    .parse(now['explicitMods'])
    .map(({ description, flags }) => [description, flags])
  expect(flagged[0]).toEqual([texts[0], { fractured: true }])
  expect(flagged.at(-1)).toEqual([texts.at(-1), { crafted: true }])
  expect(before).toMatchObject({ fracturedMods: [texts[0]], craftedMods: [texts.at(-1)], explicitMods: texts.slice(1, -1) })
})

test('mods without flags omit them, or send an empty object or list', () => {
  const draws = createDraws(7, 'habit')
  const habits = new Set<string>()
  for (let at = 0; at < 20; at++) {
    const item = makeEquipment(draws, { base: 'Onyx Amulet', rarity: 'Rare', ilvl: 84 })
    for (const mod of z.array(ModObject).parse(send(renderItem(item, options('3.29')))['explicitMods']))
      habits.add(JSON.stringify(mod.flags ?? null))
  }
  expect([...habits].toSorted()).toEqual(['[]', 'null', '{}'])
})

test('an unidentified unique shows its art, but no name or mods', () => {
  const item = makeOrderedItem(createDraws(7, 'x'), { family: 'unique', name: 'Goldrim', unidentified: true })
  expect(send(renderItem(item, options('3.29')))).toMatchObject({
    name: '',
    baseType: 'Leather Cap',
    identified: false,
    icon: expect.stringContaining('/Goldrim.png'),
  })
  expect(send(renderItem(item, options('3.29')))['explicitMods']).toBeUndefined()
})

test('a foulborn unique has another name than the plain one', () => {
  const item = makeOrderedItem(createDraws(7, 'x'), { family: 'unique', name: 'Goldrim', mutated: true })
  expect(send(renderItem(item, options('3.29')))).toMatchObject({ name: 'Foulborn Goldrim', mutated: true })
})

test('the skill of a graft is an item inside it, without an id and a socket', () => {
  const graft = families.find(({ name }) => name === 'graft')?.make(createDraws(7, 'graft'), 85)
  const [skill] = z.array(z.looseObject({})).parse(graft && send(renderItem(graft, options('3.29')))['socketedItems'])
  expect(skill).toMatchObject({ frameType: 13, frameTypeId: 'BreachSkill', properties: [{ name: 'Level' }] })
  expect(skill).not.toHaveProperty('id')
  expect(skill).not.toHaveProperty('socket')
})

test('the icon address contains the art path', () => {
  const item = makeEquipment(createDraws(7, 'icon'), { base: 'Paua Ring', rarity: 'Rare', ilvl: 84 })
  const payload = /gen\/image\/([^/]+)\//.exec(String(renderItem(item, options('3.29'))['icon']))?.[1] ?? ''
  expect(JSON.parse(atob(payload))).toEqual([25, 14, { f: '2DItems/Rings/PauaRing', w: 1, h: 1, scale: 1 }])
})
