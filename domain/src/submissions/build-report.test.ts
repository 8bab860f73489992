import type { CharacterDetail } from '@muster/contract/game-api'
import type { NumberField } from '@muster/contract/objectives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeBuild } from '../builds/export.ts'
import { readMods } from '../items/normalise.ts'
import { addsNumber, needsTree, readBuildNumber, readReportedBuild, type ReportedBuild } from './build-report.ts'
import { identifyItem, readReportedText } from './item-report.ts'

const aCharacter = (more: Partial<CharacterDetail> = {}): CharacterDetail => ({
  id: 'c1',
  name: 'Sparkwitch',
  class: 'Occultist',
  level: 92,
  experience: 1,
  league: 'Muster',
  equipment: [],
  jewels: [],
  passives: { hashes: [54447] },
  metadata: { version: '3.29.3' },
  ...more,
})
const read = (xml: string, game_version: 'poe1' | 'poe2' = 'poe1'): ReportedBuild => {
  const reading = readReportedBuild(xml, game_version)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.reported
}
const readCharacter = (more: Partial<CharacterDetail>) => read(writeBuild(aCharacter(more)).xml)

/** Lines as a game shows them: numbers with words that occur in modifiers, so that they are recognised by their shape. */
const modifier = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom('to maximum Life', 'to Strength', 'to Accuracy Rating', 'to Armour'))
  .map(([number, words]) => `+${number} ${words}`)
const rarity = fc.constantFrom({ frameType: 2, rarity: 'Rare' }, { frameType: 3, rarity: 'Unique' })
const wornItem = fc.record({
  inventoryId: fc.constantFrom('Helm', 'BodyArmour', 'Gloves', 'Boots', 'Ring', 'Belt', 'Amulet'),
  name: fc.constantFrom('Gale Loop', 'Mjölner’s Echo', 'Grim & <Bold>', 'The "Quiet"'),
  typeLine: fc.constantFrom('Ruby Ring', 'Heavy Belt', 'Astral Plate'),
  ilvl: fc.integer({ min: 1, max: 100 }),
  corrupted: fc.boolean(),
  implicitMods: fc.array(modifier, { maxLength: 2 }),
  // The exporter writes a modifier that is both crafted and fractured only once.
  explicitMods: fc.uniqueArray(
    fc.record({ description: modifier, flags: fc.constantFrom({}, { crafted: true }, { fractured: true }) }),
    { minLength: 1, maxLength: 6, selector: ({ description }) => description },
  ),
})

describe('a reported build', () => {
  it('contains what the exporter wrote: items, level, class and pantheon', () => {
    fc.assert(
      fc.property(wornItem, rarity, fc.integer({ min: 1, max: 100 }), (item, of, level) => {
        const { build, worn, unread } = readCharacter({
          level,
          equipment: [{ ...item, ...of, baseType: item.typeLine, identified: true }],
          passives: { hashes: [54447], pantheon_major: 'Solaris', pantheon_minor: 'Ralakesh' },
        })
        expect(unread).toEqual([])
        expect(build).toMatchObject({ level, class_name: 'Witch', ascendancy: 'Occultist' })
        expect(build.choices).toMatchObject({ major: 'Solaris', minor: 'Ralakesh' })
        const [one] = worn
        expect(one?.left_out).toEqual([])
        expect(one?.read.read.unread).toEqual([])
        const corrupted = item.corrupted || undefined
        expect(one?.item).toMatchObject({ rarity: of.rarity, baseType: item.typeLine, ilvl: item.ilvl, worn_by: 'Occultist' })
        expect(one?.item['corrupted']).toBe(corrupted)
        expect(one?.item['implicitMods'] ?? []).toEqual(item.implicitMods)
        expect(readMods(one?.item['explicitMods']).toSorted()).toEqual(readMods(item.explicitMods).toSorted())
      }),
    )
  })

  it('of the second game names the ascendancy, and its items', () => {
    const ring = {
      inventoryId: 'Ring',
      typeLine: 'Ruby Ring',
      baseType: 'Ruby Ring',
      frameType: 2,
      name: 'Gale Loop',
      identified: true,
    }
    const character = aCharacter({ realm: 'poe2', class: 'Warrior1', equipment: [ring] })
    const { worn } = read(writeBuild({ ...character, class: 'Titan' }).xml, 'poe2')
    expect(worn.map(({ slot, item }) => [slot, item.name, item.worn_by])).toEqual([['Ring 1', 'Gale Loop', 'Titan']])
  })

  it.each(['Superior', 'Synthesised', 'Vestigial'])('has the identity of an item that was pasted as %s', (word) => {
    const ring = {
      inventoryId: 'Ring',
      name: 'Mjölner’s Echo',
      typeLine: 'Ruby Ring',
      baseType: 'Ruby Ring',
      frameType: 2,
      ilvl: 79,
      identified: true,
      corrupted: true,
      implicitMods: ['+25% to Fire Resistance'],
      explicitMods: [
        { description: '+60 to maximum Life' },
        { description: '+31% to Cold Resistance', flags: { crafted: true } },
      ],
    }
    const pasted = readReportedText(
      [
        `Item Class: Rings\nRarity: Rare\nMjölner’s Echo\n${word} Ruby Ring`,
        'Quality: +5% (augmented)',
        'Requirements:\nLevel: 60',
        'Item Level: 79',
        '+25% to Fire Resistance (implicit)',
        '+31% to Cold Resistance (crafted)\n+60 to maximum Life',
        'Corrupted',
        'Note: ~price 1 divine',
      ].join('\n--------\n'),
    )
    const [worn] = readCharacter({ equipment: [ring] }).worn
    expect(identifyItem(worn?.read.item ?? {})).toBe(pasted.ok ? identifyItem(pasted.item) : '')
  })

  it('holds the jewels of allocated nodes, and no jewels inside items', () => {
    const jewel = '<Item id="1">Rarity: NORMAL\nCobalt Jewel</Item>'
    const { worn } = read(
      `<PathOfBuilding><Build className="Witch"/><Items>${jewel}
        <Slot name="Belt Abyssal Socket 1" itemId="1"/></Items><Tree><Spec nodes="5"><Sockets>
        <Socket nodeId="5" itemId="1"/><Socket nodeId="6" itemId="1"/><Socket nodeId="5" itemId="0"/></Sockets></Spec></Tree></PathOfBuilding>`,
    )
    expect(worn.map(({ slot, item }) => [slot, item.worn_by])).toEqual([['Jewel', 'Witch']])
  })

  it('holds each item once, in however many slots it lies', () => {
    const items = ['Cobalt', 'Viridian'].map((name, at) => `<Item id="${at}">Rarity: NORMAL\n${name} Jewel</Item>`).join('')
    const { worn } = read(
      `<PathOfBuilding><Items>${items}<Slot name="Ring 1" itemId="0"/><Slot name="Ring 2" itemId="0"/></Items>
        <Tree><Spec nodes="5,6,7"><Sockets><Socket nodeId="5" itemId="0"/><Socket nodeId="6" itemId="1"/>
        <Socket nodeId="7" itemId="1"/></Sockets></Spec></Tree></PathOfBuilding>`,
    )
    expect(worn.map(({ slot, read: { name } }) => [slot, name])).toEqual([
      ['Ring 1', 'Cobalt Jewel'],
      ['Jewel', 'Viridian Jewel'],
    ])
  })

  it('names the slots that cannot be read, and keeps the others', () => {
    const { worn, unread } = read(
      `<PathOfBuilding><Items><Item id="1">Rarity: EPIC\nThing</Item><Item id="2">Rarity: RARE\nGale Loop\nRuby Ring</Item>
        <Slot name="Belt" itemId="1"/><Slot name="Ring 1" itemId="2"/></Items></PathOfBuilding>`,
    )
    expect(unread).toEqual([{ slot: 'Belt', reason: 'there is no rarity "EPIC"' }])
    expect(worn).toHaveLength(1)
  })

  it('holds a rare item once, even under two numbers', () => {
    const ring = 'Rarity: RARE\nGale Loop\nRuby Ring\nImplicits: 0\n+60 to maximum Life'
    const items = [1, 2].map((id) => `<Item id="${id}">${ring}</Item><Slot name="Ring ${id}" itemId="${id}"/>`).join('')
    const { worn, unread } = read(`<PathOfBuilding><Items>${items}</Items></PathOfBuilding>`)
    expect(worn.map(({ slot }) => slot)).toEqual(['Ring 1'])
    expect(unread).toEqual([{ slot: 'Ring 2', reason: 'it is the item of Ring 1' }])
  })

  it('reads no item that is longer than any real one, in however many slots', () => {
    const long = `Rarity: RARE\nA\nB\nImplicits: 1\n${'{a}'.repeat(1_000_000)}`
    const slots = Array.from({ length: 100 }, (_, at) => `<Slot name="S${at}" itemId="1"/>`).join('')
    const { worn, unread } = read(`<PathOfBuilding><Items><Item id="1">${long}</Item>${slots}</Items></PathOfBuilding>`)
    expect(worn).toEqual([])
    expect(unread).toEqual([{ slot: 'S0', reason: 'the text is longer than 20000 characters' }])
  })

  it('is refused with too many items, for the other game, and if it is another kind of document', () => {
    const items = Array.from({ length: 101 }, (_, at) => `<Item id="${at}">x</Item><Slot name="S${at}" itemId="${at}"/>`).join('')
    const many = `<PathOfBuilding><Items>${items}</Items></PathOfBuilding>`
    const long = many.replaceAll('>x<', `>${'x'.repeat(2001)}<`).replace('S100', 'S0')
    const reasons = [many, long, '<PathOfBuilding2/>', '<html/>', ''].map((xml) => readReportedBuild(xml, 'poe1'))
    expect(reasons).toEqual([
      { ok: false, reason: 'it has more than 100 items' },
      { ok: false, reason: 'its items have more than 200000 characters' },
      { ok: false, reason: 'it is a build of the other game' },
      { ok: false, reason: 'it is not a build of Path of Building' },
      { ok: false, reason: 'it is not XML' },
    ])
  })

  it('never throws, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, slot) => {
        const safe = (part: string) => part.replaceAll(/[<>&"']/g, '')
        const xml = `<PathOfBuilding><Items><Item id="1">Rarity: RARE\n${safe(text)}</Item><Slot name="${safe(slot)}" itemId="1"/></Items></PathOfBuilding>`
        expect(typeof readReportedBuild(xml, 'poe1').ok).toBe('boolean')
      }),
    )
  })
})

describe('the number of a build', () => {
  const build = read(
    `<PathOfBuilding><Build level="91" pantheonMajorGod="Solaris" pantheonMinorGod="Abberath"/>
      <Tree><Spec nodes="1,2,3,4,5,6,7,8,9,10,11"/></Tree></PathOfBuilding>`,
  )
  const level = {
    objective_type: 'PLAYER',
    aggregation: 'EARLIEST',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
    valid_from: null,
    valid_to: null,
  } as const

  it.each([
    ['reaches a level', {}, { number: 91, state: 'counts' }],
    ['does not reach it', { required_number: 92 }, { number: 91, state: 'too_low' }],
    ['is shown as the highest', { aggregation: 'MAXIMUM', required_number: 95 }, { number: 91, state: 'counts' }],
    ['is too late', { valid_to: 9 }, { number: 91, state: 'closed' }],
    ['is too early', { valid_from: 11 }, { number: 91, state: 'closed' }],
    ['shows the pantheon', { number_field: 'PANTHEON', required_number: 1 }, { number: 1, state: 'counts' }],
    ['shows no experience', { number_field: 'EXPERIENCE' }, null],
    ['was not calculated', { number_field: 'LIFE' }, null],
    ['shows no depth', { number_field: 'DELVE_DEPTH' }, null],
    ['shows no number of a team', { objective_type: 'TEAM' }, null],
    ['shows no gain', { aggregation: 'DIFFERENCE_BETWEEN' }, null],
  ] as const)('%s', (_, more, expected) => {
    expect(readBuildNumber({ ...level, ...more }, build, 10, null)).toEqual(expected)
  })

  it('is a calculated figure of the build or of a minion, or a gem', () => {
    const calculated = read(
      `<PathOfBuilding><Build level="91"><PlayerStat stat="Life" value="4321.6"/><PlayerStat stat="EffectiveBlockChance" value="inf"/>
        <PlayerStat stat="Mana" value="0" calculated="false"/><MinionStat stat="TotalDPS" value="9e3"/></Build>
        <Skills><Skill slot="Helmet"><Gem nameSpec="Reap" level="21"/><Gem nameSpec="Cruelty" level="20"/></Skill>
        <Skill slot="Ring 1" source="Item:3"><Gem nameSpec="Granted" level="30"/></Skill>
        <Skill><Gem nameSpec="Planned" level="25"/></Skill></Skills></PathOfBuilding>`,
    )
    const numberOf = (number_field: NumberField, more = {}) =>
      readBuildNumber({ ...level, aggregation: 'MAXIMUM', number_field, ...more }, calculated, 10, null)?.number ?? null
    expect((['LIFE', 'ATTACK_BLOCK', 'MANA', 'DPS', 'SOCKETED_GEMS'] as const).map((field) => numberOf(field))).toEqual([
      4322,
      100,
      null,
      9000,
      2,
    ])
    expect([20, 21, 22].map((pieces_from) => numberOf('GEMS_OF_LEVEL', { pieces_from }))).toEqual([2, 1, 0])
  })

  it('is that of the ascendancy, if the tree says which nodes belong to it', () => {
    const points = { ...level, number_field: 'ASCENDANCY', required_number: 2 } as const
    const read = (...nodes: number[]) => readBuildNumber(points, build, 10, new Set(nodes))
    expect(read(2, 4, 99)).toEqual({ number: 2, state: 'counts' })
    expect(read(99)).toEqual({ number: 0, state: 'too_low' })
    expect(read(1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual({ number: 8, state: 'counts' })
    expect(readBuildNumber(points, build, 10, null)).toBeNull()
    expect([needsTree([points]), needsTree([level]), needsTree([{ ...points, objective_type: 'TEAM' }])]).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each(['', '0', '101', '1e9', '9.5', 'x'])('is not a level %j', (text) => {
    const odd = read(`<PathOfBuilding><Build level="${text}"/></PathOfBuilding>`)
    expect(readBuildNumber(level, odd, 10, null)).toEqual({ number: 0, state: 'too_low' })
  })

  it.each([
    ['above the highest', { aggregation: 'MAXIMUM' }, 91, 90, true],
    ['equal to the highest', { aggregation: 'MAXIMUM' }, 90, 90, false],
    ['below the highest', { aggregation: 'SUM_LATEST' }, 2, 92, false],
    ['above a highest that did not complete', { aggregation: 'EARLIEST' }, 91, 89, true],
    ['above a first completion', { aggregation: 'EARLIEST' }, 92, 90, false],
  ] as const)('%s: adds to the score or not', (_, more, number, highest, adds) => {
    expect(addsNumber({ required_number: 90, ...more }, number, highest)).toBe(adds)
  })
})
