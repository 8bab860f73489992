/** Words for made-up stash pages: families of bases with their art folders, and modifier sentences with number slots. */

export interface Family {
  readonly folder: string
  readonly bases: readonly string[]
  /** The first property of weapons, without a value. */
  readonly label?: string
  readonly sockets: number
  readonly properties: readonly string[]
}

const split = (words: string) => words.split(' ')
const weapon = ['Physical Damage', 'Critical Strike Chance', 'Attacks per Second']
/** These make about as many bases and uniques as the game has: 1,100 and 1,200. */
const prefixes = split(
  'Worn Iron Gilded Carved Hollow Royal Twilight Ember Tidal Elder Thorned Silent Bronze Lacquered Crusader Prophet Strapped Heavy Timeworn ' +
    'Nailed Copper Long Brass Decimation Golden Rusted Serpentscale Wyrm Full Ancient Sacred Ambush Vaal Titan Slink Spidersilk Arcane Ornate',
)

function family(
  folder: string,
  nouns: readonly string[],
  sockets: number,
  properties: readonly string[],
  label?: string,
): Family {
  const bases = nouns.flatMap((noun) => prefixes.map((prefix) => `${prefix} ${noun}`))
  return { folder, bases, sockets, properties, ...(label !== undefined && { label }) }
}

export const families: readonly Family[] = [
  family('Armours/BodyArmours', ['Plate', 'Robe', 'Jerkin'], 6, ['Armour', 'Energy Shield']),
  family('Armours/Helmets', ['Helm', 'Circlet', 'Hood'], 4, ['Armour', 'Evasion Rating']),
  family('Armours/Gloves', ['Gauntlets', 'Mitts'], 4, ['Armour']),
  family('Armours/Boots', ['Greaves', 'Slippers'], 4, ['Energy Shield']),
  family('Armours/Shields', ['Buckler', 'Tower Shield'], 3, ['Chance to Block', 'Evasion Rating']),
  family('Weapons/OneHandWeapons/Claws', ['Talon'], 3, weapon, 'Claw'),
  family('Weapons/OneHandWeapons/Daggers', ['Kris', 'Shank'], 3, weapon, 'Rune Dagger'),
  family('Weapons/OneHandWeapons/OneHandAxes', ['Hatchet'], 3, weapon, 'One Handed Axe'),
  family('Weapons/OneHandWeapons/Rapiers', ['Estoc'], 3, weapon, 'One Handed Sword'),
  family('Weapons/OneHandWeapons/Wands', ['Wand'], 3, weapon, 'Wand'),
  family('Weapons/TwoHandWeapons/Bows', ['Longbow', 'Recurve'], 6, weapon, 'Bow'),
  family('Weapons/TwoHandWeapons/Staves', ['Quarterstaff'], 6, weapon, 'Warstaff'),
  family('Rings', ['Ring', 'Loop'], 0, []),
  family('Amulets', ['Amulet', 'Locket'], 0, []),
  family('Belts', ['Belt', 'Sash'], 0, []),
  family('Jewels', ['Jewel'], 0, []),
]

export const classIds = [
  'Body Armour',
  'Helmet',
  'Gloves',
  'Boots',
  'Shield',
  'Claw',
  'Rune Dagger',
  'One Hand Axe',
  'Thrusting One Hand Sword',
  'Wand',
  'Bow',
  'Warstaff',
  'Ring',
  'Amulet',
  'Belt',
  'Jewel',
  'StackableCurrency',
  'Map',
  'DivinationCard',
]

const elements = ['Fire', 'Cold', 'Lightning', 'Chaos', 'Physical']
const weapons = ['Axes', 'Bows', 'Claws', 'Daggers', 'Maces', 'Staves', 'Swords', 'Wands']
const pools = ['maximum Life', 'maximum Mana', 'maximum Energy Shield', 'Armour', 'Evasion Rating', 'Accuracy Rating']
const speeds = [
  'Attack Speed',
  'Cast Speed',
  'Movement Speed',
  'Projectile Speed',
  'Totem Placement speed',
  'Warcry Speed',
  'Mine Throwing Speed',
]
const rests = [
  ...['Strength', 'Dexterity', 'Intelligence', 'all Attributes'].map((attribute) => `+# to ${attribute}`),
  ...[
    'Rarity of Items found',
    'Area of Effect',
    'Flask Charges gained',
    'Damage over Time',
    'Stun Duration on Enemies',
    'Light Radius',
  ].map((effect) => `#% increased ${effect}`),
  '+#% to all Elemental Resistances',
  'Regenerate # Life per second',
  '#% of Physical Attack Damage Leeched as Life',
  '#% reduced Mana Cost of Skills',
  '#% increased Stun and Block Recovery',
  '#% chance to Freeze',
  '#% chance to Suppress Spell Damage',
  'Minions deal #% increased Damage',
  'Minions have #% increased maximum Life',
  '+# to Level of all Minion Skill Gems',
  'Gain # Life per Enemy Killed',
  'Gain # Mana per Enemy Hit with Attacks',
  'Reflects # Physical Damage to Melee Attackers',
  'Monsters deal #% extra Physical Damage as Fire',
  'Players have #% less Recovery Rate of Life and Energy Shield',
  'Area is inhabited by # additional packs of Undead',
  'Rare Monsters each have # additional Modifiers',
]

/** `#` is replaced with a number. */
export const modifiers = [
  ...pools.flatMap((pool) => [`+# to ${pool}`, `#% increased ${pool}`]),
  ...speeds.map((speed) => `#% increased ${speed}`),
  ...elements.flatMap((element) => [
    `+#% to ${element} Resistance`,
    `#% increased ${element} Damage`,
    `Adds # to # ${element} Damage to Attacks`,
    `Adds # to # ${element} Damage to Spells`,
    `+#% to ${element} Damage over Time Multiplier`,
    `Damage Penetrates #% ${element} Resistance`,
    `+# to Level of all ${element} Spell Skill Gems`,
    `#% of ${element} Damage taken Recouped as Life`,
  ]),
  ...weapons.flatMap((weapon) => [
    `#% increased Damage with ${weapon}`,
    `#% increased Attack Speed with ${weapon}`,
    `#% increased Critical Strike Chance with ${weapon}`,
  ]),
  ...rests,
]

export const surnames = split(
  'Beam Wrap Bite Thirst Scratch Band League Breaker Veil Knell Spur Ward Song Fang Crest Coil Roar Grip Keep Thorn',
)
export const firstnames = split(
  'Eagle Horror Dread Victory Entropy Kraken Loath Oblivion Gale Mind Viper Storm Dusk Onslaught Rune Bramble Corpse Skull Doom Beast',
)
export const heroes = split(
  'Alvar Brena Cato Dwyn Elka Faron Grima Hesk Ilse Joral Kesh Lorn Mirel Nadar Orsa Pell Quill Rhea Sorn Tamsin Ulf Vesna Wick Yorun ' +
    'Zed Aster Bodil Corvin Dunstan Edda Fenna Gorm Hale Idris Jutta Kolm Lisbet Marn Nils Odile',
)
export const treasures = split(
  'Vow Lament Ledger Grasp Refusal Harvest Mirror Errand Lantern Tithe Oath Cinder Passage Anchor Riddle Hymn Reach Debt Crossing ' +
    'Remnant Gaze Stride Whisper Burden Promise Verdict Ransom Cradle Winter Feast',
)
export const mapNames = split(
  'Dunes Strand Arcade Crypt Bazaar Terrace Quay Orchard Foundry Pools Wharf Spire Ghetto Canyon Beach Marsh Atoll Pier',
)
export const gemNames = [
  'Fireball',
  'Cleave',
  'Spark',
  'Frostbolt',
  'Split Arrow',
  'Added Fire Damage Support',
  'Faster Attacks Support',
]
export const currencies = [
  ...split('Chaos Exalted Divine Vaal Blessed Regal Chromatic Gemcutter Mirror Armourer Ancient Sacred').map(
    (kind) => `${kind} Orb`,
  ),
  ...split('Alteration Fusing Scouring Regret Chance Augmentation Unmaking Binding Horizons Annulment').map(
    (kind) => `Orb of ${kind}`,
  ),
  ...split(
    'Anger Anguish Contempt Doubt Dread Envy Fear Greed Hatred Loathing Misery Rage Scorn Sorrow Spite Suffering Torment Woe Wrath',
  ).flatMap((mood) => [`Muttering Essence of ${mood}`, `Deafening Essence of ${mood}`]),
]
