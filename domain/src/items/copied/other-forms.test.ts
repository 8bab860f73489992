/** More forms of copied texts, and the handling of unknown lines. Sources: see `real-forms.test.ts`. */
import type { GameVersion } from '@muster/contract/events'
import { describe, expect, it } from 'vitest'
import { type FieldsOfItem, readFields, readUnread } from './testing/read-fields.ts'

const ring = 'Item Class: Rings\nRarity: Rare\nQuiet Loop\nRuby Ring'
const helmet = 'Item Class: Helmets\nRarity: Rare\nQuiet Crown\nHunter Hood'

const cases: readonly { name: string; game: GameVersion; text: string; fields: Partial<FieldsOfItem> }[] = [
  {
    name: 'the list of rogues who can use heist gear is not a modifier',
    game: 'poe1',
    text: 'Item Class: Heist Tools\nRarity: Magic\nSkillful Basic Disguise Kit\n--------\nThis item can be equipped by:\nNiles, the Interrogator\n--------\nRequirements:\nLevel 2 in Deception\n--------\nItem Level: 69\n--------\n6% increased Deception speed (implicit)\n--------\n12% increased Job speed\n--------\nCan only be equipped to Heist members.',
    fields: { IMPLICIT_MODS: ['6% increased Deception speed'], EXPLICIT_MODS: ['12% increased Job speed'], ILVL: 69 },
  },
  {
    name: 'the kind of an abyss jewel is not a modifier',
    game: 'poe1',
    text: 'Item Class: Abyss Jewels\nRarity: Rare\nQuiet Gaze\nGhastly Eye Jewel\n--------\nAbyss\n--------\nItem Level: 82\n--------\n+31 to maximum Life\nMinions have 15% chance to Poison Enemies on Hit\n--------\nPlace into an Abyssal Socket on an Item.',
    fields: {
      EXPLICIT_MODS: ['+31 to maximum Life', 'Minions have 15% chance to Poison Enemies on Hit'],
      ITEM_CLASS: 'AbyssJewel',
    },
  },
  {
    name: 'a granted skill, a rune, an enchantment and an implicit modifier are not explicit modifiers',
    game: 'poe2',
    text: 'Item Class: Crossbows\nRarity: Rare\nQuiet Core\nGemini Crossbow\n--------\nItem Level: 80\n--------\n45% increased Elemental Damage with Attacks (enchant)\n--------\n18% increased Physical Damage (rune)\n--------\nLoads an additional bolt (implicit)\n--------\nGrants Skill: Level 18 Cackling Companions\n--------\n25% increased Attack Speed (fractured)\nLoads 2 additional bolts\n--------\nFractured Item',
    fields: {
      ENCHANT_MODS: ['45% increased Elemental Damage with Attacks'],
      IMPLICIT_MODS: ['Loads an additional bolt'],
      EXPLICIT_MODS: ['25% increased Attack Speed', 'Loads 2 additional bolts'],
      FRACTURED_MODS: ['25% increased Attack Speed'],
    },
  },
  {
    name: 'a modifier without a number, before a flavour text without a full stop',
    game: 'poe1',
    text: 'Item Class: Rings\nRarity: Unique\nQuiet Touch\nRing\n--------\nItem Level: 85\n--------\nReflects opposite Ring\n--------\nRelentless fury\nSunder my every foe\n--------\nMirrored',
    fields: { EXPLICIT_MODS: ['Reflects opposite Ring'], IS_MIRRORED: true },
  },
  {
    name: 'a modifier can have two marks',
    game: 'poe1',
    text: `${ring}\n--------\nItem Level: 85\n--------\n+30 to Strength (crafted) (fractured)\n+20 to maximum Life`,
    fields: {
      EXPLICIT_MODS: ['+30 to Strength', '+20 to maximum Life'],
      CRAFTED_MODS: ['+30 to Strength'],
      FRACTURED_MODS: ['+30 to Strength'],
    },
  },
  {
    name: 'a reminder of two lines in the advanced form, and a heading with two kinds',
    game: 'poe1',
    text: `${ring}\n--------\nItem Level: 85\n--------\n{ Searing Exarch Implicit Modifier (Greater) — Attribute }\n+9(8-12) to all Attributes\n(Attributes are Strength,\nDexterity, and Intelligence)\n--------\n{ Fractured Prefix Modifier "Hale" (Tier: 8) — Life }\n+20(20-29) to maximum Life\n{ Master Crafted Suffix Modifier "of Craft" (Rank: 1) }\n+16(15-20)% to Fire Resistance`,
    fields: {
      IMPLICIT_MODS: ['+9 to all Attributes'],
      EXPLICIT_MODS: ['+20 to maximum Life', '+16% to Fire Resistance'],
      FRACTURED_MODS: ['+20 to maximum Life'],
      CRAFTED_MODS: ['+16% to Fire Resistance'],
    },
  },
  {
    name: 'the advanced form shows the base of a magic item without a table',
    game: 'poe2',
    text: 'Item Class: Two Hand Maces\nRarity: Magic\nSuperior Crackling Temple Maul of the Brute\n--------\nItem Level: 32\n--------\n{ Prefix Modifier "Crackling" (Tier: 7) — Damage }\nAdds 1(1-4) to 50(46-66) Lightning Damage\n{ Suffix Modifier "of the Brute" (Tier: 8) — Attribute }\n+8(5-8) to Strength',
    fields: { BASE_TYPE: 'Temple Maul', TYPE_LINE: 'Superior Crackling Temple Maul of the Brute' },
  },
  {
    name: 'a magic map contains its base in its name',
    game: 'poe1',
    text: 'Item Class: Maps\nRarity: Magic\nArmoured Map (Tier 2)\n--------\nItem Quantity: +13% (augmented)\n--------\nItem Level: 71\n--------\nMonster Level: 69\n--------\n+20% Monster Physical Damage Reduction',
    fields: { BASE_TYPE: 'Map (Tier 2)', MAP_TIER: 2, MAP_QUANT: 13, EXPLICIT_MODS: ['+20% Monster Physical Damage Reduction'] },
  },
  {
    name: 'a foil reward does not make the map foil',
    game: 'poe1',
    text: 'Item Class: Maps\nRarity: Rare\nQuiet Abode\nValdo Map\n--------\nMap Area: Arsenal\nReward: Foil Quiet Dervish\n--------\nChance for dropped Maps to convert to:\nScarab: 18% (augmented)\n--------\nItem Level: 100\n--------\nMonster Level: 84\n--------\nRare Monsters each have 3 additional Modifiers\nArea contains enemies of all influence types\n--------\nUnmodifiable\n--------\nFoil (Celestial Amethyst)',
    fields: {
      FRAME_TYPE: 2,
      EXPLICIT_MODS: ['Rare Monsters each have 3 additional Modifiers', 'Area contains enemies of all influence types'],
    },
  },
  {
    name: 'an item that the player cannot use has its name after a rule',
    game: 'poe2',
    text: 'Item Class: Quivers\nRarity: Normal\nYou cannot use this item. Its stats will be ignored\n--------\nFire Quiver\n--------\nRequires: Level 8\n--------\nItem Level: 8\n--------\nAdds 3 to 5 Fire damage to Attacks (implicit)\n--------\nCan only be equipped if you are wielding a Bow.',
    fields: { BASE_TYPE: 'Fire Quiver', ILVL: 8, EXPLICIT_MODS: [], IMPLICIT_MODS: ['Adds 3 to 5 Fire damage to Attacks'] },
  },
  {
    name: 'a scarab has modifiers although it is a normal item; its flavour text has none',
    game: 'poe1',
    text: 'Item Class: Map Fragments\nRarity: Normal\nQuiet Scarab\n--------\nStack Size: 1/20\nLimit: 1\n--------\n50% more Unique Items found in Area\n--------\nThe Maraketh left you to die alone in the desert.\n--------\nCan be used in a personal Map Device to add modifiers to a Map.',
    fields: { EXPLICIT_MODS: ['50% more Unique Items found in Area'], ITEM_CLASS: 'MapFragment' },
  },
  {
    name: 'the modifiers of a beast are names',
    game: 'poe1',
    text: 'Item Class: Stackable Currency\nRarity: Rare\nQuiet Hound\nFarric Flame Hellion Alpha\n--------\nGenus: Hellions\nGroup: Felines\nFamily: The Wilds\n--------\nItem Level: 82\n--------\nHasted\nFertile Presence\n--------\nRight-click to add this to your bestiary.',
    fields: { EXPLICIT_MODS: ['Hasted', 'Fertile Presence'] },
  },
  {
    name: 'a gem with several parts has the modifiers of the first',
    game: 'poe2',
    text: "Rarity: Gem\nQuiet Archer\n--------\nBuff, Persistent\nLevel: 14\n--------\nRequires: Level 58, 103 Dex\nRequires: Spear, Bow\n--------\nSockets: G G\n--------\nWhile active, dodge rolling will create a Mirage, then vanish.\n--------\nSupport\n--------\nMirages deal 30% less Damage\n--------\nMirage\n--------\nCooldown Time: 10.00s\n--------\nMirage duration is 5.7 seconds\n--------\nPlace one or more Skill Gems into this Meta Gem's sockets.",
    fields: { LEVEL: 14, SOCKETS: 'GG', EXPLICIT_MODS: ['Mirages deal 30% less Damage'] },
  },
  {
    name: 'the effects of a rune on each kind of equipment are not properties',
    game: 'poe2',
    text: 'Item Class: Augment\nRarity: Currency\nQuiet Rune\n--------\nStack Size: 3/10\n--------\nMartial Weapon: Attacks with this Weapon Penetrate 15% Elemental Resistances\nArmour: 15% increased Elemental Ailment Threshold\n--------\nPlace into an empty Augment Socket to apply its effect.',
    fields: {
      ITEM_CLASS: 'SoulCore',
      EXPLICIT_MODS: [
        'Martial Weapon: Attacks with this Weapon Penetrate 15% Elemental Resistances',
        'Armour: 15% increased Elemental Ailment Threshold',
      ],
    },
  },
  {
    name: 'the description of a gem is made of sentences, the last of which may lack a full stop',
    game: 'poe1',
    text: 'Item Class: Skill Gems\nRarity: Gem\nIcicle Mine\n--------\nMine, Cold\nLevel: 3\n--------\nThrows a mine that fires projectiles around it. These projectiles quickly dissipate as they travel\n--------\nDeals 16 to 24 Cold Damage\n--------\nPlace into an item socket of the right colour to gain this skill.',
    fields: { LEVEL: 3, EXPLICIT_MODS: ['Deals 16 to 24 Cold Damage'] },
  },
  {
    name: 'the quotation on a coin is not a modifier',
    game: 'poe2',
    text: 'Item Class: Trial Coins\nRarity: Currency\nQuiet Barya\n--------\nArea Level: 75\nNumber of Trials: 4\n--------\nItem Level: 75\n--------\n"Take me to the Trial.\nI will serve."\n--------\nTake this item to the Relic Altar.',
    fields: { EXPLICIT_MODS: [], ITEM_CLASS: 'ItemisedSanctum', ILVL: 75 },
  },
  {
    name: 'one section contains the sockets and the level',
    game: 'poe1',
    text: `${ring}\n--------\nSockets: R-R-G\nItem Level: 86\n--------\n+30 to Strength`,
    fields: { SOCKETS: 'RRG', MAX_LINKS: 3, ILVL: 86, EXPLICIT_MODS: ['+30 to Strength'] },
  },
  {
    name: 'a flavour text can be a verse without punctuation',
    game: 'poe1',
    text: 'Item Class: Rings\nRarity: Unique\nFoulborn Quiet Heap\nIron Ring\n--------\nItem Level: 83\n--------\n+27 to all Attributes\n+18% to Global Critical Strike Multiplier (mutated)\n--------\nExistence is infinite\nA weave of the living and dead\nBeyond the understanding',
    fields: {
      NAME: 'Quiet Heap',
      IS_FOULBORN: true,
      FOULBORN_MODS: ['+18% to Global Critical Strike Multiplier'],
      EXPLICIT_MODS: ['+27 to all Attributes', '+18% to Global Critical Strike Multiplier'],
    },
  },
  {
    name: 'a graft names its skill among its implicit modifiers, except in the advanced form',
    game: 'poe1',
    text: 'Item Class: Grafts\nRarity: Rare\nQuiet Hand\nFreezing Tulgraft\n--------\nGraftblood: 416/865\n--------\nRequirements:\nLevel: 29\n--------\nItem Level: 37\n--------\n10% chance to Freeze (implicit)\nUses level 11 Falling Crystals (implicit)\n--------\n+12% to Global Critical Strike Multiplier\n10% increased Graftblood gained\n--------\nGraft items can only be modified by Implant currencies.',
    fields: {
      ILVL: 37,
      GRAFT_SKILL_NAME: 'Falling Crystals',
      GRAFT_SKILL_LEVEL: 11,
      EXPLICIT_MODS: ['+12% to Global Critical Strike Multiplier', '10% increased Graftblood gained'],
    },
  },
  {
    name: 'a graft has modifiers without a name, and reminders with a mark',
    game: 'poe1',
    text: 'Item Class: Grafts\nRarity: Rare\nQuiet Grip\nFreezing Tulgraft\n--------\nQuality: +10% (augmented)\nGraftblood: 0/10177 (augmented)\n--------\nItem Level: 85\n--------\n{ Implicit Modifier — Elemental, Cold, Ailment }\n10(8-12)% chance to Freeze (implicit)\n(Freeze lowers Action Speed to zero. Duration is based on Cold Damage) (implicit)\n--------\n{ Prefix Modifier "" (Tier: 1) }\n53(50-55)% increased Cold Damage\n\n--------\nGraft items can only be modified by Implant currencies.',
    fields: {
      ITEM_CLASS: 'BrequelGraft',
      GRAFT_SKILL_NAME: '',
      QUALITY: 10,
      IMPLICIT_MODS: ['10% chance to Freeze'],
      EXPLICIT_MODS: ['53% increased Cold Damage'],
    },
  },
]

describe('a copied text', () => {
  it.each(cases)('$name', ({ game, text, fields }) => {
    expect(readFields(text, game)).toMatchObject(fields)
    expect(readUnread(text)).toEqual([])
  })
})

describe('unknown lines of a copied text', () => {
  it.each([
    ['a mark', `${helmet}\n--------\nItem Level: 80\n--------\n+5% to Fire Resistance (drowned)\n--------\n+5 to Strength`, 8],
    ['a mark among others', `${helmet}\n--------\nItem Level: 80\n--------\n+5 to Strength\n+5% to Fire Resistance (drowned)`, 9],
    [
      'a heading',
      `${helmet}\n--------\n{ Drowned Rite }\n+5% to Fire Resistance\n--------\n{ Prefix Modifier "Hale" }\n+5 to Strength`,
      7,
    ],
  ])('are reported and are not read as modifiers: %s', (_, text, line) => {
    expect(readFields(text)['EXPLICIT_MODS']).toEqual(['+5 to Strength'])
    expect(readUnread(text)).toEqual([{ line, text: expect.stringContaining('+5% to Fire Resistance') as string }])
  })

  it('are all reported if two sections could be the modifiers', () => {
    const text = `${helmet}\n--------\n+5 to Strength\n--------\n+6 to Dexterity`
    expect(readFields(text)['EXPLICIT_MODS']).toEqual([])
    expect(readUnread(text)).toEqual([
      { line: 6, text: '+5 to Strength' },
      { line: 8, text: '+6 to Dexterity' },
    ])
  })

  it('are reported if the item cannot have modifiers', () => {
    const text = 'Item Class: Rings\nRarity: Magic\nRuby Ring\n--------\n+5 to Strength\n--------\nUnidentified'
    expect(readFields(text)['EXPLICIT_MODS']).toEqual([])
    expect(readUnread(text)).toEqual([{ line: 5, text: '+5 to Strength' }])
  })
})
