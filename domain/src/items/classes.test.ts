import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { createClassifier, listUnknownBases } from './classes.ts'
import { readArtPath } from './icon-path.ts'

const art = (path: string) => `https://web.poecdn.com/image/Art/2DItems/${path}.png?v=1&w=2&h=2`
const labelled = (label: string, folder: string): GameItem => ({ icon: art(folder), properties: [{ name: label, values: [] }] })
const named = (baseType: string, icon = ''): GameItem => ({ baseType, icon })
/** A stack of an item in the currency frame. */
const stacked = (baseType: string, picture: string): GameItem => ({
  baseType,
  icon: art(picture),
  frameType: 5,
  properties: [{ name: 'Stack Size', values: [['2/10', 0]] }],
})

const poe1: readonly (readonly [GameItem, string])[] = [
  [{ icon: art('Armours/BodyArmours/Shirt') }, 'Body Armour'],
  [{ icon: art('Armours/Helmets/Hat') }, 'Helmet'],
  [{ icon: art('Armours/Gloves/Mitt') }, 'Gloves'],
  [{ icon: art('Armours/Boots/Boot') }, 'Boots'],
  [{ icon: art('Armours/Shields/Wall') }, 'Shield'],
  [{ icon: art('Quivers/Quiver1') }, 'Quiver'],
  [{ icon: art('Belts/Belt1') }, 'Belt'],
  [{ icon: art('Amulets/Talismans/Wolf') }, 'Amulet'],
  [labelled('Claw', 'Weapons/OneHandWeapons/Claws/Claw1'), 'Claw'],
  [labelled('Dagger', 'Weapons/OneHandWeapons/Daggers/Dagger1'), 'Dagger'],
  [labelled('Rune Dagger', 'Weapons/OneHandWeapons/Daggers/Dagger2'), 'Rune Dagger'],
  [labelled('One Handed Sword', 'Weapons/OneHandWeapons/OneHandSwords/Sword1'), 'One Hand Sword'],
  [labelled('One Handed Sword', 'Weapons/OneHandWeapons/Rapiers/Foil1'), 'Thrusting One Hand Sword'],
  [labelled('Staff', 'Weapons/TwoHandWeapons/Staves/Staff1'), 'Staff'],
  [labelled('Warstaff', 'Weapons/TwoHandWeapons/Staves/Staff2'), 'Warstaff'],
  [labelled('Two Handed Mace', 'Weapons/TwoHandWeapons/TwoHandMaces/Maul'), 'Two Hand Mace'],
  [{ icon: art('Weapons/OneHandWeapons/Wands/Wand1') }, 'Wand'],
  [{ frameType: 4, baseType: 'Fireball', support: false }, 'Active Skill Gem'],
  [{ frameTypeId: 'Gem', baseType: 'Added Fire Damage Support' }, 'Support Skill Gem'],
  [{ frameType: 4, baseType: 'Rain of Arrows' }, 'Active Skill Gem'],
  [{ frameType: 4, baseType: 'Rain of Arrows of Artillery' }, 'TransfiguredGem'],
  [{ frameType: 4, baseType: 'Ice Nova of Frostbolts' }, 'TransfiguredGem'],
  [{ frameType: 4, baseType: 'Vaal Rain of Arrows' }, 'Active Skill Gem'],
  [{ frameType: 4, baseType: 'Herald of Ash' }, 'Active Skill Gem'],
  [{ frameType: 6, baseType: 'The Doctor' }, 'DivinationCard'],
  [{ baseType: 'The Doctor', icon: art('Divination/InventoryIcon') }, 'DivinationCard'],
  [{ frameType: 7, baseType: "Maven's Invitation: The Atlas" }, 'QuestItem'],
  [{ frameType: 5, baseType: 'Chaos Orb', icon: art('Currency/CurrencyRerollRare') }, 'StackableCurrency'],
  [{ baseType: 'Anything New', properties: [{ name: 'Stack Size', values: [['1/20', 0]] }] }, 'StackableCurrency'],
  [named('Whispering Incubator', art('Currency/Incubation/Armour')), 'IncubatorStackable'],
  [named('Prime Chaotic Resonator', art('Currency/Delve/Reroll1x1A')), 'DelveStackableSocketableCurrency'],
  [named('Jagged Fossil', art('Currency/Delve/JaggedFossil')), 'StackableCurrency'],
  [named('Gilded Abyss Scarab', art('Currency/Scarabs/Abyss')), 'MapFragment'],
  [named('Abyss Scarab of Edifice'), 'MapFragment'],
  [named('Sacrifice at Dusk', art('Maps/Vaal01')), 'MapFragment'],
  [named('Fragment of the Hydra'), 'MapFragment'],
  [named("Xoph's Breachstone"), 'Breachstone'],
  [named('Cursed Crypt Map', art('Maps/Atlas2Maps/New/Crypt')), 'Map'],
  [{ baseType: 'Strange Place', properties: [{ name: 'Map Tier', values: [['16', 0]] }] }, 'Map'],
  [named('Map (Tier 16)'), 'MapKey'],
  [named('Blight-ravaged Map (Tier 16)'), 'BlightedMapKey'],
  [named('Inscribed Ultimatum', art('Maps/UltimatumTrialBase')), 'MiscMapItem'],
  [named('Contract: Bunker'), 'HeistContract'],
  [named("Blueprint: Smuggler's Den"), 'HeistBlueprint'],
  [
    {
      baseType: 'Simple Lockpick',
      properties: [
        {
          name: 'Requires {1} (Level {0})',
          values: [
            ['1', 0],
            ['Lockpicking', 0],
          ],
        },
      ],
    },
    'HeistEquipmentTool',
  ],
  [
    {
      baseType: 'Silver Brooch',
      properties: [
        {
          name: 'Requires {1} (Level {0})',
          values: [
            ['1', 0],
            ['Any Job', 0],
          ],
        },
      ],
    },
    'HeistEquipmentReward',
  ],
  [named('Ancient Reliquary Key'), 'VaultKey'],
  [named('Stibnite Flask', art('Flasks/stibnite')), 'UtilityFlask'],
  [named('Divine Life Flask'), 'LifeFlask'],
  [named('Eternal Mana Flask'), 'ManaFlask'],
  [named('Sacred Hybrid Flask'), 'HybridFlask'],
  [named('Ironwood Tincture'), 'Tincture'],
  [named('Ursine Charm'), 'AnimalCharm'],
  [named('Crimson Jewel', art('Jewels/basicstr')), 'Jewel'],
  [named('Murderous Eye Jewel', art('Jewels/MurderousEye')), 'AbyssJewel'],
  [named('Large Cluster Jewel', art('Jewels/NewGemBase3')), 'Jewel'],
  [named("Kirac's Memory"), 'MemoryLine'],
  [named('Expedition Logbook'), 'ExpeditionLogbook'],
  [named('Forbidden Tome'), 'ItemisedSanctum'],
  [named('Kamasan Idol'), 'AtlasRelic'],
  [named('Censer Relic'), 'Relic'],
  [{ frameType: 11, baseType: 'Allflame Ember of Frogs' }, 'NecropolisPack'],
  [{ frameType: 11, baseType: 'Flaring Allflame Ember of Abyss' }, 'NecropolisPack'],
  [{ frameType: 5, baseType: 'Allflame Ember of Toads', icon: art('Currency/Necropolis/AllflameToad') }, 'MapFragment'],
  [{ baseType: 'Perfect Hydra', properties: [{ name: 'Corpse Level', values: [['84', 0]] }] }, 'ItemisedCorpse'],
  [named('Lavish Wombgift'), 'BrequelFruit'],
  [{ frameType: 12, baseType: 'Gold' }, 'Gold'],
  [stacked('Stacked Deck', 'Divination/Deck'), 'StackableCurrency'],
  [stacked('Timeless Templar Splinter', 'Maps/TemplarShard'), 'StackableCurrency'],
  [stacked('Simulacrum Splinter', 'Maps/DeliriumSplinter'), 'StackableCurrency'],
  [stacked("The Maven's Writ", 'Currency/Atlas/MavenKey'), 'MapFragment'],
  [stacked('The Black Barya', 'Currency/Faridun/FaridunBossKey'), 'MapFragment'],
  [stacked("Zorath's Eye of Malevolence", 'QuestItems/BossEntranceKeyMurderous'), 'MapFragment'],
  [{ frameType: 5, baseType: 'Golden Napuatzi Idol', icon: art('Currency/Heist/Objective32') }, 'HeistObjective'],
  [{ frameType: 5, baseType: 'Urn of Farud', icon: art('Currency/Heist/Objective01') }, 'HeistObjective'],
  [named('Golden Slave Idol'), 'HeistObjective'],
  [named('Coral Forest Chart', art('Currency/Deepwater/DeepwaterTornMap2')), 'DeepwaterChart'],
  [named('Nightmare Map', art('Maps/Atlas2Maps/New/NightmareMapSymbol')), 'MapKey'],
  [named('Valdo Map'), 'MapKey'],
  [named('Armoured Map (Tier 2) of Bats'), 'MapKey'],
  [{ frameType: 2, baseType: 'Hardening Uulgraft', icon: art('Currency/BreachLeague/BreachArmGraftRed') }, 'BrequelGraft'],
  [{ frameType: 2, baseType: 'Farric Flame Hellion Alpha', icon: art('Currency/BestiaryOrbFull') }, 'StackableCurrency'],
  [{ frameType: 4, baseType: "Pact of K'Tash" }, 'Active Skill Gem'],
  [{ frameType: 4, baseType: 'Summon Skeletons of Mages' }, 'TransfiguredGem'],
  [named('Nothing Known Of It'), ''],
  [{}, ''],
]

const poe2: readonly (readonly [GameItem, string])[] = [
  [labelled('[Quarterstaff]', 'Weapons/TwoHandWeapons/Quarterstaves/X'), 'Warstaff'],
  [labelled('[BodyArmour|Body Armour]', 'Armours/BodyArmours/X'), 'Body Armour'],
  [labelled('Crossbow', 'X'), 'Crossbow'],
  [named('Ruby Charm'), 'UtilityFlask'],
  [named('Waystone (Tier 15)'), 'Map'],
  [named('Emerald'), 'Jewel'],
  [named('Greater Iron Rune'), 'SoulCore'],
  [named('Soul Core of Tacati'), 'SoulCore'],
  [labelled('[Talisman]', 'Weapons/TwoHandWeapons/Talismans/X'), 'Talisman'],
  [{ baseType: 'Ruby Ring', icon: 'https://web.poecdn.com/gen/image/x/y/Basic3.png' }, 'Ring'],
  [{ frameType: 4, baseType: 'Spark of Nothing' }, 'Active Skill Gem'],
  [stacked('Owl Idol', 'Currency/TormentedSpiritSocketables/AzmeriSocketableOwl'), 'SoulCore'],
  [stacked('Greater Rune of Leadership', 'Currency/Runes/LightningRuneSpecial1'), 'SoulCore'],
  [stacked("Aldur's Legacy", 'Currency/Expedition2/GameWarpRuneUnique'), 'SoulCore'],
  [stacked('Raven-Touched Shard', 'Currency/Delirium/DeliriumEndgameSocketable'), 'SoulCore'],
  [stacked('Orb of Extraction', 'Currency/IncursionCraftingOrbs/IncursionSocketableExtractorCurrency'), 'StackableCurrency'],
  [stacked('Omen of Amelioration', 'Currency/Omens/VoodooOmens3Blue'), 'Omen'],
  [stacked("Aldur's Saga", 'Currency/Expedition2/SpecialExpeditionPage5'), 'Omen'],
  [stacked('Uncut Skill Gem (Level 19)', 'Currency/UncutSkillGem'), 'UncutSkillGemStackable'],
  [stacked('Uncut Spirit Gem (Level 4)', 'Currency/UncutReservationGem'), 'UncutReservationGemStackable'],
  [stacked('Uncut Support Gem (Level 1)', 'Currency/UncutSupportGem'), 'UncutSupportGemStackable'],
  [{ frameType: 5, baseType: 'Djinn Barya', icon: art('Currency/Sanctum/BalbalaCoin1') }, 'ItemisedSanctum'],
  [stacked('Cowardly Fate', 'Currency/SoulCores/TrialmasterKey1'), 'MapFragment'],
  [stacked('Vial of Fate', 'Currency/Ritual/Vial'), 'StackableCurrency'],
  [stacked('Faded Crisis Fragment', 'QuestItems/PinnacleKey2'), 'PinnacleKeyStackable'],
  [stacked('Head of the King', 'QuestItems/KingoftheMistHead'), 'MapFragment'],
  [stacked('Shattered Triskelion', 'QuestItems/DamagedKalguuranTriskellion'), 'StackableCurrency'],
  [named('Inscribed Ultimatum', art('Maps/UltimatumTrialBase')), 'UltimatumKey'],
  [labelled('Expedition Logbook', 'Currency/Expedition2/ExpeditionLogbook5'), 'Expedition2Logbooks'],
]

describe('the class of an item', () => {
  test.each(poe1)('%j is %s', (item, class_id) => {
    expect(createClassifier({ game_version: 'poe1' }).classOf(item)).toBe(class_id)
  })

  test.each(poe2)('in the second game, the class of %j is %s', (item, class_id) => {
    expect(createClassifier({ game_version: 'poe2' }).classOf(item)).toBe(class_id)
  })

  test('does not depend on items seen before', () => {
    const classifier = createClassifier({ game_version: 'poe1' })
    const dagger = { ...labelled('Dagger', 'Weapons/OneHandWeapons/Daggers/Kris'), baseType: 'Kris' }
    const runed = { ...labelled('Rune Dagger', 'Weapons/OneHandWeapons/Daggers/Kris'), baseType: 'Kris' }
    expect([dagger, runed, dagger, { baseType: 'Kris' }].map((item) => classifier.classOf(item))).toEqual([
      'Dagger',
      'Rune Dagger',
      'Dagger',
      '',
    ])
  })
})

test('the art path is read from both forms of icon addresses', () => {
  const generated =
    'https://web.poecdn.com/gen/image/WzI1LDE0LHsiZiI6IjJESXRlbXMvTWFwcy9VbHRpbWF0dW1UcmlhbEJhc2UiLCJ3IjoxLCJoIjoxLCJzY2FsZSI6MX1d/b65f1edffb/UltimatumTrialBase.png'
  expect(readArtPath(generated)).toBe('2DItems/Maps/UltimatumTrialBase')
  expect(readArtPath(art('Rings/Ring3'))).toBe('2DItems/Rings/Ring3')
  expect(['', 'x', 'https://x/gen/image/AAAA/a/b.png'].map(readArtPath)).toEqual(['', '', ''])
})

test('an imported table has priority, except that it does not distinguish transfigured gems', () => {
  const table = new Map([
    ['Iron Ring', 'MemoryLine'],
    ['Ice Nova', 'Active Skill Gem'],
    ['Ice Nova of Frostbolts', 'Active Skill Gem'],
  ])
  const { classOf } = createClassifier({ game_version: 'poe1', table })
  expect(['Iron Ring', 'Coral Ring', 'Ice Nova', 'Ice Nova of Frostbolts'].map((base) => classOf(named(base)))).toEqual([
    'MemoryLine',
    'Ring',
    'Active Skill Gem',
    'TransfiguredGem',
  ])
})

test('unknown bases are listed, the most frequent first, unless the table contains them', () => {
  const items = [named('B', 'icon-b'), named('A'), named('A'), named('C'), named('Iron Ring')]
  expect(listUnknownBases(items, { game_version: 'poe1', table: new Map([['C', 'Ring']]) })).toEqual([
    { base_type: 'A', icon: '', items: 2 },
    { base_type: 'B', icon: 'icon-b', items: 1 },
  ])
})
