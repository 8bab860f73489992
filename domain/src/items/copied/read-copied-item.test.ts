import { existsSync, readFileSync } from 'node:fs'
import { itemFields } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createClassifier } from '../classes.ts'
import { fields } from '../fields.ts'
import { readList, readRecord } from '../normalise.ts'
import { copiedLabelOf } from './class-labels.ts'
import { readCopiedItem } from './read-copied-item.ts'
import { type FieldsOfItem, readAllFields, readFields, readUnread } from './testing/read-fields.ts'
import { writeCopiedText } from './testing/write-copied-text.ts'

const plain = createClassifier({ game_version: 'poe1' })

const expectFields = (text: string, wanted: Partial<FieldsOfItem>, bases?: readonly string[]) =>
  expect(readFields(text, 'poe1', bases)).toMatchObject(wanted)

describe('a copied text', () => {
  it('of a rare item with every section of equipment', () => {
    const text = `Item Class: Body Armours
Rarity: Rare
Horror Wrap
Superior Lacquered Garb
--------
Quality: +20% (augmented)
Evasion Rating: 418 (augmented)
Energy Shield: 82 (augmented)
--------
Requirements:
Level: 57
Dex: 76 (unmet)
--------
Sockets: B-B-W R 
--------
Item Level: 84
--------
+1 to Level of Socketed Gems (enchant)
--------
+30 to maximum Life (implicit)
--------
+92 to maximum Life (fractured)
+39 to Intelligence
+16% to Fire Resistance (crafted)
--------
Split
--------
Corrupted
--------
Shaper Item
Elder Item
--------
Note: ~price 5 divine`
    expectFields(text, {
      NAME: 'Horror Wrap',
      TYPE_LINE: 'Superior Lacquered Garb',
      BASE_TYPE: 'Lacquered Garb',
      ITEM_CLASS: 'Body Armour',
      RARITY: 'Rare',
      FRAME_TYPE: 2,
      QUALITY: 20,
      // The level of the requirements is not the item's level.
      LEVEL: 0,
      ILVL: 84,
      SOCKETS: 'BBWR',
      MAX_LINKS: 3,
      ENCHANT_MODS: ['+1 to Level of Socketed Gems'],
      IMPLICIT_MODS: ['+30 to maximum Life'],
      EXPLICIT_MODS: ['+92 to maximum Life', '+39 to Intelligence', '+16% to Fire Resistance'],
      FRACTURED_MODS: ['+92 to maximum Life'],
      CRAFTED_MODS: ['+16% to Fire Resistance'],
      INFLUENCES: ['elder', 'shaper'],
      IS_CORRUPTED: true,
      IS_SPLIT: true,
      IS_IDENTIFIED: true,
    })
  })

  it('of a unique: its flavour text is not a modifier', () => {
    const text = `Item Class: Bows
Rarity: Unique
Doomfletch
Royal Bow
--------
Bow
Physical Damage: 23-65 (augmented)
--------
Item Level: 77
--------
24% increased Elemental Damage with Attack Skills (implicit)
--------
Adds 13 to 24 Physical Damage
14% increased Attack Speed
--------
"Toasted or frozen
Or twitching in the light"
--------
Searing Exarch Item
Eater of Worlds Item`
    expectFields(text, {
      NAME: 'Doomfletch',
      ITEM_CLASS: 'Bow',
      EXPLICIT_MODS: ['Adds 13 to 24 Physical Damage', '14% increased Attack Speed'],
      INFLUENCES: ['searing', 'tangled'],
      IS_CORRUPTED: false,
    })
  })

  it('of a foil and of an unidentified unique', () => {
    expectFields(
      'Item Class: Belts\nRarity: Unique\nMageblood\nHeavy Belt\n--------\nItem Level: 80\n--------\n+40 to Dexterity\n--------\nFoil Unique (Celestial)',
      { FRAME_TYPE: 10 },
    )
    const hidden =
      'Item Class: Belts\nRarity: Unique\nHeavy Belt\n--------\nItem Level: 80\n--------\n+30 to Strength (implicit)\n--------\nUnidentified'
    expectFields(hidden, {
      NAME: '',
      BASE_TYPE: 'Heavy Belt',
      FRAME_TYPE: 3,
      IS_IDENTIFIED: false,
      EXPLICIT_MODS: [],
      IMPLICIT_MODS: ['+30 to Strength'],
    })
  })

  it('with the advanced descriptions, which group the lines of a modifier', () => {
    const text = `Item Class: Rings
Rarity: Rare
Kraken Band
Paua Ring
--------
Item Level: 84
--------
{ Implicit Modifier — Mana }
+25(20-30) to maximum Mana (implicit)
--------
{ Prefix Modifier "Beryl" (Tier: 9) — Mana }
+27(25-29) to maximum Mana
{ Master Crafted Suffix Modifier "of Craft" }
+16(15-20)% to Fire Resistance (crafted)
{ Unique Modifier }
Curses you inflict last twice as long
(Curses are debuffs)
Enemies are slowed — Unscalable Value`
    expectFields(text, {
      IMPLICIT_MODS: ['+25 to maximum Mana'],
      EXPLICIT_MODS: [
        '+27 to maximum Mana',
        '+16% to Fire Resistance',
        'Curses you inflict last twice as long\nEnemies are slowed',
      ],
      CRAFTED_MODS: ['+16% to Fire Resistance'],
    })
  })

  it('of a stack, a card and a map', () => {
    const orb =
      'Item Class: Stackable Currency\nRarity: Currency\nDivine Orb\n--------\nStack Size: 1,204/20\n--------\nRandomises the values\n--------\nRight click this item'
    expect(readCopiedItem(orb)).toMatchObject({
      item: { stackSize: 1204, baseType: 'Divine Orb', explicitMods: ['Randomises the values'] },
    })
    expectFields(orb, { ITEM_CLASS: 'StackableCurrency', FRAME_TYPE: 5, RARITY: '', NAME: '', ILVL: 0 })
    expectFields(
      'Item Class: Divination Cards\nRarity: Divination Card\nThe Doctor\n--------\nStack Size: 3/8\n--------\nHeadhunter',
      { ITEM_CLASS: 'DivinationCard', FRAME_TYPE: 6 },
    )
    const map =
      'Item Class: Maps\nRarity: Rare\nPain Trap\nBeach Map\n--------\nMap Tier: 16\nItem Quantity: +79% (augmented)\nItem Rarity: +41% (augmented)\nMonster Pack Size: +23% (augmented)\n--------\nItem Level: 83\n--------\nMonsters deal more damage'
    expectFields(map, { MAP_TIER: 16, MAP_QUANT: 79, MAP_RARITY: 41, MAP_PACK_SIZE: 23, ITEM_CLASS: 'Map', ILVL: 83 })
  })

  it('of gems', () => {
    const gem = (label: string, name: string, more = '') =>
      `Item Class: ${label}\nRarity: Gem\n${name}\n--------\nSpell, Lightning\nLevel: 21 (Max)\nQuality: +23% (augmented)\n--------\nRequirements:\nLevel: 72\n--------\nA bolt\n--------\nDeals 5 to 80 Damage\n${more}--------\nPlace into a socket\n--------\nCorrupted`
    expectFields(gem('Skill Gems', 'Arc'), {
      LEVEL: 21,
      QUALITY: 23,
      ITEM_CLASS: 'Active Skill Gem',
      FRAME_TYPE: 4,
      IS_VAAL: false,
      EXPLICIT_MODS: ['Deals 5 to 80 Damage'],
      IS_CORRUPTED: true,
    })
    expectFields(gem('Skill Gems', 'Arc', '--------\nVaal Arc\n--------\nSouls Per Use: 25\n'), {
      BASE_TYPE: 'Vaal Arc',
      IS_VAAL: true,
    })
    expectFields(gem('Support Gems', 'Added Fire Damage Support'), { ITEM_CLASS: 'Support Skill Gem' })
  })

  it('of contracts, talismans, temples, vessels and lenses', () => {
    const contract =
      'Item Class: Contracts\nRarity: Rare\nPlan\nContract: Bunker\n--------\nArea Level: 83\nHeist Target: Golden Idol (High Value)\nRequires Perception (Level 3)\n--------\nItem Level: 83'
    expectFields(contract, {
      HEIST_TARGET: 'Golden Idol (High Value)',
      HEIST_ROGUE_REQUIREMENT: 'Perception (Level 3)',
      ITEM_CLASS: 'HeistContract',
      LEVEL: 0,
    })
    expectFields(
      'Item Class: Amulets\nRarity: Rare\nA B\nHexclaw Talisman\n--------\nItem Level: 70\n--------\nTalisman Tier: 3\n--------\n8% increased Damage (implicit)\n--------\n+2 to Strength',
      { TALISMAN_TIER: 3, EXPLICIT_MODS: ['+2 to Strength'] },
    )
    expectFields(
      'Item Class: Misc Map Items\nRarity: Normal\nChronicle of Atzoatl\n--------\nItem Level: 83\n--------\nOpen Rooms:\nLocus of Corruption (Tier 3)\nTombs (Tier 1)\n--------\nObstructed Rooms:\nBarracks',
      { TEMPLE_ROOMS: ['Locus of Corruption', 'Tombs', 'Barracks'] },
    )
    expectFields(
      'Item Class: Stackable Currency\nRarity: Currency\nPrime Facetor Lens\n--------\nStored Experience: 1250000000\n--------\nx',
      { FACETOR_LENS_EXP: 1250000000 },
    )
    expectFields(
      'Item Class: Boots\nRarity: Rare\nA B\nWool Shoes\n--------\nMemory Strands: 65\nArmour: 3\n--------\nItem Level: 4\n--------\n+2 to Strength',
      { MEMORY_STRANDS: 65 },
    )
    expectFields(
      'Item Class: Boots\nRarity: Rare\nA B\nWool Shoes\n--------\nArmour: 3\n--------\nItem Level: 4\n--------\nMemory Strands: 7\n--------\n+2 to Strength',
      { MEMORY_STRANDS: 7, EXPLICIT_MODS: ['+2 to Strength'] },
    )
  })

  it('of a magic item: its base is the longest in the table, or marked as doubtful', () => {
    const text =
      'Item Class: Belts\nRarity: Magic\nHale Heavy Belt of the Lion\n--------\nItem Level: 3\n--------\n+20 to maximum Life\n+30 to Strength'
    expectFields(text, { BASE_TYPE: 'Heavy Belt', TYPE_LINE: 'Hale Heavy Belt of the Lion' }, ['Belt', 'Heavy Belt'])
    expect(readCopiedItem(text)).toMatchObject({
      item: { baseType: 'Hale Heavy Belt of the Lion' },
      doubts: ['icon', 'magic_base', 'lines_of_mods'],
    })
  })
})

describe('the error for an unreadable text names the line', () => {
  it.each([
    ['', 1, 'the text is empty'],
    ['--------\n', 1, 'the text is empty'],
    ['Objektklasse: Ringe\nSeltenheit: Selten', 1, 'only text from the English game'],
    ['Item Class: Rings\nKraken Band', 2, 'expected "Rarity: …"'],
    ['Item Class: Rings\nRarity: Legendary\nKraken Band', 2, 'there is no rarity "Legendary"'],
    ['Item Class: Rings\nRarity: Rare', 2, 'the name of the item is missing'],
    ['Rarity: Rare\nA\nB\nC', 4, 'expected a rule'],
    [`Rarity: Rare\nA\n${'x'.repeat(20_001)}`, 1, 'longer than 20000'],
    [`Rarity: Rare\n${'x'.repeat(201)}`, 2, 'the name is longer than 200 characters'],
  ])('%j', (text, line, reason) => {
    expect(readCopiedItem(text)).toEqual({ ok: false, line, reason: expect.stringContaining(reason) as string })
  })

  it.each([
    ['Item Level: high', 'a level'],
    ['Sockets: R-Q', 'a socket'],
    ['Stack Size: x/20', 'a size'],
  ])('is absent for %s: %s in an unknown form leaves the rest of the item readable', (line) => {
    const text = `Rarity: Rare\nA\nB\n--------\n${line}\n--------\n+2 to Strength\n--------\nCorrupted`
    expect(readUnread(text)).toEqual([{ line: 5, text: line }])
    expectFields(text, { EXPLICIT_MODS: ['+2 to Strength'], IS_CORRUPTED: true, ILVL: 0, SOCKETS: '' })
  })

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      'Item Class: Rings',
      'Rarity: Rare',
      'Rarity: Gem',
      '--------',
      'Sockets: R',
      'Requirements:',
      'Open Rooms:',
      'Monsters:',
      '{ x }',
      '{ Prefix Modifier "x" }',
      '{ Enhancement }',
      '+5 to Strength',
      'x (implicit)',
      'x (rune) (crafted)',
      'Unidentified (Tier 4)',
      'You cannot use this item. Its stats will be ignored',
      'Item Class: Expedition Logbooks',
      'Stack Size: 3/10',
      'Note: x',
      '(a)',
      'Level: 3',
      'x',
      ':',
      'Corrupted',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (lines) => {
        const copied = readCopiedItem(lines.join('\n'))
        if (copied.ok) for (const field of itemFields) fields[field].read(copied.item, plain)
      }),
      { numRuns: 2_000 },
    )
  })
})

const folder = new URL('../../../../../shared/data/items/', import.meta.url)
const isAbsent = !existsSync(folder)
const readFile = (name: string): unknown => (isAbsent ? null : JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
const real = [
  ...readList(readRecord(readFile('public-stash-page.json')).stashes).flatMap((stash) => readList(readRecord(stash).items)),
  ...readList(readFile('trade-items-1.json')),
  ...readList(readFile('trade-items-2.json')),
].map(readRecord)

const labelOf = (class_id: string) => copiedLabelOf(class_id) ?? class_id

/** The text form of an item from before 3.29: crafted modifiers are listed among the others. */
function inNewForm(item: GameItem): GameItem {
  const flagged = (key: 'craftedMods' | 'fracturedMods', flag: string) =>
    readList(item[key]).map((description) => ({ description, flags: { [flag]: true } }))
  const { craftedMods: _, fracturedMods: __, ...rest } = item
  return {
    ...rest,
    explicitMods: [
      ...flagged('fracturedMods', 'fractured'),
      ...readList(item['explicitMods']),
      ...flagged('craftedMods', 'crafted'),
    ],
  }
}

/** In the plain text, a modifier with several lines reads like several modifiers. */
const byLine = (value: unknown) => (Array.isArray(value) ? value.flatMap((text: string) => text.split('\n')) : value)

describe.skipIf(isAbsent)('the real items, copied (skipped without ../shared/data)', () => {
  test('are all there', () => {
    expect(real).toHaveLength(44)
  })

  test.each(real.map((item) => [`${item['name'] as string} ${item['typeLine'] as string}`.trim(), item] as const))(
    '%s',
    (_, item) => {
      const { ICON_NAME: __, RARITY: rarity, ...wanted } = readAllFields(inNewForm(item), plain)
      const { ICON_NAME: icon, RARITY: shown, ...seen } = readFields(writeCopiedText(item, labelOf(String(wanted.ITEM_CLASS))))
      // The text has no picture; these payloads are from before the game sent rarities.
      expect([icon, rarity]).toEqual(['', ''])
      expect(shown).toBe(['Normal', 'Magic', 'Rare', 'Unique'][Number(wanted.FRAME_TYPE)] ?? '')
      const lines = (all: object) => Object.fromEntries(Object.entries(all).map(([field, value]) => [field, byLine(value)]))
      expect(lines(seen)).toEqual(lines(wanted))
    },
  )
})
