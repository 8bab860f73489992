/** Names of items in the second game, enough for scoring conditions. */
export interface Kind {
  /** Folder of the picture below `2DItems`. */
  art: string
  /** Every item's properties start with its kind as a bare label, except for jewels. */
  label?: string
  w: number
  h: number
  rune_sockets: number
  group: 'armour' | 'weapon' | 'jewellery' | 'jewel' | 'flask' | 'charm'
}

export const kinds = {
  Helmet: { art: 'Armours/Helmets', label: 'Helmet', w: 2, h: 2, rune_sockets: 1, group: 'armour' },
  BodyArmour: { art: 'Armours/BodyArmours', label: 'Body Armour', w: 2, h: 3, rune_sockets: 2, group: 'armour' },
  Gloves: { art: 'Armours/Gloves', label: 'Gloves', w: 2, h: 2, rune_sockets: 1, group: 'armour' },
  Boots: { art: 'Armours/Boots', label: 'Boots', w: 2, h: 2, rune_sockets: 1, group: 'armour' },
  Shield: { art: 'Armours/Shields', label: 'Shield', w: 2, h: 3, rune_sockets: 1, group: 'armour' },
  Buckler: { art: 'Armours/Bucklers', label: 'Buckler', w: 2, h: 2, rune_sockets: 1, group: 'armour' },
  Focus: { art: 'Armours/Focii', label: 'Focus', w: 2, h: 2, rune_sockets: 1, group: 'armour' },
  Quiver: { art: 'Quivers', label: 'Quiver', w: 2, h: 3, rune_sockets: 0, group: 'jewellery' },
  Belt: { art: 'Belts', label: 'Belt', w: 2, h: 1, rune_sockets: 0, group: 'jewellery' },
  Amulet: { art: 'Amulets', label: 'Amulet', w: 1, h: 1, rune_sockets: 0, group: 'jewellery' },
  Ring: { art: 'Rings', label: 'Ring', w: 1, h: 1, rune_sockets: 0, group: 'jewellery' },
  Quarterstaff: {
    art: 'Weapons/TwoHandWeapons/Quarterstaves',
    label: 'Quarterstaff',
    w: 2,
    h: 4,
    rune_sockets: 2,
    group: 'weapon',
  },
  Crossbow: { art: 'Weapons/TwoHandWeapons/Crossbows', label: 'Crossbow', w: 2, h: 4, rune_sockets: 2, group: 'weapon' },
  Bow: { art: 'Weapons/TwoHandWeapons/Bows', label: 'Bow', w: 2, h: 4, rune_sockets: 2, group: 'weapon' },
  Wand: { art: 'Weapons/OneHandWeapons/Wands', label: 'Wand', w: 1, h: 3, rune_sockets: 1, group: 'weapon' },
  Sceptre: { art: 'Weapons/OneHandWeapons/Scepters', label: 'Sceptre', w: 2, h: 3, rune_sockets: 1, group: 'weapon' },
  Spear: { art: 'Weapons/OneHandWeapons/OneHandSpears', label: 'Spear', w: 1, h: 4, rune_sockets: 1, group: 'weapon' },
  Mace: {
    art: 'Weapons/OneHandWeapons/OneHandMaces',
    label: 'One Hand Mace',
    w: 2,
    h: 3,
    rune_sockets: 1,
    group: 'weapon',
  },
  Jewel: { art: 'Jewels', w: 1, h: 1, rune_sockets: 0, group: 'jewel' },
  LifeFlask: { art: 'Flasks', label: 'Flask', w: 1, h: 2, rune_sockets: 0, group: 'flask' },
  ManaFlask: { art: 'Flasks', label: 'Flask', w: 1, h: 2, rune_sockets: 0, group: 'flask' },
  Charm: { art: 'Flasks/Charms', label: 'Charm', w: 1, h: 1, rune_sockets: 0, group: 'charm' },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

export interface SecondGameBase {
  name: string
  kind: KindName
  level: number
}

const rows = (kind: KindName, list: string): SecondGameBase[] =>
  list.split(',').map((row) => {
    const [name = '', level = '1'] = row.split('/').map((part) => part.trim())
    return { name, kind, level: Number(level) }
  })

export const secondGameBases: readonly SecondGameBase[] = [
  ...rows('Helmet', 'Rusted Greathelm/1, Twig Circlet/1, Felt Cap/10, Wrapped Greathelm/33, Hunter Hood/45, Kamasan Tiara/65'),
  ...rows('BodyArmour', 'Rusted Cuirass/1, Leather Vest/1, Fur Plate/4, Silk Robe/26, Armoured Vest/52, Vile Robe/65'),
  ...rows('Gloves', 'Torn Gloves/1, Stocky Mitts/1, Suede Bracers/6, Riveted Mitts/11, Sirenscale Gloves/45, Massive Mitts/65'),
  ...rows(
    'Boots',
    'Rough Greaves/1, Straw Sandals/1, Wrapped Sandals/11, Laced Boots/11, Threaded Shoes/33, Tasalian Greaves/65',
  ),
  ...rows('Shield', 'Splintered Tower Shield/1, Painted Tower Shield/6, Vaal Tower Shield/65'),
  ...rows('Buckler', 'Leather Buckler/1, Wooden Buckler/10, Ancient Buckler/65'),
  ...rows('Focus', 'Twig Focus/1, Woven Focus/10, Hallowed Focus/65'),
  ...rows('Quiver', 'Broadhead Quiver/1, Fire Quiver/8, Visceral Quiver/65'),
  ...rows('Belt', 'Rawhide Belt/1, Linen Belt/1, Wide Belt/14, Long Belt/20, Heavy Belt/50, Utility Belt/55'),
  ...rows('Amulet', 'Crimson Amulet/1, Azure Amulet/1, Amber Amulet/8, Gold Amulet/35, Stellar Amulet/25, Solar Amulet/30'),
  ...rows('Ring', 'Iron Ring/1, Lazuli Ring/1, Sapphire Ring/12, Topaz Ring/16, Gold Ring/40, Prismatic Ring/35, Breach Ring/40'),
  ...rows('Quarterstaff', 'Wrapped Quarterstaff/1, Long Quarterstaff/4, Gothic Quarterstaff/11, Striking Quarterstaff/65'),
  ...rows('Crossbow', 'Makeshift Crossbow/1, Tense Crossbow/4, Sturdy Crossbow/10, Siege Crossbow/65'),
  ...rows('Bow', 'Crude Bow/1, Shortbow/5, Warden Bow/11, Obliterator Bow/65'),
  ...rows('Wand', 'Withered Wand/1, Bone Wand/2, Attuned Wand/4, Dueling Wand/65'),
  ...rows('Sceptre', 'Rattling Sceptre/1, Stoic Sceptre/6, Omen Sceptre/16, Shrine Sceptre/65'),
  ...rows('Spear', 'Hardwood Spear/1, Ironhead Spear/5, Hunting Spear/10, Grand Spear/65'),
  ...rows('Mace', 'Wooden Club/1, Smithing Hammer/4, Slim Mace/10, Flared Mace/65'),
  ...rows('Jewel', 'Ruby/15, Emerald/15, Sapphire/15, Diamond/40, Time-Lost Ruby/60'),
  ...rows('LifeFlask', 'Lesser Life Flask/1, Medium Life Flask/10, Greater Life Flask/23, Ultimate Life Flask/60'),
  ...rows('ManaFlask', 'Lesser Mana Flask/1, Medium Mana Flask/10, Greater Mana Flask/23, Ultimate Mana Flask/60'),
  ...rows('Charm', 'Thawing Charm/12, Staunching Charm/18, Ruby Charm/5, Sapphire Charm/5, Golden Charm/50'),
]

const byName = new Map(secondGameBases.map((base) => [base.name, base]))

/** @throws Error for an unknown name: a mistake in the catalogue or in a request */
export const getSecondGameBase = (name: string): SecondGameBase => {
  const base = byName.get(name)
  if (!base) throw new Error(`unknown base type of the second game: ${name}`)
  return base
}

export interface SecondGameUnique {
  name: string
  base: string
  from_level: number
  weight: number
}

export const secondGameUniques: readonly SecondGameUnique[] = [
  { name: 'Goldrim', base: 'Felt Cap', from_level: 8, weight: 4 },
  { name: 'Wanderlust', base: 'Wrapped Sandals', from_level: 8, weight: 4 },
  { name: 'Bramblejack', base: 'Rusted Cuirass', from_level: 2, weight: 4 },
  { name: 'Blackheart', base: 'Iron Ring', from_level: 2, weight: 4 },
  { name: 'Treefingers', base: 'Riveted Mitts', from_level: 9, weight: 3 },
  { name: 'Widowhail', base: 'Crude Bow', from_level: 2, weight: 2 },
  { name: 'The Blood Thorn', base: 'Wrapped Quarterstaff', from_level: 2, weight: 2 },
  { name: 'Mist Whisper', base: 'Makeshift Crossbow', from_level: 2, weight: 2 },
  { name: 'Dream Fragments', base: 'Sapphire Ring', from_level: 12, weight: 2 },
  { name: "Meginord's Girdle", base: 'Wide Belt', from_level: 14, weight: 2 },
  { name: 'Ghostwrithe', base: 'Silk Robe', from_level: 26, weight: 2 },
  { name: 'Birthright Buckle', base: 'Linen Belt', from_level: 2, weight: 2 },
  { name: 'Nascent Hope', base: 'Thawing Charm', from_level: 12, weight: 1 },
  { name: 'Pillar of the Caged God', base: 'Long Quarterstaff', from_level: 4, weight: 1 },
  { name: 'Andvarius', base: 'Gold Ring', from_level: 40, weight: 1 },
  { name: 'Queen of the Forest', base: 'Armoured Vest', from_level: 52, weight: 1 },
  { name: 'Astramentis', base: 'Stellar Amulet', from_level: 25, weight: 0.2 },
  { name: 'Headhunter', base: 'Heavy Belt', from_level: 50, weight: 0.05 },
  { name: 'Megalomaniac', base: 'Diamond', from_level: 40, weight: 0.5 },
]

const list = (text: string): readonly string[] => text.split(',').map((name) => name.trim())

/** Runes, with the modifier each adds to its item. */
export const runes: readonly { name: string; adds: string }[] = [
  { name: 'Lesser Desert Rune', adds: '+10% to Fire Resistance' },
  { name: 'Lesser Glacial Rune', adds: '+10% to Cold Resistance' },
  { name: 'Lesser Storm Rune', adds: '+10% to Lightning Resistance' },
  { name: 'Iron Rune', adds: '18% increased Physical Damage' },
  { name: 'Body Rune', adds: '+35 to maximum Life' },
  { name: 'Mind Rune', adds: '+30 to maximum Mana' },
  { name: 'Greater Storm Rune', adds: '+14% to Lightning Resistance' },
]

export const soulCores: readonly { name: string; adds: string }[] = [
  { name: 'Soul Core of Tacati', adds: '+11% to Chaos Resistance' },
  { name: 'Soul Core of Opiloti', adds: '15% increased Magnitude of Bleeding you inflict' },
  { name: 'Soul Core of Jiquani', adds: '2% increased maximum Life' },
]

export const activeSkills = list(
  'Spark, Fireball, Arc, Ice Nova, Lightning Arrow, Earthquake, Boneshatter, Falling Thunder, Ice Strike, Explosive Shot, Whirling Slash, Comet, Contagion, Essence Drain, Unearth, Spectre: Vaal Guard',
)
export const supportSkills = list(
  'Martial Tempo, Controlled Destruction, Scattershot, Arcane Tempo, Fire Infusion, Cold Infusion, Brutality, Magnified Effect, Swift Affliction, Unleash, Fist of War, Impact Shockwave',
)
/** The default attack without a gem, by kind of weapon. */
export const attacksOfWeapons: Partial<Record<KindName, string>> = {
  Quarterstaff: 'Quarterstaff Strike',
  Crossbow: 'Crossbow Shot',
  Bow: 'Bow Shot',
  Spear: 'Spear Stab',
  Mace: 'Mace Strike',
}
/** Skills granted by sceptres and wands. */
export const skillsOfWeapons: Partial<Record<KindName, readonly string[]>> = {
  Sceptre: ['Skeletal Warrior Minion', 'Malice', 'Purity of Fire'],
  Wand: ['Chaos Bolt', 'Mana Drain', 'Bone Blast'],
}

export const secondGameCurrencies: readonly { name: string; max_stack: number; weight: number }[] = [
  { name: 'Orb of Transmutation', max_stack: 40, weight: 8 },
  { name: 'Orb of Augmentation', max_stack: 30, weight: 6 },
  { name: 'Regal Orb', max_stack: 20, weight: 3 },
  { name: 'Exalted Orb', max_stack: 20, weight: 2 },
  { name: 'Chaos Orb', max_stack: 20, weight: 1 },
]
