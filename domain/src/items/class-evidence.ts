/**
 * The evidence for an item's class, as data. Class ids come from the game's own tables, which organisers use in conditions.
 * Sources: the labels and displayed class names of items, the art folders in icon addresses, and the naming patterns of base
 * types. Rules name families, never single equipment bases, so a new base of a known family needs no change. Compared in November
 * 2026 with the game's table of bases (Sidekick-Poe/Sidekick, data/poe1 and poe2/en/base-items.json): all 6,298 bases in public
 * item lists get the game's class, 5,923 of them with their pictures (SnosMe/awakened-poe-trade and Kvan7/Exiled-Exchange-2,
 * items.ndjson).
 */
import type { GameVersion } from '@muster/contract/events'

interface Rule {
  readonly class_id: string
  /** Limits the rule to one game version. */
  readonly game?: GameVersion
}

/** The label without a value that heads the properties of weapons (both games) and of all equipment (second game). */
export const classOfLabel: ReadonlyMap<string, string> = new Map([
  ['Claw', 'Claw'],
  ['Dagger', 'Dagger'],
  ['Rune Dagger', 'Rune Dagger'],
  ['Wand', 'Wand'],
  ['Sceptre', 'Sceptre'],
  ['One Handed Axe', 'One Hand Axe'],
  ['One Hand Axe', 'One Hand Axe'],
  ['One Handed Mace', 'One Hand Mace'],
  ['One Hand Mace', 'One Hand Mace'],
  ['One Handed Sword', 'One Hand Sword'],
  ['One Hand Sword', 'One Hand Sword'],
  ['Thrusting One Handed Sword', 'Thrusting One Hand Sword'],
  ['Thrusting One Hand Sword', 'Thrusting One Hand Sword'],
  ['Two Handed Axe', 'Two Hand Axe'],
  ['Two Hand Axe', 'Two Hand Axe'],
  ['Two Handed Mace', 'Two Hand Mace'],
  ['Two Hand Mace', 'Two Hand Mace'],
  ['Two Handed Sword', 'Two Hand Sword'],
  ['Two Hand Sword', 'Two Hand Sword'],
  ['Bow', 'Bow'],
  ['Staff', 'Staff'],
  ['Warstaff', 'Warstaff'],
  ['Quarterstaff', 'Warstaff'],
  ['Fishing Rod', 'FishingRod'],
  ['Body Armour', 'Body Armour'],
  ['Helmet', 'Helmet'],
  ['Gloves', 'Gloves'],
  ['Boots', 'Boots'],
  ['Shield', 'Shield'],
  ['Buckler', 'Buckler'],
  ['Focus', 'Focus'],
  ['Quiver', 'Quiver'],
  ['Crossbow', 'Crossbow'],
  ['Spear', 'Spear'],
  ['Flail', 'Flail'],
  ['Talisman', 'Talisman'],
  ['Ring', 'Ring'],
  ['Amulet', 'Amulet'],
  ['Belt', 'Belt'],
  // Labels of the second game, each found in a response of its trade site.
  ['Charm', 'UtilityFlask'],
  ['Relic', 'Relic'],
  ['Tablet', 'TowerAugmentation'],
  ['Waystone', 'Map'],
  ['Expedition Logbook', 'Expedition2Logbooks'],
])

/** Folders of equipment art. They override names, because equipment is named freely. */
export const classOfEquipmentFolder: ReadonlyMap<string, string> = new Map([
  ['BodyArmours', 'Body Armour'],
  ['Helmets', 'Helmet'],
  ['Gloves', 'Gloves'],
  ['Boots', 'Boots'],
  ['Shields', 'Shield'],
  ['Bucklers', 'Buckler'],
  ['Focii', 'Focus'],
  ['Foci', 'Focus'],
  ['Quivers', 'Quiver'],
  ['Rings', 'Ring'],
  ['Amulets', 'Amulet'],
  ['Talismans', 'Amulet'],
  ['Belts', 'Belt'],
  ['Trinkets', 'Trinket'],
  ['Claws', 'Claw'],
  ['Daggers', 'Dagger'],
  ['Wands', 'Wand'],
  ['Scepters', 'Sceptre'],
  ['Sceptres', 'Sceptre'],
  ['Rapiers', 'Thrusting One Hand Sword'],
  ['OneHandSwords', 'One Hand Sword'],
  ['OneHandAxes', 'One Hand Axe'],
  ['OneHandMaces', 'One Hand Mace'],
  ['OneHandSpears', 'Spear'],
  ['Spears', 'Spear'],
  ['Flails', 'Flail'],
  ['TwoHandSwords', 'Two Hand Sword'],
  ['TwoHandAxes', 'Two Hand Axe'],
  ['TwoHandMaces', 'Two Hand Mace'],
  ['Bows', 'Bow'],
  ['Crossbows', 'Crossbow'],
  ['Staves', 'Staff'],
  ['Quarterstaves', 'Warstaff'],
  ['FishingRods', 'FishingRod'],
])

/** Classes that art alone determines: only they are drawn in their folders, whatever the first property says. */
export const classesSettledByArt: ReadonlySet<string> = new Set([
  'Body Armour',
  'Helmet',
  'Gloves',
  'Boots',
  'Quiver',
  'Ring',
  'Amulet',
  'Belt',
  'Trinket',
  'Thrusting One Hand Sword',
])

/** Bases whose class in the game differs from the rule of their family. */
export const classOfSingleBase: Readonly<Record<GameVersion, ReadonlyMap<string, string>>> = {
  poe1: new Map([
    ...['Nightmare Map', 'Shaper Guardian Map', 'Valdo Map'].map((base) => [base, 'MapKey'] as const),
    ...["The Maven's Writ", 'The Black Barya', 'Mercenary Warrant', 'Maddening Object'].map(
      (base) => [base, 'MapFragment'] as const,
    ),
    ...['Mirrored Tablet', 'Primeval Remnant', 'Primordial Remnant'].map((base) => [base, 'MiscMapItem'] as const),
    ...['Primordial Fragment', 'Vaal Aspect'].map((base) => [base, 'UniqueFragment'] as const),
    ['Aggregator Charm', 'HeistEquipmentWeapon'],
    ['Veiled Scarab', 'StackableCurrency'],
  ]),
  poe2: new Map([
    ...['Breachlord Sac', 'Head of the King', 'Idol of Estazunti', "Kulemak's Invitation", 'The Triskelion Reforged'].map(
      (base) => [base, 'MapFragment'] as const,
    ),
    ...['Call of the Shadows', 'Origin Core', 'Origin Cradle', 'Origin Spark'].map(
      (base) => [base, 'PinnacleKeyStackable'] as const,
    ),
    ...['Carved Cunning', 'Carved Majesty', 'Carved Mischief', 'Carved Tenacity'].map((base) => [base, 'SoulCore'] as const),
    ['Inscribed Ultimatum', 'UltimatumKey'],
    ['Shattered Triskelion', 'StackableCurrency'],
    ['Vaal Siphoner', 'IncubatorStackable'],
  ]),
}

/** Pictures that override names, because these items are named freely. */
export const classOfArt: readonly (Rule & { readonly art: RegExp })[] = [
  { art: /\/Heist\/Objective/, class_id: 'HeistObjective', game: 'poe1' },
  { art: /\/SoulCores\/TrialmasterKey/, class_id: 'MapFragment', game: 'poe2' },
  { art: /\/Omens\//, class_id: 'Omen', game: 'poe2' },
  // All socketable augments are of one class: runes, cores, idols, gazes, legacies.
  { art: /\/(?:Runes|SoulCores|PerfectSoulCores)\//, class_id: 'SoulCore', game: 'poe2' },
  { art: /Socketables\/|Socketable$|\/Expedition2\/\w*(?:Rune|RunicWard|AncientAugment)/, class_id: 'SoulCore', game: 'poe2' },
  { art: /\/Divination\/InventoryIcon$/, class_id: 'DivinationCard' },
]

/** Families recognised by the base name, tried in order. Copied magic items have affixes around it. */
export const classOfName: readonly (Rule & { readonly name: RegExp })[] = [
  { name: /\bBlight(?:ed|-ravaged) Map \(Tier \d+\)/, class_id: 'BlightedMapKey' },
  { name: /\bMap \(Tier \d+\)/, class_id: 'MapKey' },
  { name: /\bMap$/, class_id: 'Map' },
  { name: /\bWaystone \(Tier \d+\)/, class_id: 'Map' },
  { name: /^Contract: |\bContract$/, class_id: 'HeistContract' },
  { name: /^Blueprint: /, class_id: 'HeistBlueprint' },
  { name: /^(?:Golden \w+|Crested Golden) Idol$/, class_id: 'HeistObjective', game: 'poe1' },
  { name: /\bChart$/, class_id: 'DeepwaterChart', game: 'poe1' },
  { name: /\bBreachstone$/, class_id: 'Breachstone' },
  { name: /\bIncubator$/, class_id: 'IncubatorStackable' },
  { name: /\bResonator$/, class_id: 'DelveStackableSocketableCurrency' },
  // Splinters are currency until they are combined, although some have pictures in the map folders.
  { name: /\bSplinter$|^Splinter of /, class_id: 'StackableCurrency' },
  { name: /\bScarab(?:$| of .)/, class_id: 'MapFragment' },
  { name: /^(?:Sacrifice|Mortal) (?:at |Set$|Grief$|Hope$|Ignorance$|Rage$)|^Pale Court Set$/, class_id: 'MapFragment' },
  { name: /^(?:Offering|Tribute|Gift|Dedication) to the Goddess$/, class_id: 'MapFragment' },
  { name: /^(?:Unrelenting )?Timeless \w+ Emblem$|^(?:Divine|Blood-filled) Vessel$|^Simulacrum$/, class_id: 'MapFragment' },
  {
    name: /^(?:Fragment of |Zorath's Eye of |Crest of the |Key to (?:Decay|the Crucible)$)|\bCrest$|\bLure$/,
    class_id: 'MapFragment',
  },
  { name: /^(?:Eber|Inya|Volkuur|Yriel)'s Key$|^Sacred Blossom$|^An Audience [Ww]ith [Tt]he King$/, class_id: 'MapFragment' },
  { name: /\bInvitation\b|^Inscribed Ultimatum$|^Chronicle of Atzoatl$/, class_id: 'MiscMapItem' },
  { name: /\bReliquary Key\b/, class_id: 'VaultKey' },
  { name: /\b(?:Crisis|Calamity) Fragment$/, class_id: 'PinnacleKeyStackable', game: 'poe2' },
  { name: /^(?:Cowardly|Deadly|Victorious) Fate$/, class_id: 'MapFragment', game: 'poe2' },
  { name: /\bBarya$/, class_id: 'ItemisedSanctum', game: 'poe2' },
  { name: /^Omen of |'s Saga$/, class_id: 'Omen', game: 'poe2' },
  { name: /^Uncut Skill Gem\b/, class_id: 'UncutSkillGemStackable', game: 'poe2' },
  { name: /^Uncut Spirit Gem\b/, class_id: 'UncutReservationGemStackable', game: 'poe2' },
  { name: /^Uncut Support Gem\b/, class_id: 'UncutSupportGemStackable', game: 'poe2' },
  {
    name: /\bRune$|\bRune of |\bSoul Core\b|'s (?:Thesis|Gaze)$|\bIdol$|^Idol of |^Legacy of /,
    class_id: 'SoulCore',
    game: 'poe2',
  },
  // The embers of the Necropolis league have their own frame.
  { name: /\bAllflame Ember of /, class_id: 'MapFragment' },
  { name: /\bWombgift$/, class_id: 'BrequelFruit' },
  { name: /^\w+ (?:Esh|Tul|Uul|Xoph)graft$/, class_id: 'BrequelGraft' },
  { name: /\bTincture$/, class_id: 'Tincture' },
  // A tool of heist rogues, not a charm.
  { name: /\bSensing Charm$/, class_id: 'HeistEquipmentTool' },
  { name: /\bCharm$/, class_id: 'AnimalCharm', game: 'poe1' },
  { name: /\bCharm$/, class_id: 'UtilityFlask', game: 'poe2' },
  { name: /\bLife Flask$/, class_id: 'LifeFlask' },
  { name: /\bMana Flask$/, class_id: 'ManaFlask' },
  { name: /\bHybrid Flask$/, class_id: 'HybridFlask' },
  { name: /\bFlask$/, class_id: 'UtilityFlask' },
  { name: /\bEye Jewel$/, class_id: 'AbyssJewel' },
  { name: /\bJewel$|^Time-Lost (?:Ruby|Emerald|Sapphire|Diamond)$/, class_id: 'Jewel' },
  { name: /^(?:Ruby|Emerald|Sapphire|Diamond)$/, class_id: 'Jewel', game: 'poe2' },
  { name: /\bTablet$/, class_id: 'TowerAugmentation', game: 'poe2' },
  { name: /\b(?:Stalker|Pandemonium|Apex) Sentinel$/, class_id: 'SentinelDrone' },
  { name: /^Sanctified Relic$/, class_id: 'SanctumSpecialRelic' },
  { name: /\bRelic$/, class_id: 'Relic' },
  { name: /\bIdol$/, class_id: 'AtlasRelic', game: 'poe1' },
  { name: /\b(?:Watchstone|Voidstone)$/, class_id: 'AtlasUpgradeItem' },
  { name: /^\w+'s Memory(?: of .+)?$/, class_id: 'MemoryLine' },
  { name: /^Forbidden Tome$|^Sanctum \w+ Research$/, class_id: 'ItemisedSanctum' },
  { name: /\bExpedition Logbook\b/, class_id: 'ExpeditionLogbook', game: 'poe1' },
  { name: /\bExpedition Logbook\b/, class_id: 'Expedition2Logbooks', game: 'poe2' },
  { name: /^Captured Soul of /, class_id: 'PantheonSoul' },
  { name: /^Metamorph \w+$/, class_id: 'MetamorphosisDNA' },
  {
    name: /^(?:Archon Kite Shield|Blunt Arrow Quiver|Callous Mask|Cloth Belt|Imperial Staff|Legion Sword) Piece$/,
    class_id: 'UniqueFragment',
  },
  { name: /^Wrapped Gift$/, class_id: 'GiftBox' },
  { name: /^Gold$/, class_id: 'Gold' },
  { name: /\bLeaguestone$/, class_id: 'Leaguestone' },
  { name: /^Fishing Rod$/, class_id: 'FishingRod' },
  // In the second game talismans are weapons, recognised by their label.
  { name: /\bTalisman$/, class_id: 'Amulet', game: 'poe1' },
  { name: /\bAmulet$/, class_id: 'Amulet' },
  { name: /\bRing$/, class_id: 'Ring' },
  { name: /\bQuiver$/, class_id: 'Quiver' },
  { name: /\bTrinket$/, class_id: 'Trinket' },
]

/** Gear of heist rogues, distinguished by name; anything else they wear is a tool. */
export const classOfRogueGear: readonly { readonly name: RegExp; readonly class_id: string }[] = [
  { name: /\bCloak$/, class_id: 'HeistEquipmentUtility' },
  { name: /\bBrooch$/, class_id: 'HeistEquipmentReward' },
  { name: /\b(?:Sharpening Stone|Focal Stone|Conduit Line|Arrowhead|Burst Band)$/, class_id: 'HeistEquipmentWeapon' },
  { name: /./, class_id: 'HeistEquipmentTool' },
]

/**
 * Folders of everything else, innermost first; "" = a folder with several classes, where the properties decide. Cards and quest
 * items are recognised by their frames; decks of cards and boss keys share their folders but belong to other classes.
 */
export const classOfOtherFolder: ReadonlyMap<string, string> = new Map([
  ['Divination', ''],
  ['QuestItems', ''],
  ['Jewels', 'Jewel'],
  ['Scarabs', 'MapFragment'],
  ['Hideout', 'HideoutDoodad'],
  ['Currency', 'StackableCurrency'],
  ['Heist', ''],
  ['Necropolis', ''],
  ['Maps', ''],
])

/** Plain gems whose names have the form of a transfigured one ("X of Y"). */
export const plainGemWithOf =
  /^(?:Herald|Purity|Sigil|Wave|Eye|Orb|Rain|Call|Cloak|Vessel|Storm|Wall|Blade|Dance|Aspect|Pact|Shield|Impurity) of [\w']+$|^Cast on .+$/
