import { CharacterAnswer, type CharacterDetail } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { writeBuild } from './export.ts'

const gem = (typeLine: string, socket: number, more: object = {}) => ({
  typeLine,
  frameTypeId: 'Gem',
  identified: true,
  socket,
  properties: [
    { name: 'Spell, Fire', values: [] },
    { name: 'Level', values: [['20 (Max)', 0]] },
    { name: 'Quality', values: [['+20%', 1]] },
  ],
  ...more,
})
const support = (name: string, socket: number) =>
  gem(`${name} Support`, socket, { support: true, properties: [{ name: 'Support', values: [] }] })
const socket = (group: number, sColour = 'R') => ({ group, sColour })

const aCharacter = (character: Partial<CharacterDetail> = {}): CharacterDetail => ({
  id: 'c1',
  name: 'Sparkwitch',
  class: 'Elementalist',
  level: 92,
  experience: 2_467_000_123,
  league: 'Muster (PL1)',
  equipment: [],
  jewels: [],
  passives: { hashes: [54447, 57226, 18663] },
  metadata: { version: '3.29.3' },
  ...character,
})
const write = (character: Partial<CharacterDetail> = {}) => writeBuild(aCharacter(character)).xml
const find = (xml: string, element: string) => xml.match(new RegExp(`<${element}[ />][^>]*>`, 'g')) ?? []

const armour = {
  inventoryId: 'BodyArmour',
  name: 'Dusk Shroud',
  typeLine: 'Superior Astral Plate',
  baseType: 'Astral Plate',
  frameTypeId: 'Rare',
  identified: true,
  ilvl: 86,
  corrupted: true,
  influences: { hunter: true },
  properties: [
    { name: 'Quality', values: [['+20%', 1]] },
    { name: 'Armour', values: [['1044', 1]] },
  ],
  requirements: [{ name: 'Level', values: [['62', 0]] }],
  sockets: [socket(0), socket(0, 'G'), socket(1, 'W')],
  implicitMods: [{ description: '+12% to all Elemental Resistances' }],
  explicitMods: [
    { description: '+92 to maximum Life', flags: { fractured: true } },
    { description: 'Adds 1 to 2 Damage\r\nand more', flags: [] },
    { description: '+15 to Strength', flags: { crafted: true } },
  ],
}

describe('an item', () => {
  test("is written line by line in the program's order", () => {
    const text = /<Item id="1">\n([^<]*)\n<\/Item>/.exec(write({ equipment: [armour] }))?.[1]
    expect(text?.split('\n')).toEqual([
      'Rarity: RARE',
      'Dusk Shroud',
      'Astral Plate',
      'Armour: 1044',
      'Hunter Item',
      'Item Level: 86',
      'Quality: 20',
      'Sockets: R-G W',
      'LevelReq: 62',
      'Implicits: 1',
      '+12% to all Elemental Resistances',
      '{fractured}+92 to maximum Life',
      'Adds 1 to 2 Damage',
      'and more',
      '{crafted}+15 to Strength',
      'Corrupted',
    ])
  })

  test('without quality is written with quality 0, because the program would assume the best', () => {
    expect(write({ equipment: [{ ...armour, properties: [] }] })).toContain('\nQuality: 0\n')
    expect(write({ equipment: [{ ...armour, properties: [], inventoryId: 'Belt' }] })).not.toContain('\nQuality')
  })

  test('that is not identified is written as its base only', () => {
    const hidden = { ...armour, identified: false, name: '', typeLine: 'Astral Plate' }
    expect(write({ equipment: [hidden] })).toContain('<Item id="1">\nRarity: RARE\nAstral Plate\n</Item>')
  })

  test('in the format before 3.29 has a separate list for changed modifiers; each line is written once', () => {
    const ring = {
      ...armour,
      inventoryId: 'Ring3',
      influences: {},
      explicitMods: ['36% increased Lightning Damage', 'both'],
      mutatedMods: ['both', 'Ignited Enemies you Kill Explode'],
      craftedMods: ['+15 to Strength'],
    }
    expect(write({ equipment: [ring] })).toContain(
      '\n36% increased Lightning Damage\nboth\nIgnited Enemies you Kill Explode\n{crafted}+15 to Strength\n',
    )
  })

  test('with a modifier that is both crafted and fractured has it once, with both marks', () => {
    const explicitMods = [{ description: '+15 to Strength', flags: { crafted: true, fractured: true } }]
    const xml = write({ equipment: [{ ...armour, explicitMods }] })
    expect(xml.match(/.*\+15 to Strength/g)).toEqual(['{fractured}{crafted}+15 to Strength'])
  })

  test('is left out with its slot if the program has no word for it', () => {
    const xml = write({
      equipment: [
        { ...armour, frameTypeId: 'Quest' },
        { ...armour, inventoryId: 'Trinket' },
      ],
    })
    expect([find(xml, 'Item'), find(xml, 'Slot')]).toEqual([[], []])
  })
})

describe('slots and jewels', () => {
  test('flasks are ordered by position and inactive, abyss jewels belong to the item that holds them', () => {
    const eye = { typeLine: 'Searching Eye Jewel', abyssJewel: true, frameTypeId: 'Rare', identified: true, name: 'Eye' }
    const belt = { ...armour, inventoryId: 'Belt', sockets: [socket(0, 'A')], socketedItems: [eye] }
    const flask = { inventoryId: 'Flask', x: 3, typeLine: 'Ruby Flask', frameTypeId: 'Magic', identified: true }
    expect(find(write({ equipment: [flask, belt] }), 'Slot')).toEqual([
      '<Slot name="Belt" itemId="1"/>',
      '<Slot name="Belt Abyssal Socket 1" itemId="2"/>',
      '<Slot name="Flask 4" itemId="3" active="false"/>',
    ])
  })

  test("grafts fill the program's two graft slots", () => {
    const graft = {
      ...armour,
      inventoryId: 'BrequelGrafts',
      name: 'Quiet Grasp',
      typeLine: 'Hardening Uulgraft',
      baseType: 'Hardening Uulgraft',
      explicitMods: ['+20% to Damage over Time Multiplier'],
      // Real answers have this property; it counts the uses of the graft's skill.
      properties: [
        {
          name: 'Graftblood: {0}/{1}',
          values: [
            ['503', 0],
            ['9252', 0],
          ],
        },
      ],
    }
    const xml = write({ equipment: [graft, { ...graft, inventoryId: 'BrequelGrafts2' }] })
    expect(find(xml, 'Slot')).toEqual(['<Slot name="Graft 1" itemId="1"/>', '<Slot name="Graft 2" itemId="2"/>'])
    expect(xml).toContain('\nQuiet Grasp\nHardening Uulgraft\n')
  })

  test('a jewel is placed by its socket number; a jewel with an unknown base would break the import and is left out', () => {
    const jewel = { typeLine: 'Cobalt Jewel', baseType: 'Cobalt Jewel', frameTypeId: 'Rare', identified: true, name: 'A', x: 4 }
    const odd = { ...jewel, baseType: 'Unheard Jewel', x: 5 }
    const xml = write({ jewels: [odd, jewel, { ...jewel, x: 999 }] })
    expect(find(xml, 'Socket')).toEqual(['<Socket nodeId="60735" itemId="1"/>'])
    expect(find(xml, 'Item')).toHaveLength(1)
  })
})

describe('gems', () => {
  const weapon = (socketedItems: object[], groups: number[]) => ({
    ...armour,
    inventoryId: 'Weapon',
    sockets: groups.map((group) => socket(group)),
    socketedItems,
  })

  test("are grouped by their links, the active gem first, under the program's names", () => {
    const items = [
      support('Added Fire Damage', 0),
      gem('Vaal Fireball', 1, { hybrid: { isVaalGem: true, baseTypeName: 'Fireball' } }),
      gem('Spark', 2, { hybrid: { isVaalGem: false, baseTypeName: 'Spark of Unpredictability' } }),
    ]
    const xml = write({ equipment: [weapon(items, [0, 0, 1])] })
    expect([...xml.matchAll(/nameSpec="([^"]+)" level="(\d+)" quality="(\d+)"/g)].map((match) => match.slice(1))).toEqual([
      ['Vaal Fireball', '20', '20'],
      ['Added Fire Damage', '1', '0'],
      ['Spark of Unpredictability', '20', '20'],
    ])
    expect(find(xml, 'Skill')).toHaveLength(2)
  })

  test('the main skill is the attack with the most supports', () => {
    const aura = gem('Grace', 0, { properties: [{ name: 'Aura, Spell', values: [] }] })
    const auras = weapon([aura, support('Enlighten', 1), support('Generosity', 2)], [0, 0, 0])
    const attack = { ...weapon([gem('Spark', 0), support('Faster Casting', 1)], [0, 0]), inventoryId: 'Offhand' }
    const build = writeBuild(aCharacter({ equipment: [auras, attack] }))
    expect(build.main_skill).toBe('Spark')
    expect(build.xml).toContain('mainSocketGroup="2"')
    expect(writeBuild(aCharacter()).main_skill).toBe('')
  })
})

describe('the tree', () => {
  test('carries class, nodes, masteries and tattoos', () => {
    const passives = {
      hashes: [57226, 54447],
      mastery_effects: { 29161: 48385 },
      skill_overrides: { 41472: { name: 'Tattoo of the Arohongui Warrior', icon: 'a.png', stats: ['5% "more"'] } },
    }
    const xml = write({ passives })
    expect(xml).toContain('treeVersion="3_29" classId="3" ascendClassId="2" secondaryAscendClassId="0" nodes="54447,57226"')
    expect(xml).toContain('masteryEffects="{29161,48385}"')
    expect(xml).toContain('nodeId="41472">5% &quot;more&quot;</Override>')
  })

  test.each([
    ['Ranger', 'classId="2" ascendClassId="0"'],
    ['Raider', 'classId="2" ascendClassId="1"'],
    ['Inventor', 'classId="3" ascendClassId="0"'],
  ])('the class %s is %s', (name, expected) => {
    expect(write({ class: name })).toContain(expected)
  })

  test.each([
    ['Catarina', 7],
    ['Warden', 1],
    ['Abyssal', 16],
    [13, 13],
    ['Unheard', 0],
    [null, 0],
  ])('the bloodline %s has the number %i', (alternate_ascendancy, number) => {
    const { passives } = CharacterAnswer.parse({ character: aCharacter({ passives: { alternate_ascendancy } }) }).character ?? {}
    expect(write({ passives })).toContain(`secondaryAscendClassId="${number}"`)
  })

  test('accepts an empty dictionary sent as a list, and a missing version', () => {
    const passives = { hashes: [], mastery_effects: [], skill_overrides: [], jewel_data: [] } as never
    expect(write({ passives, metadata: null })).toContain('treeVersion="3_25"')
  })
})

describe('choices', () => {
  test("have the names that the program's settings use; killing all bandits means no choice", () => {
    const passives = { bandit_choice: 'Eramir', pantheon_major: 'Solaris' }
    const xml = write({ passives })
    expect(xml).toContain('bandit="None" pantheonMajorGod="Solaris" pantheonMinorGod="None"')
    expect(xml).toContain('<Input name="pantheonMajorGod" string="Solaris"/>')
    const penaltyAt = (level: number) => /name="resistancePenalty" number="(-?\d+)"/.exec(write({ level }))?.[1]
    expect([20, 50, 90].map(penaltyAt)).toEqual(['0', '-30', '-60'])
  })
})

test('the text does not depend on ids, experience, or the order of the answer', () => {
  const belt = { ...armour, inventoryId: 'Belt' }
  const first = write({ equipment: [{ ...armour, id: 'a' }, belt] })
  expect(write({ equipment: [belt, { ...armour, id: 'b', icon: 'x' }], experience: 1, name: 'Renamed' })).toBe(first)
  expect(write({ equipment: [belt, { ...armour, ilvl: 85 }] })).not.toBe(first)
})

test('letters outside ASCII lose their accents, and special characters are escaped', () => {
  const xml = write({ equipment: [{ ...armour, name: `Mjölner’s "<&>' 한` }] })
  expect(xml).toContain('\nMjolner&apos;s &quot;&lt;&amp;&gt;&apos; ?')
})
