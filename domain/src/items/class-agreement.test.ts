import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { createClassifier } from './classes.ts'
import { readCopiedItem } from './copied/read-copied-item.ts'

// A designer tries a copied text in the workbench, and the event counts the item that the API sends: both must get the same
// class.

interface Row {
  /** First line of the copied text. */
  readonly label: string
  readonly rarity: string
  readonly base: string
  /** Path of the picture, which a copied text does not have. */
  readonly art: string
  readonly frame: number
  readonly class_id: string
}

const row = (label: string, rarity: string, base: string, art: string, frame: number, class_id: string): Row => ({
  label,
  rarity,
  base,
  art,
  frame,
  class_id,
})

const rows: Readonly<Record<GameVersion, readonly Row[]>> = {
  poe1: [
    row('Stackable Currency', 'Currency', 'Stacked Deck', 'Divination/Deck', 5, 'StackableCurrency'),
    row('Stackable Currency', 'Currency', 'Timeless Karui Splinter', 'Maps/KaruiShard', 5, 'StackableCurrency'),
    row('Stackable Currency', 'Currency', 'Simulacrum Splinter', 'Maps/DeliriumSplinter', 5, 'StackableCurrency'),
    row('Map Fragments', 'Currency', "The Maven's Writ", 'Currency/Atlas/MavenKey', 5, 'MapFragment'),
    row('Map Fragments', 'Normal', 'Mercenary Warrant', 'Currency/MercenaryWarrant', 0, 'MapFragment'),
    row('Map Fragments', 'Currency', 'Abyss Scarab', 'Currency/Scarabs/LesserScarabAbyss', 5, 'MapFragment'),
    row('Map Fragments', 'Currency', 'Allflame Ember of Toads', 'Currency/Necropolis/AllflameToad', 5, 'MapFragment'),
    row('Maps', 'Normal', 'Map (Tier 16)', 'Maps/Atlas2Maps/New/MapSymbol16', 0, 'MapKey'),
    row('Maps', 'Normal', 'Blighted Map (Tier 13)', 'Maps/Atlas2Maps/New/MapSymbol13', 0, 'BlightedMapKey'),
    row('Maps', 'Rare', 'Nightmare Map', 'Maps/Atlas2Maps/New/NightmareMapSymbol', 2, 'MapKey'),
    row('Maps', 'Rare', 'Valdo Map', 'Maps/Atlas2Maps/New/VoidbornMap', 2, 'MapKey'),
    row('Chart', 'Normal', 'Coral Forest Chart', 'Currency/Deepwater/DeepwaterTornMap2', 0, 'DeepwaterChart'),
    row('Heist Targets', 'Currency', 'Golden Napuatzi Idol', 'Currency/Heist/Objective32', 5, 'HeistObjective'),
    row('Heist Targets', 'Currency', 'Urn of Farud', 'Currency/Heist/Objective05', 5, 'HeistObjective'),
    row('Idols', 'Normal', 'Minor Idol', 'Relics/AtlasRelic1x1', 0, 'AtlasRelic'),
    row('Charms', 'Magic', 'Lupine Charm', 'Flasks/Charms/Lupine', 1, 'AnimalCharm'),
    row('Divination Cards', 'Divination Card', 'The Doctor', 'Divination/InventoryIcon', 6, 'DivinationCard'),
    row('Wombgifts', 'Currency', 'Lavish Wombgift', 'Currency/Chayula/Lavish', 5, 'BrequelFruit'),
    row('Misc Map Items', 'Normal', 'Mirrored Tablet', 'Currency/Lake/LakeItemisedTablet', 0, 'MiscMapItem'),
  ],
  poe2: [
    row('Augment', 'Currency', 'Owl Idol', 'Currency/TormentedSpiritSocketables/AzmeriSocketableOwl', 5, 'SoulCore'),
    row('Augment', 'Currency', 'Greater Rune of Leadership', 'Currency/Runes/LightningRuneSpecial1', 5, 'SoulCore'),
    row('Augment', 'Currency', "Aldur's Legacy", 'Currency/Expedition2/GameWarpRuneUnique', 5, 'SoulCore'),
    row('Augment', 'Currency', 'Carved Cunning', 'Currency/Ritual/RitualAmbushPredators', 5, 'SoulCore'),
    row('Omen', 'Currency', 'Omen of Amelioration', 'Currency/Omens/VoodooOmens3Blue', 5, 'Omen'),
    row('Omen', 'Currency', "Olroth's Saga", 'Currency/Expedition2/SpecialExpeditionPage1', 5, 'Omen'),
    row('Uncut Skill Gems', 'Currency', 'Uncut Skill Gem (Level 19)', 'Currency/UncutSkillGem', 5, 'UncutSkillGemStackable'),
    row('Uncut Spirit Gems', 'Currency', 'Uncut Spirit Gem (Level 4)', 'Currency/UncutSpirit', 5, 'UncutReservationGemStackable'),
    row('Uncut Support Gems', 'Currency', 'Uncut Support Gem (Level 1)', 'Currency/UncutSupport', 5, 'UncutSupportGemStackable'),
    row('Trial Coins', 'Currency', 'Djinn Barya', 'Currency/Sanctum/BalbalaCoin1', 5, 'ItemisedSanctum'),
    row('Inscribed Ultimatum', 'Normal', 'Inscribed Ultimatum', 'Maps/UltimatumTrialBase', 0, 'UltimatumKey'),
    row('Pinnacle Keys', 'Currency', 'Faded Crisis Fragment', 'QuestItems/PinnacleKey2', 5, 'PinnacleKeyStackable'),
    row(
      'Expedition Logbook',
      'Normal',
      'Expedition Logbook',
      'Currency/Expedition2/ExpeditionLogbook5',
      0,
      'Expedition2Logbooks',
    ),
    row('Map Fragments', 'Currency', 'Head of the King', 'QuestItems/KingoftheMistHead', 5, 'MapFragment'),
    row('Tablet', 'Normal', 'Breach Tablet', 'Currency/PrecursorTablets/Breach', 0, 'TowerAugmentation'),
    row('Waystones', 'Normal', 'Waystone (Tier 14)', 'Maps/EndgameMaps/EndgameMap14', 0, 'Map'),
    row('Charms', 'Magic', 'Thawing Charm', 'Flasks/Charms/Thawing', 1, 'UtilityFlask'),
    row('Stackable Currency', 'Currency', 'Orb of Extraction', 'Currency/IncursionCraftingOrbs/X', 5, 'StackableCurrency'),
  ],
}

const write = ({ label, rarity, base }: Row) =>
  [`Item Class: ${label}`, `Rarity: ${rarity}`, base, '--------', 'Item Level: 75'].join('\n')

const send = ({ base, art, frame }: Row): GameItem => ({
  name: '',
  typeLine: base,
  baseType: base,
  icon: `https://web.poecdn.com/image/Art/2DItems/${art}.png`,
  frameType: frame,
  ...(frame === 5 && { properties: [{ name: 'Stack Size', values: [['1/10', 0]] }] }),
})

/** Like the workbench: the class that the text names, or the derived class if the text is ambiguous. */
function classifyCopied(text: string, game_version: GameVersion): string {
  const copied = readCopiedItem(text)
  if (!copied.ok) throw new Error(copied.reason)
  return copied.class_id ?? createClassifier({ game_version }).classOf(copied.item)
}

describe.each(['poe1', 'poe2'] as const)('in %s, the class is the same for the API item and the copied text:', (game_version) => {
  test.each(rows[game_version].map((one) => [one.base, one.class_id, one] as const))(
    '%s is of class %s',
    (_base, class_id, one) => {
      expect(createClassifier({ game_version }).classOf(send(one))).toBe(class_id)
      expect(classifyCopied(write(one), game_version)).toBe(class_id)
    },
  )
})
