/**
 * Forms of copied texts that other item parsers are known to get wrong. Names are changed, modifiers are the game's own words.
 * Found in the tests of Sidekick (August 2026) and Exiled-Exchange-2 (June 2026), and in bug reports of their users and of
 * awakened-poe-trade's (2022 to 2026).
 */
import type { GameVersion } from '@muster/contract/events'
import { describe, expect, it } from 'vitest'
import { readCopiedItem } from './read-copied-item.ts'
import { type FieldsOfItem, readFields, readUnread } from './testing/read-fields.ts'

const cases: readonly { name: string; game: GameVersion; text: string; fields: Partial<FieldsOfItem> }[] = [
  {
    name: "a map's monster level is not a modifier",
    game: 'poe1',
    text: `Item Class: Maps
Rarity: Rare
Quiet Secrets
Map (Tier 16)
--------
Item Quantity: +101% (augmented)
--------
Item Level: 85
--------
Monster Level: 83
--------
Area has patches of Chilled Ground
Players have 27% less Defences
--------
Travel to a Map by using this in a personal Map Device. Maps can only be used once.`,
    fields: {
      EXPLICIT_MODS: ['Area has patches of Chilled Ground', 'Players have 27% less Defences'],
      BASE_TYPE: 'Map (Tier 16)',
      MAP_TIER: 16,
    },
  },
  {
    name: 'the effect of a tincture is not a modifier',
    game: 'poe1',
    text: `Item Class: Tinctures
Rarity: Magic
Quiet Poisonberry Tincture
--------
Inflicts Mana Burn every 0.70 Seconds
6 Second Cooldown when Deactivated
--------
Requirements:
Level: 45
--------
Item Level: 82
--------
20% chance to Poison with Melee Weapons (implicit)
--------
25% increased effect
--------
Right click to activate.`,
    fields: { EXPLICIT_MODS: ['25% increased effect'], IMPLICIT_MODS: ['20% chance to Poison with Melee Weapons'] },
  },
  {
    name: 'modifiers granted by a rune have a list of their own',
    game: 'poe2',
    text: `Item Class: Boots
Rarity: Rare
Quiet Hoof
Bastion Sabatons
--------
Armour: 149 (augmented)
--------
Requires: Level 59, 44 Str, 44 Dex
--------
Sockets: S 
--------
Item Level: 66
--------
+14% to Fire Resistance (rune)
--------
25% increased Movement Speed
+83 to maximum Life`,
    fields: { EXPLICIT_MODS: ['25% increased Movement Speed', '+83 to maximum Life'] },
  },
  {
    name: 'the areas of a logbook have lists of their own',
    game: 'poe1',
    text: `Item Class: Expedition Logbooks
Rarity: Magic
Chaining Expedition Logbook
--------
Area Level: 69
--------
Item Level: 69
--------
Rotting Temple
Druids of the Broken Circle
35% increased Explosive Radius (implicit)
--------
Sarn Slums
Order of the Chalice
31% increased Explosive Placement Range (implicit)
--------
Monsters' skills Chain 2 additional times`,
    fields: { EXPLICIT_MODS: ["Monsters' skills Chain 2 additional times"], IMPLICIT_MODS: [] },
  },
  {
    name: 'two headings in one section produce two lists',
    game: 'poe1',
    text: `Item Class: Misc Map Items
Rarity: Currency
Chronicle of Atzoatl
--------
Area Level: 81
--------
Open Rooms:
Sparring Room (Tier 1)
Locus of Corruption (Tier 3)
Obstructed Rooms:
Banquet Hall`,
    fields: { TEMPLE_ROOMS: ['Sparring Room', 'Locus of Corruption', 'Banquet Hall'], TEMPLE_ROOMS_T3: ['Locus of Corruption'] },
  },
  {
    name: 'sockets for fossils are sockets',
    game: 'poe1',
    text: `Item Class: Delve Stackable Socketable Currency
Rarity: Currency
Potent Chaotic Resonator
--------
Stack Size: 3/10
Requires 2 Socketed Fossils
--------
Sockets: D D 
--------
Reforges a rare item with new random modifiers`,
    fields: { BASE_TYPE: 'Potent Chaotic Resonator', ITEM_CLASS: 'DelveStackableSocketableCurrency' },
  },
  {
    name: 'a reminder is not a modifier, with or without a mark',
    game: 'poe1',
    text: `Item Class: Amulets
Rarity: Unique
Quiet Flight
Onyx Amulet
--------
Item Level: 77
--------
+12 to all Attributes (implicit)
(Attributes are Strength, Dexterity, and Intelligence) (implicit)
--------
+5% to all Elemental Resistances
Items and Gems have 6% reduced Attribute Requirements
(Attributes are Strength, Dexterity, and Intelligence)`,
    fields: {
      IMPLICIT_MODS: ['+12 to all Attributes'],
      EXPLICIT_MODS: ['+5% to all Elemental Resistances', 'Items and Gems have 6% reduced Attribute Requirements'],
    },
  },
  {
    name: 'a range of names is removed like a range of numbers',
    game: 'poe1',
    text: `Item Class: Jewels
Rarity: Unique
Elegant Hubris
Timeless Jewel
--------
Limited to: 1 Historic
Radius: Large
--------
Item Level: 82
--------
{ Unique Modifier }
Commissioned 65560(2000-160000) coins to commemorate Cadiro(Cadiro-Victario)
Passives in radius are Conquered by the Eternal Empire
(Conquered Passive Skills cannot be modified by other Jewels)
Historic`,
    fields: {
      EXPLICIT_MODS: [
        'Commissioned 65560 coins to commemorate Cadiro\nPassives in radius are Conquered by the Eternal Empire\nHistoric',
      ],
    },
  },
  {
    name: 'a quotation is not a modifier',
    game: 'poe1',
    text: `Item Class: Heist Targets
Rarity: Currency
Golden Napuatzi Idol
--------
"Such a gift will set me apart
from all other suitors."
--------
Can be exchanged with Faustus, the Fence in The Rogue Harbour`,
    fields: { EXPLICIT_MODS: [], ITEM_CLASS: 'HeistObjective' },
  },
  {
    name: 'the mark of a desecrated modifier is not part of its text',
    game: 'poe2',
    text: `Item Class: Crossbows
Rarity: Rare
Quiet Core
Siege Crossbow
--------
Physical Damage: 414-1,043 (augmented)
--------
Item Level: 82
--------
251% increased Physical Damage
Adds 54 to 94 Physical Damage (desecrated)`,
    fields: { EXPLICIT_MODS: ['251% increased Physical Damage', 'Adds 54 to 94 Physical Damage'] },
  },
  {
    name: 'an item with a tier of identification is unidentified',
    game: 'poe2',
    text: `Item Class: Rings
Rarity: Magic
Sapphire Ring
--------
Item Level: 54
--------
{ Implicit Modifier — Elemental, Cold, Resistance }
+23(20-30)% to Cold Resistance
--------
Unidentified (Tier 4)`,
    fields: { IS_IDENTIFIED: false, EXPLICIT_MODS: [], IMPLICIT_MODS: ['+23% to Cold Resistance'] },
  },
  {
    name: 'an enhancement is an enchantment',
    game: 'poe2',
    text: `Item Class: Helmets
Rarity: Unique
Ironride
Visored Helm
--------
Item Level: 81
--------
{ Corruption Enhancement — Mana }
30(20-30)% increased Mana Regeneration Rate
--------
{ Unique Modifier — Life }
+44(30-50) to maximum Life
--------
Corrupted`,
    fields: { ENCHANT_MODS: ['30% increased Mana Regeneration Rate'], EXPLICIT_MODS: ['+44 to maximum Life'] },
  },
  {
    name: 'the description of a gem is not a modifier',
    game: 'poe2',
    text: `Item Class: Skill Gems
Rarity: Gem
Herald of Ice
--------
Buff, Attack, Persistent
Level: 18
--------
Requires: Level 78, 97 Dex, 97 Int
--------
Sockets: G G 
--------
While active, shattering an enemy causes an explosion.
--------
Explosion radius is 2.2 metres`,
    fields: { EXPLICIT_MODS: ['Explosion radius is 2.2 metres'] },
  },
  {
    name: 'a chart has a class',
    game: 'poe1',
    text: `Item Class: Chart
Rarity: Normal
Coral Forest Chart
--------
Area Level: 75
--------
Item Level: 75`,
    fields: { ITEM_CLASS: 'DeepwaterChart' },
  },
  {
    name: 'an uncut gem has a class',
    game: 'poe2',
    text: `Item Class: Uncut Skill Gems
Rarity: Currency
Uncut Skill Gem (Level 19)
--------
Creates a Skill Gem or Level an existing gem to level 19`,
    fields: { ITEM_CLASS: 'UncutSkillGemStackable' },
  },
]

describe('a copied text as the game writes it', () => {
  it.each(cases)('$name', ({ game, text, fields }) => {
    expect(readFields(text, game)).toMatchObject(fields)
    expect(readUnread(text)).toEqual([])
  })

  it('counts the stack size of a stack with sockets', () => {
    const resonator = 'Item Class: Delve Stackable Socketable Currency\nRarity: Currency\nQuiet Resonator\n--------\n'
    expect(readCopiedItem(`${resonator}Stack Size: 3/10\n--------\nSockets: D D`)).toMatchObject({ item: { stackSize: 3 } })
  })
})
