import type { Draws } from '../prng.ts'
import type { InfluenceKey } from '../world/catalogue.ts'
import type { Base } from './bases.ts'
import { baseKinds, getBase } from './bases.ts'
import type { Mod, Property, Socket, StateFlag, WorldItem } from './item.ts'
import { drawRareName, implicitsOf, poolOfBase, rollMods } from './mods.ts'
import { artKeyOf } from './stackables.ts'

/** Special traits of a piece; absent means ordinary. */
export interface EquipmentTraits {
  links?: number
  influences?: InfluenceKey[]
  corrupted?: boolean
  fractured?: boolean
  crafted?: boolean
  synthesised?: boolean
  veiled?: boolean
  split?: boolean
  mirrored?: boolean
  enchanted?: boolean
  /** Eldritch implicits: `searing` or `tangled`. */
  eldritch?: 'searing' | 'tangled'
  /** A foulborn unique. */
  mutated?: boolean
  unidentified?: boolean
  memory_strands?: number
  /** With an incubator. */
  incubator?: string
  /** Covered by a shroud that fights lift. */
  enshrouded?: boolean
  /** A trophy of an earlier league: it looks like the unique and never counts. */
  foil?: boolean
  replica?: boolean
}

const letters: Record<string, string> = { S: 'R', D: 'G', I: 'B' }

const rollSockets = (draws: Draws, base: Base, ilvl: number, links?: number): Socket[] | undefined => {
  const most = baseKinds[base.kind].max_sockets
  if (most === 0) return undefined
  const count = links ?? draws.between(1, Math.max(1, Math.min(most, 1 + Math.floor(ilvl / 14))))
  let group = 0
  return Array.from({ length: count }, (_, at) => {
    if (at > 0 && links === undefined && draws.chance(0.55)) group++
    if (draws.chance(0.02)) return { group, attr: 'G', sColour: 'W' }
    const attr = base.attributes && draws.chance(0.7) ? draws.pick([...base.attributes]) : draws.pick(['S', 'D', 'I'])
    return { group, attr, sColour: letters[attr] ?? 'R' }
  })
}

const armourProperties: Record<string, { name: string; type: number }> = {
  S: { name: 'Armour', type: 16 },
  D: { name: 'Evasion Rating', type: 17 },
  I: { name: 'Energy Shield', type: 18 },
}

const describeProperties = (draws: Draws, base: Base, traits: EquipmentTraits): Property[] => {
  const kind = baseKinds[base.kind]
  const properties: Property[] = []
  if ('label' in kind) properties.push({ name: kind.label, values: [], displayMode: 0 })
  if (traits.memory_strands)
    properties.push({ name: 'Memory Strands', values: [[String(traits.memory_strands), 0]], displayMode: 0 })
  if (draws.chance(0.25))
    properties.push({ name: 'Quality', values: [[`+${draws.between(1, 20)}%`, 1]], displayMode: 0, type: 6 })
  if (kind.group === 'armour') {
    for (const letter of base.attributes) {
      const row = armourProperties[letter]
      if (row)
        properties.push({ ...row, values: [[String(Math.round((base.level + 5) * (2 + draws.float() * 5))), 1]], displayMode: 0 })
    }
  }
  if (kind.group === 'weapon') {
    const least = 3 + Math.round(base.level * draws.float())
    properties.push(
      { name: 'Physical Damage', values: [[`${least}-${least * 2 + 4}`, 1]], displayMode: 0, type: 9 },
      { name: 'Critical Strike Chance', values: [[`${(5 + draws.int(40) / 10).toFixed(2)}%`, 0]], displayMode: 0, type: 12 },
      { name: 'Attacks per Second', values: [[(1.2 + draws.int(50) / 100).toFixed(2), 0]], displayMode: 0, type: 13 },
    )
  }
  if (kind.group === 'flask') {
    properties.push(
      { name: 'Lasts {0} Seconds', values: [[(4 + draws.int(40) / 10).toFixed(2), 0]], displayMode: 3 },
      {
        name: 'Consumes {0} of {1} Charges on use',
        values: [
          ['30', 0],
          ['60', 0],
        ],
        displayMode: 3,
      },
      { name: 'Currently has {0} Charges', values: [[String(draws.between(0, 60)), 0]], displayMode: 3 },
    )
  }
  if (base.kind === 'ClusterJewel')
    properties.push({ name: 'Adds Passive Skills', values: [[String(draws.between(2, 8)), 0]], displayMode: 0 })
  return properties
}

const attributeNames: Record<string, string> = { S: 'Str', D: 'Dex', I: 'Int' }

const describeRequirements = (base: Base): Property[] | undefined => {
  if (base.level <= 1 && base.attributes === '') return undefined
  return [
    { name: 'Level', values: [[String(base.level), 0]], displayMode: 0, type: 62 },
    ...[...base.attributes].map(
      (letter): Property => ({
        name: attributeNames[letter] ?? letter,
        values: [[String(Math.round(base.level * 1.9) + 10), 0]],
        displayMode: 1,
      }),
    ),
  ]
}

const describeFlags = (base: Base, traits: EquipmentTraits): StateFlag[] => {
  const flags: StateFlag[] = []
  if (traits.corrupted) flags.push('corrupted')
  if (traits.fractured) flags.push('fractured')
  if (traits.synthesised) flags.push('synthesised')
  if (traits.split) flags.push('split')
  if (traits.mirrored) flags.push('duplicated')
  if (traits.veiled) flags.push('veiled')
  if (traits.mutated) flags.push('mutated')
  if (traits.replica) flags.push('replica')
  if (traits.eldritch) flags.push(traits.eldritch)
  if (base.kind === 'AbyssJewel') flags.push('abyssJewel')
  return flags
}

const describeImplicits = (draws: Draws, base: Base, traits: EquipmentTraits): Mod[] => {
  const texts = implicitsOf(draws, base)
  if (traits.synthesised) texts.push(`+${draws.between(3, 9)}% to all Elemental Resistances`)
  if (traits.eldritch) texts.push(`${draws.between(6, 18)}% increased Effect of Non-Curse Auras from your Skills`)
  if (traits.corrupted && draws.chance(0.5)) texts.push('+1 to Level of Socketed Gems')
  return texts.map((text) => ({ text }))
}

/** Members of pieces with such a trait. */
const describeExtra = (draws: Draws, ilvl: number, traits: EquipmentTraits): Readonly<Record<string, unknown>> | undefined => {
  const extra: Record<string, unknown> = {}
  if (traits.incubator !== undefined) {
    const total = 3_000 + 40 * ilvl
    extra['incubatedItem'] = { name: traits.incubator, level: ilvl, progress: draws.int(total), total }
  }
  if (traits.enshrouded) extra['enshrouded'] = { progress: draws.int(100), total: 100 }
  if (traits.foil) extra['foilVariation'] = draws.between(1, 13)
  return Object.keys(extra).length > 0 ? extra : undefined
}

/** A piece of this base, rare by default, with a name if rare or unique. */
export const makeEquipment = (
  draws: Draws,
  {
    base: baseName,
    rarity,
    name,
    ilvl,
    traits = {},
  }: { base: string; rarity: 'Normal' | 'Magic' | 'Rare' | 'Unique'; name?: string; ilvl: number; traits?: EquipmentTraits },
): WorldItem => {
  const base = getBase(baseName)
  const kind = baseKinds[base.kind]
  const identified = !traits.unidentified
  const pool = poolOfBase(base)
  const modCount = {
    Normal: 0,
    Magic: draws.between(1, 2),
    Rare: kind.group === 'jewel' ? 4 : draws.between(4, 6),
    Unique: draws.between(3, 5),
  }[rarity]
  const texts = rollMods(draws, pool, modCount)
  const explicit = texts.map((text, at): Mod => {
    if (traits.fractured && at === 0) return { text, flag: 'fractured' }
    if (traits.mutated && at === 0) return { text, flag: 'mutated' }
    if (traits.crafted && at === texts.length - 1) return { text, flag: 'crafted' }
    return { text }
  })
  const rareName = rarity === 'Rare' ? drawRareName(draws) : ''
  const shownName = identified ? (name ?? rareName) : ''
  const prefix = traits.synthesised ? 'Synthesised ' : !identified && draws.chance(0.3) ? 'Superior ' : ''
  const implicit = describeImplicits(draws, base, traits)
  const properties = describeProperties(draws, base, traits)
  const flags = describeFlags(base, traits)
  return {
    id: draws.hex(64),
    family: rarity === 'Unique' ? 'unique' : kind.group === 'jewel' || kind.group === 'flask' ? kind.group : 'equipment',
    name: shownName,
    type_line: `${prefix}${base.name}`,
    base_type: base.name,
    frame: traits.foil ? 'SupporterFoil' : rarity,
    art: `${kind.art}/${artKeyOf(rarity === 'Unique' && name ? name : base.name)}`,
    w: kind.w,
    h: kind.h,
    ilvl,
    identified,
    properties: properties.length > 0 ? properties : undefined,
    requirements: describeRequirements(base),
    sockets: rollSockets(draws, base, ilvl, traits.links),
    implicit_mods: implicit.length > 0 ? implicit : undefined,
    explicit_mods: identified && explicit.length > 0 ? explicit : undefined,
    enchant_mods:
      base.kind === 'ClusterJewel'
        ? ['Adds 8 Passive Skills', 'Added Small Passive Skills grant: 12% increased Damage']
        : traits.enchanted
          ? [`${draws.between(8, 12)}% increased Movement Speed if you haven't been Hit Recently`]
          : undefined,
    utility_mods: kind.group === 'flask' ? [`+${draws.between(20, 40)}% to a Resistance during Effect`] : undefined,
    veiled_mods: traits.veiled ? [`Suffix0${draws.between(1, 6)}`] : undefined,
    influences: traits.influences,
    flags: flags.length > 0 ? flags : undefined,
    description:
      kind.group === 'flask'
        ? 'Right click to drink. Can only hold charges while in belt.'
        : kind.group === 'jewel'
          ? 'Place into an allocated Jewel Socket on the Passive Skill Tree.'
          : undefined,
    extra: describeExtra(draws, ilvl, traits),
  }
}
