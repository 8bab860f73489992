/**
 * What gives an item's class away, as data. Class ids are those of the game's own tables, which is what organisers write
 * in conditions. Sources: the shown class names in item texts, the art folders in icon addresses, and the naming habits of
 * base types. Rules name families, never single equipment bases, so a new base of a known family needs no change.
 */

/** The bare label that heads the properties of weapons (both games) and of all equipment (second game). */
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
])

/** Folders of equipment art. They outrank names, because equipment is named freely. */
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

/** Classes that art alone settles: nothing else is drawn in their folders, whatever the first property says. */
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

/** Families told by the base name, tried in order; `game` limits a row to one game version. */
export const classOfName: readonly { readonly name: RegExp; readonly class_id: string; readonly game?: 'poe1' | 'poe2' }[] = [
  { name: /^Blight(?:ed|-ravaged) Map \(Tier \d+\)$/, class_id: 'BlightedMapKey' },
  { name: /^Map \(Tier \d+\)$/, class_id: 'MapKey' },
  { name: /\bMap$/, class_id: 'Map' },
  { name: /^Waystone \(Tier \d+\)$/, class_id: 'Map' },
  { name: /^Contract: /, class_id: 'HeistContract' },
  { name: /^Blueprint: /, class_id: 'HeistBlueprint' },
  { name: /\bBreachstone$/, class_id: 'Breachstone' },
  { name: /\bIncubator$/, class_id: 'IncubatorStackable' },
  { name: /\bResonator$/, class_id: 'DelveStackableSocketableCurrency' },
  { name: /\bScarab(?:$| of .)/, class_id: 'MapFragment' },
  { name: /^(?:Sacrifice|Mortal) (?:at |Grief$|Hope$|Ignorance$|Rage$)/, class_id: 'MapFragment' },
  { name: /^(?:Offering|Tribute|Gift|Dedication) to the Goddess$/, class_id: 'MapFragment' },
  { name: /^Fragment of |^Timeless \w+ Emblem$|\bCrest$|^Simulacrum$|^Divine Vessel$|^Sacred Blossom$/, class_id: 'MapFragment' },
  { name: /\bInvitation\b|^Inscribed Ultimatum$|^Chronicle of Atzoatl$/, class_id: 'MiscMapItem' },
  { name: /\bReliquary Key$/, class_id: 'VaultKey' },
  { name: /^Allflame Ember of /, class_id: 'NecropolisPack' },
  { name: /\bWombgift$/, class_id: 'BrequelFruit' },
  { name: /\bTincture$/, class_id: 'Tincture' },
  // A tool of heist rogues, and nothing that is worn in the wildwood.
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
  // Runes are filed with the cores: both go into the sockets of equipment.
  { name: /^Soul Core of |\bRune$/, class_id: 'SoulCore', game: 'poe2' },
  { name: /\b(?:Stalker|Pandemonium|Apex) Sentinel$/, class_id: 'SentinelDrone' },
  { name: /^Sanctified Relic$/, class_id: 'SanctumSpecialRelic' },
  { name: /\bRelic$/, class_id: 'Relic' },
  { name: /\bIdol$/, class_id: 'AtlasRelic' },
  { name: /\bWatchstone$/, class_id: 'AtlasUpgradeItem' },
  { name: /^\w+'s Memory(?: of .+)?$/, class_id: 'MemoryLine' },
  { name: /^Forbidden Tome$|^Sanctum \w+ Research$/, class_id: 'ItemisedSanctum' },
  { name: /^Expedition Logbook$/, class_id: 'ExpeditionLogbook' },
  { name: /^Wrapped Gift$/, class_id: 'GiftBox' },
  { name: /^Gold$/, class_id: 'Gold' },
  { name: /\bLeaguestone$/, class_id: 'Leaguestone' },
  { name: /^Fishing Rod$/, class_id: 'FishingRod' },
  // In the second game a weapon, which its label tells.
  { name: /\bTalisman$/, class_id: 'Amulet', game: 'poe1' },
  { name: /\bAmulet$/, class_id: 'Amulet' },
  { name: /\bRing$/, class_id: 'Ring' },
  { name: /\bQuiver$/, class_id: 'Quiver' },
  { name: /\bTrinket$/, class_id: 'Trinket' },
]

/** Gear of heist rogues, told apart by name; anything else they wear is a tool. */
export const classOfRogueGear: readonly { readonly name: RegExp; readonly class_id: string }[] = [
  { name: /\bCloak$/, class_id: 'HeistEquipmentUtility' },
  { name: /\bBrooch$/, class_id: 'HeistEquipmentReward' },
  { name: /\b(?:Sharpening Stone|Arrowhead|Burst Band)$/, class_id: 'HeistEquipmentWeapon' },
  { name: /./, class_id: 'HeistEquipmentTool' },
]

/** Folders of everything else, innermost first; "" = a folder of several kinds, where only the properties tell. */
export const classOfOtherFolder: ReadonlyMap<string, string> = new Map([
  ['Divination', 'DivinationCard'],
  ['QuestItems', 'QuestItem'],
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
  /^(?:Herald|Purity|Sigil|Wave|Eye|Orb|Rain|Call|Cloak|Vessel|Storm|Wall|Blade|Dance|Aspect) of \w+$|^Summon \w+ of \w+$|^Cast on .+$/
