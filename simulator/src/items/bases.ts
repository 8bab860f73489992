/** Equipment bases: the kind of a base, its size, the path of its picture and its first property. */
export interface BaseKind {
  /** Folder of the picture below `2DItems`. */
  art: string
  w: number
  h: number
  max_sockets: number
  /** Weapons start their properties with their kind as a bare label. */
  label?: string
  group: 'armour' | 'weapon' | 'jewellery' | 'jewel' | 'flask' | 'quiver'
}

export const baseKinds = {
  Helmet: { art: 'Armours/Helmets', w: 2, h: 2, max_sockets: 4, group: 'armour' },
  BodyArmour: { art: 'Armours/BodyArmours', w: 2, h: 3, max_sockets: 6, group: 'armour' },
  Gloves: { art: 'Armours/Gloves', w: 2, h: 2, max_sockets: 4, group: 'armour' },
  Boots: { art: 'Armours/Boots', w: 2, h: 2, max_sockets: 4, group: 'armour' },
  Shield: { art: 'Armours/Shields', w: 2, h: 3, max_sockets: 3, group: 'armour' },
  Belt: { art: 'Belts', w: 2, h: 1, max_sockets: 0, group: 'jewellery' },
  Amulet: { art: 'Amulets', w: 1, h: 1, max_sockets: 0, group: 'jewellery' },
  Ring: { art: 'Rings', w: 1, h: 1, max_sockets: 0, group: 'jewellery' },
  Quiver: { art: 'Quivers', w: 2, h: 3, max_sockets: 0, group: 'quiver' },
  Sword: { art: 'Weapons/OneHandWeapons/OneHandSwords', w: 1, h: 3, max_sockets: 3, label: 'One Handed Sword', group: 'weapon' },
  Claw: { art: 'Weapons/OneHandWeapons/Claws', w: 2, h: 2, max_sockets: 3, label: 'Claw', group: 'weapon' },
  Wand: { art: 'Weapons/OneHandWeapons/Wands', w: 1, h: 3, max_sockets: 3, label: 'Wand', group: 'weapon' },
  Sceptre: { art: 'Weapons/OneHandWeapons/Scepters', w: 2, h: 3, max_sockets: 3, label: 'Sceptre', group: 'weapon' },
  Bow: { art: 'Weapons/TwoHandWeapons/Bows', w: 2, h: 4, max_sockets: 6, label: 'Bow', group: 'weapon' },
  Staff: { art: 'Weapons/TwoHandWeapons/Staves', w: 2, h: 4, max_sockets: 6, label: 'Staff', group: 'weapon' },
  Jewel: { art: 'Jewels', w: 1, h: 1, max_sockets: 0, group: 'jewel' },
  AbyssJewel: { art: 'Jewels/Abyss', w: 1, h: 1, max_sockets: 0, label: 'Abyss', group: 'jewel' },
  ClusterJewel: { art: 'Jewels/NewGemBase', w: 1, h: 1, max_sockets: 0, group: 'jewel' },
  Flask: { art: 'Flasks', w: 1, h: 2, max_sockets: 0, group: 'flask' },
} as const satisfies Record<string, BaseKind>
export type BaseKindName = keyof typeof baseKinds

export interface Base {
  name: string
  kind: BaseKindName
  level: number
  /** Required attributes: letters of S, D, I. */
  attributes: string
}

const rows = (kind: BaseKindName, list: string): Base[] =>
  list.split(',').map((row) => {
    const [name = '', level = '1', attributes = ''] = row.split('/').map((part) => part.trim())
    return { name, kind, level: Number(level), attributes }
  })

export const bases: readonly Base[] = [
  ...rows(
    'Helmet',
    'Leather Cap/1/D, Sinner Tricorne/60/DI, Nightmare Bascinet/67/SD, Silken Hood/60/D, Ursine Pelt/41/D, Ezomyte Burgonet/60/S, Close Helmet/32/S, Prophet Crown/63/SI, Hubris Circlet/69/I, Lion Pelt/70/D',
  ),
  ...rows(
    'BodyArmour',
    `Simple Robe/1/, Full Wyrmscale/46/SD, Varnished Coat/53/DI, Lacquered Garb/57/DI, Desert Brigandine/60/SD, Glorious Plate/68/S, Occultist's Vestment/59/I, Sadist Garb/68/DI, Astral Plate/62/S, Vaal Regalia/68/I, Chainmail Vest/8/SI`,
  ),
  ...rows(
    'Gloves',
    'Wool Gloves/3/I, Iron Gauntlets/1/S, Goathide Gloves/9/D, Strapped Mitts/16/D, Deerskin Gloves/21/D, Fingerless Silk Gloves/70/I, Titan Gauntlets/69/S',
  ),
  ...rows(
    'Boots',
    'Wool Shoes/1/I, Velvet Slippers/21/I, Rawhide Boots/12/D, Deerskin Boots/22/D, Titan Greaves/68/S, Slink Boots/69/D, Stealth Boots/62/D, Two-Toned Boots/70/SD',
  ),
  ...rows('Shield', 'Champion Kite Shield/62/SI, Splintered Tower Shield/1/S, Titanium Spirit Shield/68/I'),
  ...rows('Belt', 'Cloth Belt/16/, Rustic Sash/2/, Studded Belt/8/, Heavy Belt/8/, Leather Belt/8/, Stygian Vise/1/'),
  ...rows('Amulet', 'Paua Amulet/5/, Jade Amulet/5/, Onyx Amulet/20/, Gold Amulet/8/, Coral Amulet/2/'),
  ...rows(
    'Ring',
    'Iron Ring/1/, Paua Ring/1/, Gold Ring/20/, Sapphire Ring/8/, Opal Ring/80/, Two-Stone Ring/20/, Vermillion Ring/80/',
  ),
  ...rows('Quiver', 'Two-Point Arrow Quiver/4/, Broadhead Arrow Quiver/49/'),
  ...rows('Sword', 'Rusted Sword/1/SD, Jewelled Foil/68/D'),
  ...rows('Claw', 'Timeworn Claw/26/DI, Imperial Claw/68/DI'),
  ...rows('Wand', 'Driftwood Wand/1/I, Prophecy Wand/68/I, Imbued Wand/59/I'),
  ...rows('Sceptre', 'Vaal Sceptre/64/SI, Void Sceptre/68/SI'),
  ...rows('Bow', 'Short Bow/5/D, Long Bow/9/D, Imperial Bow/66/D, Thicket Bow/56/D'),
  ...rows('Staff', 'Gnarled Branch/4/SI, Maelström Staff/64/SI'),
  ...rows('Jewel', 'Crimson Jewel/1/, Viridian Jewel/1/, Cobalt Jewel/1/, Prismatic Jewel/1/'),
  ...rows('AbyssJewel', 'Murderous Eye Jewel/40/, Searching Eye Jewel/40/, Ghastly Eye Jewel/40/'),
  ...rows('ClusterJewel', 'Large Cluster Jewel/50/, Medium Cluster Jewel/50/, Small Cluster Jewel/50/'),
  ...rows(
    'Flask',
    'Granite Flask/27/, Amethyst Flask/35/, Sapphire Flask/18/, Ruby Flask/18/, Sulphur Flask/35/, Quicksilver Flask/4/, Jade Flask/27/, Divine Life Flask/60/',
  ),
]

const byName = new Map(bases.map((base) => [base.name, base]))

/** The base of this name; an unknown name is a mistake in the catalogue or in a request, hence an Error. */
export const getBase = (name: string): Base => {
  const base = byName.get(name)
  if (!base) throw new Error(`unknown base type: ${name}`)
  return base
}
