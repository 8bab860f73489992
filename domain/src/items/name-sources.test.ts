import { expect, test } from 'vitest'
import { collectNames, readGemColours, readLineageGems, readTradeEntries } from './name-sources.ts'

const kept = (...tradeItems: unknown[]) => [{ name: 'x', tradeItems }]

const collect = (
  document: unknown,
  classes: Record<string, string>,
  gems: unknown = {},
  game_version: 'poe1' | 'poe2' = 'poe1',
) =>
  collectNames({
    game_version,
    entries: readTradeEntries(document),
    classes: new Map(Object.entries(classes)),
    colours: readGemColours(gems),
    lineage: readLineageGems(gems),
  }).flatMap(({ kind, group, names }) =>
    names.map(({ name, base }) => [kind, group, name, ...(base === undefined ? [] : [base])].join(' | ')),
  )

test('the list of the trade site is read in its own form and in the form that Sidekick keeps', () => {
  const entry = { name: 'Mageblood', type: 'Heavy Belt' }
  const expected = [{ name: 'Mageblood', type: 'Heavy Belt', text: '', disc: '', cat: 'accessory', exchange_id: '' }]
  expect(readTradeEntries({ result: [{ id: 'accessory', entries: [entry, {}, null] }] })).toEqual(expected)
  expect(readTradeEntries(kept({ ...entry, cat: 'accessory' }))).toEqual(expected)
  expect(readTradeEntries([{ name: 'Iron Ring', item_class: 'Ring' }])).toEqual([])
})

test('a unique has the class of its base type as its group, and all its base types', () => {
  const ring = (type: string) => ({ name: "Precursor's Emblem", type, cat: 'accessory' })
  expect(collect(kept(ring('Ruby Ring'), ring('Topaz Ring')), { 'Ruby Ring': 'Ring', 'Topaz Ring': 'Ring' })).toEqual([
    "unique | Ring | Precursor's Emblem | Ruby Ring / Topaz Ring",
    'base | Ring | Ruby Ring',
    'base | Ring | Topaz Ring',
  ])
})

test('reforged variants of a base type are not a second base of a unique', () =>
  expect(
    collect(
      kept(
        { name: 'Ab Aeterno', type: 'Grand Cuisses', cat: 'armour' },
        { name: 'Ab Aeterno', type: 'Runemastered Grand Cuisses', cat: 'armour' },
      ),
      { 'Grand Cuisses': 'Boots', 'Runemastered Grand Cuisses': 'Boots' },
      {},
      'poe2',
    )[0],
  ).toBe('unique | Boots | Ab Aeterno | Grand Cuisses'))

test('a variant of a gem has the colour of its gem, and a gem without a known colour has none', () => {
  const gems = { a: { name: 'Arc', primary_attribute: 'intelligence' }, b: { name: 'Portal', primary_attribute: 'none' } }
  const entries = [
    { type: 'Arc' },
    { type: 'Arc', text: 'Arc of Surging', disc: 'alt_x' },
    { type: 'Portal' },
    { type: 'New Gem' },
  ]
  expect(collect(kept(...entries.map((entry) => ({ ...entry, cat: 'gem' }))), {}, gems)).toEqual([
    'gem | blue | Arc',
    'gem | blue | Arc of Surging',
    'gem | white | Portal',
    'gem |  | New Gem',
  ])
})

test('labels of the trade site for variants, which no item shows, are not names', () =>
  expect(
    collect(
      kept(
        { type: 'Vaal Arc', cat: 'gem' },
        { type: 'Vaal Arc', text: 'Vaal Arc (Arc of Surging)', disc: 'alt_x', cat: 'gem' },
        { type: '10021', text: 'Scrying Orb (Strand)', disc: 'scrying_orb', cat: 'currency' },
        { type: 'AbyssalPlain', text: 'Chart (Abyssal Plain)', disc: 'chart', cat: 'chart' },
      ),
      { 'Scrying Orb': 'StackableCurrency' },
    ),
  ).toEqual(['gem | skill | Vaal Arc', 'currency |  | Scrying Orb']))

test('gems of a game without known colours are grouped by their sort', () => {
  const entries = ['Arc', 'Cast on Critical', 'Fork', 'Uncut Skill Gem'].map((type) => ({ type, cat: 'gem' }))
  const lineage = { name: 'x', exchangeId: 'dialla', tradeItems: [{ type: "Dialla's Desire", cat: 'gem' }] }
  const classes = {
    'Cast on Critical': 'Meta Skill Gem',
    Fork: 'Support Skill Gem',
    "Dialla's Desire": 'Support Skill Gem',
    'Uncut Skill Gem': 'UncutSkillGemStackable',
  }
  const exchange = [
    { type: 'LineageSupportGems', id: 'dialla' },
    { type: 'Currency', id: 'chaos' },
  ]
  expect(collect([...kept(...entries), lineage], classes, exchange, 'poe2')).toEqual([
    'gem | skill | Arc',
    'gem | meta | Cast on Critical',
    'gem | support | Fork',
    'gem | uncut skill | Uncut Skill Gem',
    "gem | lineage support | Dialla's Desire",
  ])
})

test('cards, scarabs, currencies, maps and beasts are kinds of their own', () =>
  expect(
    collect(
      kept(
        { type: 'The Doctor', cat: 'card' },
        { type: 'Abyss Scarab', cat: 'map' },
        { type: 'Mortal Grief', cat: 'map' },
        { type: 'Chaos Orb', cat: 'currency' },
        { type: 'Omen of Light', cat: 'currency' },
        { type: 'Map (Tier 16)', cat: 'map' },
        { type: 'Aidan the Frenzied', cat: 'monster' },
        { name: "Acton's Nightmare", type: 'Map', disc: 'map', cat: 'map' },
      ),
      {
        'Abyss Scarab': 'MapFragment',
        'Mortal Grief': 'MapFragment',
        'Chaos Orb': 'StackableCurrency',
        'Omen of Light': 'Omen',
        'Map (Tier 16)': 'MapKey',
        Map: 'InstanceLocalItem',
      },
    ).toSorted(),
  ).toEqual([
    'base | MapFragment | Mortal Grief',
    'beast |  | Aidan the Frenzied',
    'card |  | The Doctor',
    'currency |  | Chaos Orb',
    'currency | Omen | Omen of Light',
    'map |  | Map',
    'map |  | Map (Tier 16)',
    'scarab |  | Abyss Scarab',
    "unique | Map | Acton's Nightmare | Map",
  ]))

test('bases that are not traded belong to the first game only, without placeholders and unobtainable items', () => {
  const classes = {
    'Iron Ring': 'Ring',
    '[DNT] Iron Ring': 'Ring',
    'Random Amulet': 'Amulet',
    '...': 'Ring',
    'Hidden Item': 'HiddenItem',
    "Monster's Skill": 'Active Skill Gem',
  }
  expect(collect([], classes)).toEqual(['base | Ring | Iron Ring'])
  expect(collect([], classes, {}, 'poe2')).toEqual([])
})
