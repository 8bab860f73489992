/**
 * Names of all items that can drop, shared with the objectives of events. The names are facts about the game; the drop rates
 * (`weight`, `from_level`) are the simulator's own.
 */

export interface UniqueEntry {
  name: string
  base: string
  weight: number
  /** Minimum character level for a drop. */
  from_level: number
}

const unique = (weight: number, from_level: number, rows: string): UniqueEntry[] =>
  rows.split(';').map((row) => {
    const [name = '', base = ''] = row.split('|').map((part) => part.trim())
    return { name, base, weight, from_level }
  })

/** Common ones first, very rare ones last. */
export const uniques: readonly UniqueEntry[] = [
  ...unique(
    12,
    1,
    `Goldrim|Leather Cap; Wanderlust|Wool Shoes; Lifesprig|Driftwood Wand; Blackheart|Iron Ring; Sadima's Touch|Wool Gloves;
     Asphyxia's Wrath|Two-Point Arrow Quiver; Sidhebreath|Paua Amulet; Perandus Blazon|Cloth Belt; Redbeak|Rusted Sword;
     Quill Rain|Short Bow; Storm Cloud|Long Bow; Karui Ward|Jade Amulet; Prismweave|Rustic Sash; The Magnate|Studded Belt`,
  ),
  ...unique(
    5,
    15,
    `Tabula Rasa|Simple Robe; Praxis|Paua Ring; Meginord's Girdle|Heavy Belt; Le Heup of All|Iron Ring; Lochtonial Caress|Iron Gauntlets;
     Hrimsorrow|Goathide Gloves; Doon Cuebiyari|Vaal Sceptre; Victario's Flight|Velvet Slippers; Seven-League Step|Rawhide Boots;
     Deerstalker|Deerskin Boots; Facebreaker|Strapped Mitts; Maligaro's Virtuosity|Deerskin Gloves; Rumi's Concoction|Granite Flask;
     Rat's Nest|Ursine Pelt; Atziri's Foible|Paua Amulet`,
  ),
  ...unique(
    2,
    45,
    `Belly of the Beast|Full Wyrmscale; Carcass Jack|Varnished Coat; Cloak of Defiance|Lacquered Garb; Lightning Coil|Desert Brigandine;
     Alpha's Howl|Sinner Tricorne; Devoto's Devotion|Nightmare Bascinet; Starkonja's Head|Silken Hood; Abyssus|Ezomyte Burgonet;
     The Baron|Close Helmet; Kaom's Roots|Titan Greaves; Atziri's Step|Slink Boots; Sin Trek|Stealth Boots; Ventor's Gamble|Gold Ring;
     Lion's Roar|Granite Flask; Atziri's Promise|Amethyst Flask; Soul Tether|Cloth Belt; Cyclopean Coil|Leather Belt;
     Lioneye's Glare|Imperial Bow; Void Battery|Prophecy Wand; Dream Fragments|Sapphire Ring`,
  ),
  ...unique(
    1,
    60,
    `Kaom's Heart|Glorious Plate; Shavronne's Wrappings|Occultist's Vestment; Inpulsa's Broken Heart|Sadist Garb;
     Crown of the Inward Eye|Prophet Crown; Astramentis|Onyx Amulet; Bisco's Collar|Gold Amulet; Aegis Aurora|Champion Kite Shield;
     Taste of Hate|Sapphire Flask; Dying Sun|Ruby Flask; Thread of Hope|Crimson Jewel; Skin of the Lords|Simple Robe`,
  ),
  ...unique(
    0.35,
    68,
    `Headhunter|Leather Belt; Mageblood|Heavy Belt; Bottled Faith|Sulphur Flask; Watcher's Eye|Prismatic Jewel; Mark of the Shaper|Opal Ring`,
  ),
]

const list = (rows: string): readonly string[] => rows.split(',').map((name) => name.trim())

/** Name and maximum stack size in one inventory cell. */
export interface StackEntry {
  name: string
  max_stack: number
  weight: number
  from_level: number
}

const stack = (weight: number, from_level: number, max_stack: number, names: readonly string[]): StackEntry[] =>
  names.map((name) => ({ name, max_stack, weight, from_level }))

export const currencies: readonly StackEntry[] = [
  ...stack(14, 1, 40, list(`Scroll of Wisdom, Portal Scroll, Orb of Transmutation, Armourer's Scrap`)),
  ...stack(
    10,
    1,
    20,
    list(`Orb of Augmentation, Blacksmith's Whetstone, Orb of Alteration, Jeweller's Orb, Chromatic Orb, Orb of Chance`),
  ),
  ...stack(12, 8, 20, list('Chaos Orb')),
  ...stack(
    6,
    12,
    20,
    list(`Orb of Alchemy, Orb of Fusing, Orb of Scouring, Glassblower's Bauble, Orb of Binding, Engineer's Orb`),
  ),
  ...stack(
    3,
    30,
    20,
    list(`Vaal Orb, Regal Orb, Gemcutter's Prism, Orb of Regret, Blessed Orb, Cartographer's Chisel, Orb of Unmaking`),
  ),
  ...stack(1, 45, 20, list('Exalted Orb, Orb of Annulment, Ancient Orb, Stacked Deck')),
  ...stack(0.5, 50, 20, list('Divine Orb, Sacred Orb')),
  ...stack(0.01, 68, 20, list('Mirror of Kalandra')),
]

export const scarabs: readonly StackEntry[] = [
  ...stack(
    5,
    20,
    20,
    list(`Ambush Scarab, Anarchy Scarab, Beyond Scarab, Bestiary Scarab, Breach Scarab of the Hive, Delirium Scarab, Divination Scarab of Pilfering,
      Essence Scarab, Expedition Scarab, Harvest Scarab, Incursion Scarab, Legion Scarab`),
  ),
  ...stack(
    1.5,
    45,
    20,
    list('Betrayal Scarab, Blight Scarab, Domination Scarab, Sulphite Scarab, Torment Scarab, Ultimatum Scarab'),
  ),
  ...stack(
    0.4,
    68,
    20,
    list(`Ambush Scarab of Hidden Compartments, Breach Scarab of the Marshal, Essence Scarab of Ascent, Expedition Scarab of Runefinding,
      Harvest Scarab of Doubling, Titanic Scarab`),
  ),
]

export const fossils: readonly StackEntry[] = [
  ...stack(
    5,
    18,
    20,
    list(
      'Aberrant Fossil, Aetheric Fossil, Bound Fossil, Corroded Fossil, Dense Fossil, Frigid Fossil, Jagged Fossil, Lucent Fossil, Metallic Fossil, Pristine Fossil, Scorched Fossil, Serrated Fossil',
    ),
  ),
  ...stack(
    1,
    50,
    20,
    list('Deft Fossil, Fundamental Fossil, Gilded Fossil, Prismatic Fossil, Shuddering Fossil, Sanctified Fossil'),
  ),
  ...stack(
    0.3,
    68,
    20,
    list('Bloodstained Fossil, Faceted Fossil, Fractured Fossil, Glyphic Fossil, Hollow Fossil, Tangled Fossil'),
  ),
]

const essenceKinds = list(
  'Greed, Contempt, Hatred, Woe, Fear, Anger, Torment, Sorrow, Rage, Suffering, Wrath, Doubt, Zeal, Spite',
)
/** Tiers with the minimum character level for a drop. The low tiers exist only for the first kinds. */
export const essenceTiers: readonly { tier: string; kinds: readonly string[]; from_level: number }[] = [
  { tier: 'Whispering', kinds: essenceKinds.slice(0, 4), from_level: 1 },
  { tier: 'Weeping', kinds: essenceKinds.slice(0, 12), from_level: 40 },
  { tier: 'Screaming', kinds: essenceKinds, from_level: 60 },
  { tier: 'Deafening', kinds: essenceKinds, from_level: 72 },
]
export const corruptEssences: readonly string[] = [
  'Essence of Hysteria',
  'Essence of Insanity',
  'Essence of Horror',
  'Essence of Delirium',
]
export const essences: readonly string[] = [
  ...essenceTiers.flatMap(({ tier, kinds }) => kinds.map((kind) => `${tier} Essence of ${kind}`)),
  ...corruptEssences,
]

/** `max_stack` is the number of cards in a full set. */
export const divinationCards: readonly StackEntry[] = [
  ...stack(6, 5, 5, list(`The Gambler, Emperor's Luck, Destined to Crumble, The Survivalist, Abandoned Wealth`)),
  ...stack(6, 10, 4, list('The Hermit, The Carrion Crow, Her Mask, The Body')),
  ...stack(4, 20, 8, list('Rain of Chaos, The Wrath, Lucky Connections, The Lover')),
  ...stack(3, 45, 9, list(`Humility, The Flora's Gift, The Porcupine, Three Faces in the Dark, The Incantation`)),
  ...stack(1, 60, 10, list(`The Saint's Treasure, The Union, The Sephirot, The Wolf`)),
  ...stack(0.15, 68, 8, list('The Doctor, The Nurse, The Enlightened, House of Mirrors, Unrequited Love')),
]

export const fragments: readonly StackEntry[] = [
  ...stack(
    5,
    30,
    10,
    list(
      'Sacrifice at Dusk, Sacrifice at Dawn, Sacrifice at Noon, Sacrifice at Midnight, Offering to the Goddess, Divine Vessel',
    ),
  ),
  ...stack(
    4,
    40,
    100,
    list(
      'Splinter of Xoph, Splinter of Tul, Splinter of Esh, Timeless Karui Splinter, Timeless Maraketh Splinter, Simulacrum Splinter',
    ),
  ),
  ...stack(1, 68, 10, list("Mortal Grief, Mortal Rage, Mortal Hope, The Maven's Writ")),
  ...stack(
    0.8,
    72,
    10,
    list('Fragment of the Hydra, Fragment of the Phoenix, Fragment of the Minotaur, Fragment of the Chimera'),
  ),
]

export const oils: readonly StackEntry[] = [
  ...stack(6, 15, 10, list('Clear Oil, Sepia Oil, Amber Oil, Verdant Oil')),
  ...stack(3, 40, 10, list('Teal Oil, Azure Oil, Indigo Oil, Violet Oil')),
  ...stack(1, 68, 10, list('Crimson Oil, Black Oil, Opalescent Oil, Silver Oil, Golden Oil')),
]

export const catalysts: readonly StackEntry[] = stack(
  1,
  55,
  10,
  list(
    'Abrasive Catalyst, Accelerating Catalyst, Fertile Catalyst, Imbued Catalyst, Intrinsic Catalyst, Noxious Catalyst, Prismatic Catalyst, Tempering Catalyst, Turbulent Catalyst, Unstable Catalyst',
  ),
)

export const deliriumOrbs: readonly StackEntry[] = stack(
  1,
  68,
  10,
  list(
    `Fine Delirium Orb, Singular Delirium Orb, Thaumaturge's Delirium Orb, Armoursmith's Delirium Orb, Cartographer's Delirium Orb, Diviner's Delirium Orb, Whispering Delirium Orb, Skittering Delirium Orb`,
  ),
)

export const incubators: readonly string[] = list(
  `Abyssal Incubator, Cartographer's Incubator, Diviner's Incubator, Fragmented Incubator, Ornate Incubator, Time-Lost Incubator, Whispering Incubator`,
)

export const activeGems: readonly string[] = list(
  'Arc, Cyclone, Fireball, Lightning Strike, Raise Zombie, Righteous Fire, Spectral Throw, Summon Skeletons, Toxic Rain, Tornado Shot, Boneshatter, Blade Vortex',
)
export const supportGems: readonly string[] = list(
  'Added Fire Damage Support, Brutality Support, Combustion Support, Faster Attacks Support, Inspiration Support, Melee Physical Damage Support, Minion Damage Support, Unleash Support',
)
/** The plain gem inside a Vaal gem. */
export const vaalGems: readonly { name: string; plain: string }[] = list(
  'Arc, Cyclone, Grace, Haste, Righteous Fire, Spark, Summon Skeletons, Lightning Strike',
).map((plain) => ({ name: `Vaal ${plain}`, plain }))
export const awakenedGems: readonly string[] = list(
  'Awakened Added Fire Damage Support, Awakened Brutality Support, Awakened Cast On Critical Strike Support, Awakened Multistrike Support, Awakened Spell Echo Support, Awakened Unleash Support',
)
export const exceptionalGems: readonly string[] = list('Empower Support, Enhance Support, Enlighten Support')
export const transfiguredGems: readonly string[] = list(
  'Arc of Surging, Cyclone of Tumult, Lightning Strike of Arcing, Toxic Rain of Withering, Blade Vortex of the Scythe',
)

export const uniqueMaps: readonly { name: string; tier: number }[] = [
  { name: `Mao Kun`, tier: 5 },
  { name: `Maelström of Chaos`, tier: 6 },
  { name: `Poorjoy's Asylum`, tier: 8 },
  { name: 'Vaults of Atziri', tier: 9 },
  { name: 'The Putrid Cloister', tier: 11 },
]

export const invitations: readonly string[] = list(
  'Polaric Invitation, Incandescent Invitation, Writhing Invitation, Screaming Invitation',
)

/** Area type, the rogue's job, and the property type for that job. */
export const heistContracts: readonly { area: string; job: string; job_type: number }[] = [
  { area: 'Bunker', job: 'Perception', job_type: 40 },
  { area: 'Records Office', job: 'Lockpicking', job_type: 38 },
  { area: 'Laboratory', job: 'Counter-Thaumaturgy', job_type: 42 },
  { area: 'Mansion', job: 'Deception', job_type: 45 },
  { area: `Smuggler's Den`, job: 'Lockpicking', job_type: 38 },
  { area: 'Underbelly', job: 'Perception', job_type: 40 },
]
export const heistTargets: readonly { name: string; value_class: string }[] = [
  { name: 'Ogham Candelabra', value_class: 'Moderate Value' },
  { name: 'Golden Napuatzi Idol', value_class: 'Moderate Value' },
  { name: 'Ez Myrae Tome', value_class: 'High Value' },
  { name: 'Urn of Farud', value_class: 'High Value' },
  { name: 'Crest of the Sinistral', value_class: 'Precious' },
  { name: 'Enigmatic Assembly A5', value_class: 'Priceless' },
]

export const logbookFactions: readonly { id: string; name: string }[] = [
  { id: 'Faction1', name: 'Druids of the Broken Circle' },
  { id: 'Faction2', name: 'Black Scythe Mercenaries' },
  { id: 'Faction3', name: 'Order of the Chalice' },
  { id: 'Faction4', name: 'Knights of the Sun' },
]

export const influenceKeys = ['shaper', 'elder', 'crusader', 'redeemer', 'hunter', 'warlord'] as const
export type InfluenceKey = (typeof influenceKeys)[number]
