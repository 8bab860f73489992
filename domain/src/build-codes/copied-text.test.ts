import { describe, expect, it } from 'vitest'
import { readCopiedItem } from '../items/copied/read-copied-item.ts'
import { writeCopiedText } from './copied-text.ts'

// Forms of items as the program writes them: spec/TestBuilds/3.13 and src/Classes/Item.lua of PathOfBuildingCommunity/PathOfBuilding,
// spec/Fixtures of PathOfBuildingCommunity/PathOfBuilding-PoE2 (November 2026). The items are invented.

const rule = '--------'
const write = (slot: string, ...lines: string[]) => writeCopiedText(lines.join('\n'), slot)

describe('an item of a build in the copied form', () => {
  it('has a rule between its sections, and brackets for the kinds of its modifiers', () => {
    const { text, left_out } = write(
      'Amulet',
      '\t\t\tRarity: RARE',
      'Storm Choker',
      'Citrine Amulet',
      'Unique ID: f6eb3e5726a37508693267904e020215',
      'Shaper Item',
      'Catalyst: Fertile',
      'CatalystQuality: 20',
      'Item Level: 83',
      'LevelReq: 59',
      'Implicits: 2',
      '{crafted}Allocates Sovereignty',
      '{tags:attribute}+16 to Strength and Dexterity',
      '{fractured}+43 to Strength',
      'Adds 1 to 2 Fire Damage: twice',
      '{crafted}+46 to maximum Life',
      'Mirrored',
      'Corrupted',
      '\t\t',
    )
    expect(left_out).toEqual([])
    expect(text.split('\n')).toEqual([
      'Item Class: Amulets',
      'Rarity: Rare',
      'Storm Choker',
      'Citrine Amulet',
      rule,
      'Quality (Fertile Catalyst): +20%',
      rule,
      'Item Level: 83',
      rule,
      'Allocates Sovereignty (enchant)',
      rule,
      '+16 to Strength and Dexterity (implicit)',
      rule,
      '+43 to Strength (fractured)',
      'Adds 1 to 2 Fire Damage: twice',
      '+46 to maximum Life (crafted)',
      rule,
      'Shaper Item',
      rule,
      'Mirrored',
      rule,
      'Corrupted',
    ])
  })

  it('of the second game has runes among its enchantments, and grants skills', () => {
    const { text } = write(
      'Weapon 2',
      'Rarity: RARE',
      'Carrion Span',
      'Tawhoan Tower Shield',
      'Armour: 1215',
      'Item Level: 80',
      'Quality: 20',
      'Sockets: S S',
      'Rune: Greater Iron Rune',
      'Rune: None',
      'LevelReq: 80',
      'Implicits: 2',
      '{enchant}{rune}36% increased Armour',
      'Grants Skill: Raise Shield',
      '+253 to Armour',
      '{desecrated}+28% to Cold Resistance',
    )
    const read = readCopiedItem(text)
    expect(read).toMatchObject({
      ok: true,
      class_id: 'Shield',
      unread: [],
      item: {
        name: 'Carrion Span',
        baseType: 'Tawhoan Tower Shield',
        ilvl: 80,
        sockets: [{ sColour: 'S' }, { sColour: 'S' }],
        runeMods: ['36% increased Armour'],
        explicitMods: ['+253 to Armour', { description: '+28% to Cold Resistance', flags: { desecrated: true } }],
      },
    })
  })

  it('shows the chosen variants, and says which lines have no value of their own', () => {
    const { text, left_out } = write(
      'Jewel',
      'Rarity: UNIQUE',
      'Keen Glare',
      'Prismatic Jewel',
      'Variant: Old',
      'Variant: Life',
      'Variant: Mana',
      'Selected Variant: 2',
      'Has Alt Variant: true',
      'Selected Alt Variant: 3',
      'LevelReq: 0',
      'Limited to: 1',
      'Implicits: 0',
      '{variant:1}{range:0.5}(4-6)% increased maximum Life',
      '{variant:2}{tags:life}{range:0.5}(5-7)% increased maximum Life',
      '{variant:1,3}10% increased Mana Regeneration Rate',
      '{custom}+100 to maximum Life',
      '{range:1}+12 to Dexterity',
    )
    expect(text).toBe(
      [
        'Rarity: Unique\nKeen Glare\nPrismatic Jewel',
        'Limited to: 1',
        '10% increased Mana Regeneration Rate\n+12 to Dexterity',
      ].join(`\n${rule}\n`),
    )
    expect(left_out).toEqual(['(5-7)% increased maximum Life', '+100 to maximum Life'])
  })

  it.each([
    [
      'a magic flask',
      'Flask 5',
      ['Rarity: MAGIC', "Chemist's Granite Flask of Heat", 'Quality: 0', 'Implicits: 0'],
      'UtilityFlask',
    ],
    ['a relic', 'Ring 2', ['Rarity: RELIC', "Kaom's Way", 'Coral Ring', 'Implicits: 0'], 'Ring'],
    ['an item without a name', 'Helmet', ['Rarity: RARE', 'Iron Hat'], 'Helmet'],
    ['an item without implicits', 'Belt', ['Rarity: UNIQUE', 'Tight Rope', 'Heavy Belt', '+30 to Strength'], 'Belt'],
    ['a weapon, whose name does not tell', 'Weapon 1', ['Rarity: NORMAL', 'Structured Hammer', 'Implicits: 0'], null],
  ])('names the class of %s by its slot', (_, slot, lines, class_id) => {
    expect(readCopiedItem(write(slot, ...lines).text)).toMatchObject({ ok: true, class_id })
  })

  it('in another form is not read', () => {
    expect(readCopiedItem(write('Ring 1', 'Gale Loop', 'Ruby Ring').text)).toMatchObject({ ok: false })
    expect(readCopiedItem(write('Ring 1', 'Rarity: EPIC', 'Gale Loop').text)).toMatchObject({ ok: false })
  })
})
