import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { createClassifier } from './classes.ts'
import { fields } from './fields.ts'

const context = createClassifier({ game_version: 'poe1' })
const read = (field: ItemField, item: GameItem) => fields[field].read(item, context)
const having = (name: string, ...values: readonly unknown[]): GameItem => ({
  properties: [
    { name: 'Other', values: [['1', 0]] },
    { name, values: values.map((value) => [value, 0]), displayMode: 0 },
  ],
})

type Row = readonly [rule: string, field: ItemField, item: GameItem, value: unknown]

/** The value of every field, in the forms that the game has sent. */
const rules: readonly Row[] = [
  ['the base type', 'BASE_TYPE', { baseType: 'Astral Plate' }, 'Astral Plate'],
  ['F10: the displayed half of mark-up in the base type', 'BASE_TYPE', { baseType: '[Strength|Heavy] Belt' }, 'Heavy Belt'],
  ['the name of a unique or rare item', 'NAME', { name: 'Dusk Shroud' }, 'Dusk Shroud'],
  ['the plain name of a foulborn unique', 'NAME', { name: 'Foulborn Dusk Shroud', mutated: true }, 'Dusk Shroud'],
  ['the name without the prefixes of very old items', 'NAME', { name: '<<set:MS>><<set:M>><<set:S>>Dusk Shroud' }, 'Dusk Shroud'],
  ['the class from the icon', 'ITEM_CLASS', { icon: 'https://web.poecdn.com/image/Art/2DItems/Rings/Ring3.png?v=1' }, 'Ring'],
  ['no class if nothing determines it', 'ITEM_CLASS', { baseType: 'Whatever' }, ''],
  [
    "the last part of the icon's path up to its first dot",
    'ICON_NAME',
    { icon: 'https://x/image/Art/Rings/Ring3.alt.png?v=a/b.c&w=1' },
    'Ring3',
  ],
  ['the name inside a generated icon address', 'ICON_NAME', { icon: 'https://x/gen/image/WzI1/b65f/Trial.png' }, 'Trial'],
  ['the type line', 'TYPE_LINE', { typeLine: 'Superior Astral Plate' }, 'Superior Astral Plate'],
  ['quality without sign and unit', 'QUALITY', having('Quality', '+20%'), 20],
  ['quality of catalysed jewellery', 'QUALITY', having('Quality (Attack Modifiers)', '+7%'), 7],
  ['F10: quality behind mark-up', 'QUALITY', having('[Quality]', '+18%'), 18],
  ['a negative quality', 'QUALITY', having('Quality', '-5%'), -5],
  ['the level of a gem', 'LEVEL', having('Level', '7'), 7],
  ['the level of a gem at its maximum level', 'LEVEL', having('Level', '20 (Max)'), 20],
  ['the rarity', 'RARITY', { rarity: 'Unique', frameType: 3 }, 'Unique'],
  ['no rarity if none is sent', 'RARITY', { frameType: 5 }, ''],
  ['the item level', 'ILVL', { ilvl: 84, itemLevel: 99 }, 84],
  ['the item level from a text', 'ILVL', { ilvl: '84' }, 84],
  ['F1: the frame as a number', 'FRAME_TYPE', { frameType: 3 }, 3],
  ['F1: the frame from its newer text', 'FRAME_TYPE', { frameTypeId: 'DivinationCard' }, 6],
  ['F1: the number if both are sent', 'FRAME_TYPE', { frameType: 5, frameTypeId: 'Unique' }, 5],
  ['the talisman tier', 'TALISMAN_TIER', { talismanTier: 2 }, 2],
  ['the tier of a map', 'MAP_TIER', having('Map Tier', '16'), 16],
  ['F10: the tier of a waystone', 'MAP_TIER', having('Waystone Tier', '11'), 11],
  ['the tier of a current map, which has no such property', 'MAP_TIER', { baseType: 'Map (Tier 16)' }, 16],
  ['the tier of a blighted map', 'MAP_TIER', { baseType: 'Blighted Map (Tier 13)' }, 13],
  ["the tier of one of Valdo's maps", 'MAP_TIER', { baseType: 'Valdo Map', typeLine: "Valdo's Map (Tier 11)" }, 11],
  ['the tier of a waystone from its name', 'MAP_TIER', { baseType: 'Waystone (Tier 14)' }, 14],
  ['the property if both are present', 'MAP_TIER', { baseType: 'Map (Tier 15)', ...having('Map Tier', '16') }, 16],
  ['no tier for an item that is not a map', 'MAP_TIER', { baseType: "Shaper's Orb (Tier 3)" }, 0],
  ['no tier of a map without one', 'MAP_TIER', { baseType: 'Nightmare Map', typeLine: 'Nightmare Map' }, 0],
  ['the level of an uncut gem', 'LEVEL', { baseType: 'Uncut Skill Gem (Level 19)' }, 19],
  ['the quantity of a map', 'MAP_QUANT', having('Item Quantity', '+79%'), 79],
  ['a negative quantity', 'MAP_QUANT', having('Item Quantity', '-12%'), -12],
  ['F4: the rarity of a map under the name the game uses', 'MAP_RARITY', having('Item Rarity', '+41%'), 41],
  ['F4: and under the other one', 'MAP_RARITY', having('Map Rarity', '+41%'), 41],
  ['the pack size of a map', 'MAP_PACK_SIZE', having('Monster Pack Size', '+23%'), 23],
  ['F9: a number with separators', 'MAP_QUANT', having('Item Quantity', '+1,204%'), 1204],
  [
    'the target of a contract',
    'HEIST_TARGET',
    having('Heist Target: {0} ({1})', 'Golden Idol', 'High Value'),
    'Golden Idol (High Value)',
  ],
  ['F6: the target of a blueprint', 'HEIST_TARGET', having('Heist Target: {0}', 'Unusual Gems'), 'Unusual Gems'],
  [
    'F5: the requirement in the order of the template',
    'HEIST_ROGUE_REQUIREMENT',
    having('Requires {1} (Level {0})', '3', 'Perception'),
    'Perception (Level 3)',
  ],
  ['F5: nothing if half of it is missing', 'HEIST_ROGUE_REQUIREMENT', having('Requires {1} (Level {0})', '3'), ''],
  ['enchantments', 'ENCHANT_MODS', { enchantMods: ['Allocates Heart'] }, ['Allocates Heart']],
  ['explicit modifiers before 3.29', 'EXPLICIT_MODS', { explicitMods: ['+92 to maximum Life'] }, ['+92 to maximum Life']],
  [
    'explicit modifiers since 3.29, flagged ones included',
    'EXPLICIT_MODS',
    { explicitMods: [{ description: 'A', flags: { fractured: true } }, { description: 'B', flags: [] }, { description: 'C' }] },
    ['A', 'B', 'C'],
  ],
  [
    'modifiers that were changed, from their list before 3.29',
    'EXPLICIT_MODS',
    { explicitMods: ['A'], mutatedMods: ['B'] },
    ['A', 'B'],
  ],
  [
    'every list of the older form',
    'EXPLICIT_MODS',
    { fracturedMods: ['A'], explicitMods: ['B'], desecratedMods: ['C'], craftedMods: ['D'] },
    ['A', 'B', 'C', 'D'],
  ],
  [
    'each modifier once if a newer item also has an older list',
    'EXPLICIT_MODS',
    { explicitMods: [{ description: 'A', flags: { mutated: true } }], mutatedMods: ['A'] },
    ['A'],
  ],
  [
    'the reward of a card without its colours',
    'EXPLICIT_MODS',
    { explicitMods: ['<currencyitem>{3x Orb of Fusing}'] },
    ['3x Orb of Fusing'],
  ],
  [
    'F10: modifiers without mark-up',
    'EXPLICIT_MODS',
    { explicitMods: ['+5% to [Resistances|Cold] [Resistance]'] },
    ['+5% to Cold Resistance'],
  ],
  [
    'a modifier of two lines as one',
    'EXPLICIT_MODS',
    { explicitMods: ['Cannot be Frozen\r\nCannot be Chilled'] },
    ['Cannot be Frozen\nCannot be Chilled'],
  ],
  [
    'implicit modifiers',
    'IMPLICIT_MODS',
    { implicitMods: [{ description: '+12% to Fire Resistance' }] },
    ['+12% to Fire Resistance'],
  ],
  ['crafted modifiers before 3.29', 'CRAFTED_MODS', { craftedMods: ['+16 to maximum Life'] }, ['+16 to maximum Life']],
  [
    'crafted modifiers since 3.29',
    'CRAFTED_MODS',
    {
      explicitMods: [
        { description: 'A', flags: { crafted: true } },
        { description: 'B', flags: { crafted: false } },
      ],
    },
    ['A'],
  ],
  ['fractured modifiers before 3.29', 'FRACTURED_MODS', { fracturedMods: ['A'] }, ['A']],
  [
    'fractured modifiers since 3.29',
    'FRACTURED_MODS',
    {
      explicitMods: [
        { description: 'A', flags: { fractured: true } },
        { description: 'B', flags: null },
      ],
    },
    ['A'],
  ],
  ['foulborn modifiers before 3.29', 'FOULBORN_MODS', { explicitMods: ['A'], mutatedMods: ['B'] }, ['B']],
  [
    'foulborn modifiers since 3.29',
    'FOULBORN_MODS',
    { explicitMods: [{ description: 'A' }, { description: 'B', flags: { mutated: true } }] },
    ['B'],
  ],
  [
    'F8: influences that are set, sorted',
    'INFLUENCES',
    { influences: { shaper: true, elder: false, crusader: true } },
    ['crusader', 'shaper'],
  ],
  [
    'F8: the eldritch pair among them',
    'INFLUENCES',
    { tangled: true, influences: { warlord: true }, searing: true },
    ['searing', 'tangled', 'warlord'],
  ],
  ['F8: none from an empty list', 'INFLUENCES', { influences: [] }, []],
  [
    'F3: the largest group of sockets',
    'MAX_LINKS',
    { sockets: [{ group: 0 }, { group: 1 }, { group: 1 }, { group: 1 }, { group: 2 }] },
    3,
  ],
  ['F3: no links without sockets', 'MAX_LINKS', {}, 0],
  ['F3: no link for an entry that is not a socket', 'MAX_LINKS', { sockets: [null, 5] }, 0],
  [
    'socket colours in order',
    'SOCKETS',
    {
      sockets: [
        { group: 0, sColour: 'R' },
        { group: 0, attr: 'S' },
        { group: 1, sColour: 'DV' },
        { group: 1, sColour: 'W' },
      ],
    },
    'RDVW',
  ],
  ['kills of an incubator', 'INCUBATOR_KILLS', { incubatedItem: { name: 'x', level: 80, progress: 512, total: 9000 } }, 512],
  ['corruption', 'IS_CORRUPTED', { corrupted: true }, true],
  ['no corruption if the value is false', 'IS_CORRUPTED', { corrupted: false }, false],
  ['a vaal gem', 'IS_VAAL', { hybrid: { isVaalGem: true, baseTypeName: 'Arc' } }, true],
  ['a hybrid gem that is not a vaal gem', 'IS_VAAL', { hybrid: { baseTypeName: 'Arc' } }, false],
  ['a split item', 'IS_SPLIT', { split: true }, true],
  ['a mirrored item', 'IS_MIRRORED', { duplicated: true }, true],
  ['a foulborn unique', 'IS_FOULBORN', { name: 'Foulborn Dusk Shroud', mutated: true }, true],
  ['a foulborn unique whose name says it', 'IS_FOULBORN', { name: 'Foulborn Dusk Shroud' }, true],
  ['a plain unique', 'IS_FOULBORN', { name: 'Dusk Shroud' }, false],
  ['an identified item', 'IS_IDENTIFIED', { identified: true }, true],
  [
    'afflictions and boons of a sanctum',
    'SANCTUM_AFFLICTIONS',
    {
      properties: [
        { name: 'Major Boons', values: [['Silver Coin', 0]] },
        {
          name: 'Minor Afflictions',
          values: [
            ['Dark Pit', 0],
            ['Haste', 0],
          ],
        },
      ],
    },
    ['Silver Coin', 'Dark Pit', 'Haste'],
  ],
  [
    'temple rooms without their tier',
    'TEMPLE_ROOMS',
    {
      additionalProperties: [
        { name: '{0}', type: 49, values: [['Locus of Corruption (Tier 3)', 0]] },
        { name: 'x', type: 20, values: [['no', 0]] },
        { name: '{0}', type: '49', values: [['Pits (Tier 1)', 1]] },
      ],
    },
    ['Locus of Corruption', 'Pits'],
  ],
  [
    'temple rooms of tier 3, and no other rooms',
    'TEMPLE_ROOMS_T3',
    {
      additionalProperties: [
        { name: '{0}', type: 49, values: [['Locus of Corruption (Tier 3)', 0]] },
        { name: '{0}', type: 49, values: [['Treasury (Tier 2)', 0]] },
        { name: '{0}', type: 49, values: [['Apex of Atzoatl', 1]] },
        { name: 'x', type: 20, values: [['no (Tier 3)', 0]] },
      ],
    },
    ['Locus of Corruption'],
  ],
  ['bosses of a ritual vessel', 'RITUAL_VESSEL_BOSSES', having('Monsters:\n{0}', 'Kitava\nMervil'), ['Kitava', 'Mervil']],
  ['bosses behind other line ends', 'RITUAL_VESSEL_BOSSES', having('Monsters:\r\n{0}', 'Kitava\r\nMervil'), ['Kitava', 'Mervil']],
  ['F2: the map of a ritual vessel as a text', 'RITUAL_VESSEL_MAP', having('From', 'Dunes Map'), 'Dunes Map'],
  ['F9: stored experience with separators', 'FACETOR_LENS_EXP', having('Stored Experience: {0}', '1,250,000,000'), 1_250_000_000],
  ['memory strands', 'MEMORY_STRANDS', having('Memory Strands', '65'), 65],
  [
    'the skill of a graft',
    'GRAFT_SKILL_NAME',
    { implicitMods: ['2% additional Physical Damage Reduction', 'Uses level 30 Tender Embrace'] },
    'Tender Embrace',
  ],
  ['its level', 'GRAFT_SKILL_LEVEL', { implicitMods: [{ description: 'Uses level 11 Falling Crystals' }] }, 11],
  ['no skill of an item that is not a graft', 'GRAFT_SKILL_NAME', { implicitMods: ['Grants Level 20 Despair Skill'] }, ''],
  ['the wearer', 'WORN_BY', { worn_by: 'Juggernaut' }, 'Juggernaut'],
  ['no wearer of an unworn item', 'WORN_BY', {}, ''],
  ['no area of an item', 'AREA', {}, ''],
  ['no boss of an item', 'BOSS', {}, ''],
]

describe('a field reads', () => {
  test.each(rules)('%s (%s)', (_rule, field, item, value) => {
    expect(read(field, item)).toEqual(value)
  })

  test('and there is a rule for every field', () => {
    expect(new Set(rules.map(([, field]) => field))).toEqual(new Set(Object.keys(fields)))
  })
})

const empty = { string: '', int: 0, bool: false, 'string[]': [] }
const odd: readonly GameItem[] = [
  {},
  {
    properties: null,
    additionalProperties: {},
    sockets: null,
    influences: null,
    hybrid: null,
    incubatedItem: 'x',
    explicitMods: null,
    icon: 7,
  },
  { properties: [null, 'x', { name: 7 }, { name: 'Quality' }, { name: 'Quality', values: [] }, { name: 'Level', values: [[]] }] },
  {
    properties: [
      { name: 'Level', values: [[7, 0]] },
      { name: 'Map Tier', values: ['16'] },
      { name: 'From', values: { 0: 'x' } },
    ],
  },
  {
    ilvl: 'many',
    frameType: 2.5,
    frameTypeId: 'toString',
    talismanTier: Number.NaN,
    sockets: ['x', null],
    explicitMods: [null, 7, {}, { description: 3 }],
  },
]

describe('F7: an unreadable value becomes the empty value of the type', () => {
  test.each(Object.entries(fields))('%s', (_field, row) => {
    const values = odd.map((item) => row.read(item, context))
    expect(values[0]).toEqual(empty[row.type])
    expect(new Set(values.map((value) => (Array.isArray(value) ? 'list' : typeof value))).size).toBe(1)
  })

  test('a value that is not text does not become text', () => {
    expect(read('LEVEL', odd[3] as GameItem)).toBe(0)
    expect(read('EXPLICIT_MODS', odd[4] as GameItem)).toEqual([])
  })

  test('a range is not a number', () => {
    expect(read('MAP_TIER', having('Map Tier', '12/40'))).toBe(0)
  })
})
