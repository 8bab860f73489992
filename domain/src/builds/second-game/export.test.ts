import type { CharacterDetail } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { writeBuild } from '../export.ts'
import { addStats } from '../player-stats.ts'

const gem = (typeLine: string, more: Record<string, unknown> = {}) => ({
  id: `id of ${typeLine}`,
  typeLine,
  frameTypeId: 'Gem',
  identified: true,
  inventoryId: 'SkillSlots',
  x: 0,
  properties: [
    { name: '[Spell], [Fire]', values: [] },
    { name: '[Level]', values: [['18', 0]] },
    { name: '[Quality]', values: [['+12%', 1]] },
  ],
  ...more,
})
const support = (typeLine: string) =>
  gem(typeLine, { support: true, inventoryId: undefined, properties: [{ name: '[Support]', values: [] }] })

const aCharacter = (character: Partial<CharacterDetail> = {}): CharacterDetail => ({
  id: 'c1',
  name: 'Sparkwitch',
  realm: 'poe2',
  class: 'Abyssal Lich',
  level: 92,
  experience: 2_467_000_123,
  league: 'Muster (PL1)',
  equipment: [],
  jewels: [],
  skills: [],
  passives: { hashes: [54447, 57226] },
  metadata: { version: '4.5.4f' },
  ...character,
})
const write = (character: Partial<CharacterDetail> = {}) => writeBuild(aCharacter(character)).xml
const find = (xml: string, element: string) => xml.match(new RegExp(`<${element}[ />][^>]*>`, 'g')) ?? []

const armour = {
  inventoryId: 'BodyArmour',
  name: 'Dusk Shroud',
  typeLine: 'Superior Vile Robe',
  baseType: 'Vile Robe',
  frameTypeId: 'Rare',
  identified: true,
  ilvl: 81,
  doubleCorrupted: true,
  properties: [
    { name: '[BodyArmour|Body Armour]', values: [] },
    { name: '[Quality]', values: [['+20%', 1]] },
    { name: '[EnergyShield|Energy Shield]', values: [['344', 1]] },
  ],
  requirements: [{ name: '[Level]', values: [['65', 0]] }],
  sockets: [0, 1, 2].map((group) => ({ group, type: 'rune', item: 'rune' })),
  socketedItems: [{ baseType: 'Greater Iron Rune', typeLine: 'Greater Iron Rune', socket: 1 }],
  runeMods: ['20% increased [Armour], [Evasion] and [EnergyShield|Energy Shield]'],
  implicitMods: [{ description: '+20 to [Spirit]' }],
  grantedSkills: [{ name: 'Grants Skill', values: [['Level 11 [Discipline]', 25]] }],
  explicitMods: [
    { description: '+92 to maximum Life', flags: { fractured: true } },
    { description: '+30% to [Resistances|Fire Resistance]', flags: { desecrated: true } },
    { description: '+15 to [Strength|Strength]', flags: { crafted: true } },
  ],
}

describe('an item of the second game', () => {
  test('is written line by line, in the texts that players see, with the contents of its sockets', () => {
    const text = /<Item id="1">\n([^<]*)\n<\/Item>/.exec(write({ equipment: [armour] }))?.[1]
    expect(text?.split('\n')).toEqual([
      'Rarity: RARE',
      'Dusk Shroud',
      'Vile Robe',
      'Energy Shield: 344',
      'Item Level: 81',
      'Quality: 20',
      'Sockets: S S S',
      'Rune: None',
      'Rune: Greater Iron Rune',
      'Rune: None',
      'LevelReq: 65',
      'Implicits: 3',
      '{enchant}{rune}20% increased Armour, Evasion and Energy Shield',
      '+20 to Spirit',
      'Grants Skill: Level 11 Discipline',
      '{fractured}+92 to maximum Life',
      '+30% to Fire Resistance',
      '{crafted}+15 to Strength',
      'Corrupted',
    ])
  })

  test('in the older format without marks has separate lists; each line is written once', () => {
    const old = {
      ...armour,
      explicitMods: ['+1 to Level', 'both'],
      desecratedMods: ['both', 'of the well'],
      mutatedMods: ['changed'],
    }
    expect(write({ equipment: [old] })).toContain('\n+1 to Level\nboth\nof the well\nchanged\nCorrupted')
  })

  test('has a slot: charms come after the two flasks, and both stay off', () => {
    const at = (x: number, typeLine: string) => ({ inventoryId: 'Flask', x, typeLine, frameTypeId: 'Magic', identified: true })
    const flasks = [at(2, 'Ruby Charm'), at(0, 'Life Flask'), at(4, 'Stone Charm'), at(1, 'Mana Flask')]
    expect(find(write({ equipment: [...flasks, armour, { ...armour, inventoryId: 'Trinket' }] }), 'Slot')).toEqual([
      '<Slot name="Body Armour" itemId="1"/>',
      '<Slot name="Charm 1" itemId="2" active="false"/>',
      '<Slot name="Charm 3" itemId="3" active="false"/>',
      '<Slot name="Flask 1" itemId="4" active="false"/>',
      '<Slot name="Flask 2" itemId="5" active="false"/>',
    ])
  })

  test('is placed at the tree socket of its number, and left out without a socket', () => {
    const jewel = {
      typeLine: 'Emerald',
      baseType: 'Emerald',
      name: 'Onslaught Spark',
      frameTypeId: 'Rare',
      identified: true,
      x: 4,
    }
    const xml = write({ jewels: [{ ...jewel, x: 21 }, jewel, { ...jewel, x: 31 }] })
    expect(xml).toContain('<Item id="1">\nRarity: RARE\nOnslaught Spark\nEmerald')
    expect(find(xml, 'Socket')).toEqual(['<Socket nodeId="60735" itemId="1"/>', '<Socket nodeId="59740" itemId="2"/>'])
    expect(find(xml, 'Item')).toHaveLength(2)
  })
})

describe('skills of the second game', () => {
  const skills = [
    gem('Spark', { x: 2, socketedItems: [support('Chain'), support('Fast Forward')] }),
    gem('Discipline', {
      x: 1,
      properties: [{ name: '[Buff], [Persistent]', values: [] }],
      socketedItems: [1, 2, 3].map(String).map(support),
    }),
    gem('Granted by a staff', { id: undefined, x: 3 }),
  ]

  test('are groups of a gem and its supports; skills granted by items are left to the program', () => {
    const xml = write({ skills })
    expect([...xml.matchAll(/nameSpec="([^"]+)" level="(\d+)" quality="(\d+)"/g)].map((match) => match.slice(1))).toEqual([
      ['Discipline', '1', '0'],
      ['1', '1', '0'],
      ['2', '1', '0'],
      ['3', '1', '0'],
      ['Spark', '18', '12'],
      ['Chain', '1', '0'],
      ['Fast Forward', '1', '0'],
    ])
    expect(find(xml, 'Skill').every((skill) => !skill.includes('slot='))).toBe(true)
  })

  test("have the gem's own level: the program adds the levels of items", () => {
    const withLevels = (...lines: string[]) => {
      const rows = lines.map((line) => ({ name: '', values: [[line, 0]] }))
      return gem('Spark', { properties: [{ name: '[Level]', values: [['25', 1]] }, ...rows] })
    }
    const levelOf = (...lines: string[]) => /level="(\d+)" quality/.exec(write({ skills: [withLevels(...lines)] }))?.[1]
    expect(levelOf()).toBe('25')
    expect(levelOf('18 Levels from Gem')).toBe('18')
    expect(levelOf('1 Level from Gem', '+4 Levels from Items')).toBe('1')
    expect(levelOf('20 Levels from Gem', '1 Level from Corruption')).toBe('21')
  })

  test('that summon a monster have another name in the program', () => {
    const [spectre, companion, other] = find(
      write({ skills: [gem('Spectre: Vaal Guard', { x: 1 }), gem('Companion: Rhoa', { x: 2 }), gem('Spark', { x: 3 })] }),
      'Gem',
    )
    expect(spectre).toContain('nameSpec="Spectre: Vaal Guard" gemId="Metadata/Items/Gems/SkillGemSummonSpectre"')
    expect(companion).toContain('gemId="Metadata/Items/Gems/SkillGemSummonBeast"')
    expect(other).not.toContain('gemId')
  })

  test('the main skill is an attack, not a buff with more supports', () => {
    const build = writeBuild(aCharacter({ skills }))
    expect(build.main_skill).toBe('Spark')
    expect(build.xml).toContain('mainSocketGroup="2"')
    expect(writeBuild(aCharacter({ skills: null })).main_skill).toBe('')
  })
})

describe('the tree of the second game', () => {
  test('carries class and ascendancy by their ids, and the nodes of both weapon sets', () => {
    const passives = {
      hashes: [57226, 54447],
      specialisations: { set1: [11], set2: [13, 12], set3: [] },
      skill_overrides: {
        5: { name: 'Intelligence', grantedIntelligence: 5 },
        7: { name: 'Attribute', stats: ['+5 to [Strength]'] },
        3: { grantedStrength: 5 },
      },
    }
    const xml = write({ passives })
    expect(find(xml, 'Spec')).toEqual([
      '<Spec treeVersion="0_5" classInternalId="1" ascendancyInternalId="Witch3b" nodes="11,12,13,54447,57226" masteryEffects="">',
    ])
    expect([...find(xml, 'WeaponSet1'), ...find(xml, 'WeaponSet2'), ...find(xml, 'AttributeOverride')]).toEqual([
      '<WeaponSet1 nodes="11"/>',
      '<WeaponSet2 nodes="12,13"/>',
      '<AttributeOverride strNodes="3,7" dexNodes="" intNodes="5"/>',
    ])
  })

  test.each([
    ['Monk', 'classInternalId="10" ascendancyInternalId=""'],
    // The program cannot open a build without a class. This tree begins at the same node as a Witch's.
    ['Somebody New', 'classInternalId="1" ascendancyInternalId=""'],
  ])('the class %s is %s', (name, expected) => {
    expect(write({ class: name })).toContain(expected)
  })

  test('an unknown class with an unknown first node is written as an existing class', () => {
    expect(write({ class: 'Somebody New', passives: { hashes: [1] } })).toContain('className="Warrior"')
    expect(write({ class: 'Somebody New', passives: null })).toContain('classInternalId="6"')
  })

  test('accepts empty dictionaries sent as lists, and a missing version', () => {
    const passives = { hashes: [1], specialisations: [], skill_overrides: [], jewel_data: [] } as never
    expect(find(write({ passives, metadata: null }), 'Spec')[0]).toContain('treeVersion="0_4"')
    expect(find(write({ passives: null }), 'WeaponSet1')).toEqual([])
  })
})

describe("other settings of the second game's program", () => {
  const inputsOf = (character: Partial<CharacterDetail>) =>
    [...write(character).matchAll(/<Input name="([^"]+)" (?:string|number|boolean)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
  const penaltyAt = (level: number) => inputsOf({ level })[0]

  test('resistances fall by ten for each act that players of that level have usually finished', () => {
    expect([1, 15, 16, 44, 45, 64, 65, 100].map((level) => penaltyAt(level)?.[1])).toEqual([
      '0',
      '0',
      '-10',
      '-20',
      '-30',
      '-50',
      '-60',
      '-60',
    ])
    expect(penaltyAt(1)?.[0]).toBe('resistancePenalty')
  })

  test('quest rewards not yet received are switched off, and rewards without a switch are written as modifiers', () => {
    const quest_stats = [
      '+30 to [Spirit|Spirit]',
      '+10% to [Resistances|Cold Resistance]',
      '5% increased maximum Mana',
      '30% increased [Charm] Charges gained\n\t+1 [Charm] Slot',
    ]
    expect(inputsOf({ passives: { quest_stats } as never }).slice(1)).toEqual([
      ['questAct 1Ogham ManorCandlemass', 'false'],
      ['questAct 2Spires of DesharSisters of Garukhan Shrine', 'false'],
      ['questAct 3Azak BogIgnagduk', 'false'],
      ['questAct 3Jiquani&apos;s MachinariumBlackjaw', 'false'],
      ['questInterlude 2Khari CrossingMolten Shrine', 'false'],
      ['questInterlude 3Kriar VillageLythara', 'false'],
      ['customMods', '30% increased Charm Charges gained\n+1 Charm Slot'],
    ])
  })

  test("without quest data the program's defaults apply", () => {
    expect(inputsOf({ passives: { hashes: [1] } })).toHaveLength(1)
    expect(inputsOf({ passives: { quest_stats: [] } as never })).toHaveLength(10)
  })
})

test('each game has its own root element, and figures go into either', () => {
  const roots = (['poe2', 'pc', undefined] as const).map((realm) => /<(PathOfBuilding2?)>/.exec(write({ realm }))?.[1])
  expect(roots).toEqual(['PathOfBuilding2', 'PathOfBuilding', 'PathOfBuilding'])
  expect(addStats(write(), { player: { Life: '4321' }, minion: {} })).toContain('<PlayerStat stat="Life" value="4321"/>')
})

test('the text does not depend on ids, experience, or the order of the answer', () => {
  const belt = { ...armour, inventoryId: 'Belt' }
  const skills = [gem('Spark', { x: 0 }), gem('Comet', { x: 1 })]
  const first = write({ equipment: [{ ...armour, id: 'a' }, belt], skills })
  const again = {
    equipment: [belt, { ...armour, id: 'b', icon: 'x' }],
    skills: skills.toReversed(),
    experience: 1,
    name: 'Other',
  }
  expect(write(again)).toBe(first)
  expect(write({ ...again, skills: [gem('Comet', { x: 0 }), gem('Spark', { x: 1 })] })).not.toBe(first)
})
