/** The families of dropped items: weight, level, and constructor. */
import type { Draws } from '../prng.ts'
import * as names from '../world/catalogue.ts'
import { resonators } from '../world/mechanics-catalogue.ts'
import { type Base, type BaseKindName, bases } from './bases.ts'
import { makeBlueprint, makeContract, makeInvitation, makeLogbook } from './curios.ts'
import { type EquipmentTraits, makeEquipment } from './equipment.ts'
import { makeGem } from './gems.ts'
import type { WorldItem } from './item.ts'
import { makeMap } from './maps.ts'
import * as mechanics from './mechanics.ts'
import { makeCard, makeStack } from './stackables.ts'

export interface Family {
  name: string
  weight: number
  from_level: number
  /** True for the usual subjects of objectives. */
  interesting: boolean
  make: (draws: Draws, level: number) => WorldItem
}

const reachable = <T extends { from_level: number }>(rows: readonly T[], level: number): T[] => {
  const open = rows.filter((row) => row.from_level <= level)
  return open.length > 0 ? open : rows.slice(0, 1)
}

type ListedRow = { name: string; weight: number; from_level: number }

/** Drop rate of the last name of a list relative to the first with the same weight, so that collections fill up slowly. */
const LAST_OF_ITS_KIND = 0.2

const taper = <T extends ListedRow>(rows: readonly T[]): T[] =>
  rows.map((row) => {
    const peers = rows.filter(({ weight }) => weight === row.weight)
    const share = peers.length > 1 ? peers.indexOf(row) / (peers.length - 1) : 0
    return { ...row, weight: row.weight * (1 - (1 - LAST_OF_ITS_KIND) * share) }
  })

/** Picks an entry of a list that drops at a level; caches the open entries of each level. */
const createPicker = <T extends ListedRow>(rows: readonly T[]): ((draws: Draws, level: number) => T) => {
  const tapered = taper(rows)
  const byLevel = new Map<number, T[]>()
  return (draws, level) => {
    const open = byLevel.get(level) ?? reachable(tapered, level)
    byLevel.set(level, open)
    return draws.pickWeighted(open)
  }
}

const ilvlAt = (draws: Draws, level: number): number => Math.min(86, Math.max(1, level + draws.between(-2, 3)))
const tierAt = (draws: Draws, level: number): number =>
  Math.max(1, Math.min(16, Math.round((level - 66) * 0.8) + draws.between(-2, 2)))

const stackFamily = (
  family: Parameters<typeof makeStack>[1],
  rows: readonly names.StackEntry[],
  most: number,
  weight: number,
  from_level: number,
  interesting = true,
): Family => {
  const pick = createPicker(rows)
  return {
    name: family,
    weight,
    from_level,
    interesting,
    make: (draws, level) => {
      const row = pick(draws, level)
      return makeStack(draws, family, row.name, draws.between(1, Math.min(most, row.max_stack)), row.max_stack)
    },
  }
}

const wearable: readonly BaseKindName[] = [
  'Helmet',
  'BodyArmour',
  'Gloves',
  'Boots',
  'Shield',
  'Belt',
  'Amulet',
  'Ring',
  'Quiver',
  'Sword',
  'Claw',
  'Wand',
  'Sceptre',
  'Bow',
  'Staff',
]

const drawTraits = (draws: Draws, level: number, sixLinkable: boolean): EquipmentTraits => {
  const late = level >= 60
  return {
    links: sixLinkable && draws.chance(late ? 0.08 : 0.02) ? 6 : undefined,
    influences: late && draws.chance(0.14) ? [draws.pick(names.influenceKeys)] : undefined,
    corrupted: draws.chance(0.08),
    fractured: draws.chance(late ? 0.08 : 0.03),
    crafted: draws.chance(0.12),
    synthesised: late && draws.chance(0.03),
    veiled: late && draws.chance(0.04),
    split: draws.chance(0.02),
    mirrored: draws.chance(0.005),
    enchanted: draws.chance(0.03),
    eldritch: late && draws.chance(0.06) ? draws.pick(['searing', 'tangled'] as const) : undefined,
    memory_strands: level >= 75 && draws.chance(0.05) ? draws.between(20, 100) : undefined,
    incubator: draws.chance(0.03) ? draws.pick(names.incubators) : undefined,
    enshrouded: late && draws.chance(0.02),
  }
}

const wearableByLevel = new Map<number, Base[]>()

const listWearable = (level: number): readonly Base[] => {
  const known = wearableByLevel.get(level) ?? bases.filter((base) => wearable.includes(base.kind) && base.level <= level)
  wearableByLevel.set(level, known)
  return known
}

const makeRare = (draws: Draws, level: number): WorldItem => {
  const ilvl = ilvlAt(draws, level)
  const base = draws.pick(listWearable(Math.max(8, level)))
  const sixLinkable = base.kind === 'BodyArmour' || base.kind === 'Bow' || base.kind === 'Staff'
  return makeEquipment(draws, { base: base.name, rarity: 'Rare', ilvl, traits: drawTraits(draws, level, sixLinkable) })
}

const pickUnique = createPicker(names.uniques)

const makeUnique = (draws: Draws, level: number): WorldItem => {
  const row = pickUnique(draws, level)
  const traits: EquipmentTraits = {
    corrupted: draws.chance(0.06),
    unidentified: draws.chance(0.12),
    mutated: level >= 60 && draws.chance(0.04),
    replica: level >= 68 && draws.chance(0.03),
    foil: draws.chance(0.01),
    links: row.base === 'Simple Robe' ? 6 : undefined,
  }
  return makeEquipment(draws, { base: row.base, rarity: 'Unique', name: row.name, ilvl: ilvlAt(draws, level), traits })
}

const makeEssence = (draws: Draws, level: number): WorldItem => {
  if (level >= 70 && draws.chance(0.03)) return makeStack(draws, 'essence', draws.pick(names.corruptEssences), 1, 10)
  const { tier, kinds } = draws.pick(reachable(names.essenceTiers, level).slice(-2))
  return makeStack(draws, 'essence', `${tier} Essence of ${draws.pick(kinds)}`, draws.between(1, 2), 10)
}

const drawGem = (draws: Draws, level: number): WorldItem => {
  const roll = draws.float()
  const late = level >= 68
  if (late && roll < 0.06)
    return makeGem(draws, {
      name: draws.pick(names.awakenedGems),
      level: draws.between(1, 5),
      quality: draws.pick([0, 0, 20]),
      support: true,
      max_level: 5,
    })
  if (late && roll < 0.1)
    return makeGem(draws, {
      name: draws.pick(names.exceptionalGems),
      level: draws.between(1, 3),
      quality: 0,
      support: true,
      max_level: 3,
    })
  if (late && roll < 0.18)
    return makeGem(draws, {
      name: draws.pick(names.activeGems),
      level: 21,
      quality: draws.pick([0, 20, 23]),
      corrupted: true,
      max_level: 21,
    })
  if (late && roll < 0.28)
    return makeGem(draws, {
      name: draws.pick(names.transfiguredGems),
      level: draws.between(1, 20),
      quality: draws.pick([0, 20]),
      max_level: 20,
    })
  if (level >= 28 && roll < 0.42) {
    const { name, plain } = draws.pick(names.vaalGems)
    return makeGem(draws, {
      name,
      plain,
      level: draws.between(1, late ? 20 : 10),
      quality: draws.between(0, 20),
      corrupted: true,
      max_level: 20,
    })
  }
  const support = draws.chance(0.4)
  const shared = {
    level: draws.between(1, late ? 20 : Math.max(2, Math.floor(level / 4))),
    quality: draws.pick([0, 0, 5, 13, 20]),
    max_level: 20,
  }
  return makeGem(draws, { name: draws.pick(support ? names.supportGems : names.activeGems), support, ...shared })
}

const drawMap = (draws: Draws, level: number): WorldItem => {
  if (draws.chance(0.04)) return makeMap(draws, { ...draws.pick(names.uniqueMaps), rarity: 'Unique' })
  return makeMap(draws, {
    tier: level >= 84 && draws.chance(0.04) ? 17 : tierAt(draws, level),
    rarity: draws.pick(['Normal', 'Magic', 'Rare', 'Rare'] as const),
    corrupted: draws.chance(0.12),
    blighted: draws.chance(0.06) && (draws.chance(0.25) ? 'ravaged' : true),
    influence: draws.chance(0.05) ? draws.pick(['shaper', 'elder'] as const) : undefined,
  })
}

const pickCard = createPicker(names.divinationCards)

/** Rare items of little interest: seldom enough not to change anyone's tabs. */
const curiosity = (name: string, from_level: number, make: (draws: Draws, ilvl: number) => WorldItem): Family => ({
  name,
  weight: 0.25,
  from_level,
  interesting: true,
  make: (draws, level) => make(draws, ilvlAt(draws, level)),
})

export const families: readonly Family[] = [
  stackFamily('currency', names.currencies, 4, 30, 1, false),
  stackFamily('scarab', names.scarabs, 2, 2.5, 15),
  stackFamily('fossil', names.fossils, 2, 2.5, 12),
  stackFamily('oil', names.oils, 2, 3, 10),
  stackFamily('fragment', names.fragments, 3, 3, 25),
  stackFamily('catalyst', names.catalysts, 2, 1, 50),
  stackFamily('delirium_orb', names.deliriumOrbs, 1, 0.6, 66),
  { name: 'essence', weight: 4, from_level: 1, interesting: true, make: makeEssence },
  {
    name: 'divination_card',
    weight: 4,
    from_level: 3,
    interesting: true,
    make: (draws, level) => {
      const row = pickCard(draws, level)
      return makeCard(draws, row.name, 1, row.max_stack)
    },
  },
  {
    name: 'incubator',
    weight: 0.8,
    from_level: 20,
    interesting: false,
    make: (draws) => makeStack(draws, 'incubator', draws.pick(names.incubators), 1, 10),
  },
  { name: 'unique', weight: 3, from_level: 2, interesting: true, make: makeUnique },
  { name: 'rare', weight: 14, from_level: 4, interesting: false, make: makeRare },
  {
    name: 'jewel',
    weight: 2,
    from_level: 20,
    interesting: false,
    make: (draws, level) => {
      const kinds = level >= 60 ? ['Jewel', 'AbyssJewel', 'ClusterJewel'] : ['Jewel', 'AbyssJewel']
      const base = draws.pick(bases.filter((row) => kinds.includes(row.kind) && row.name !== 'Prismatic Jewel'))
      return makeEquipment(draws, {
        base: base.name,
        rarity: draws.pick(['Magic', 'Rare'] as const),
        ilvl: ilvlAt(draws, level),
        traits: { corrupted: draws.chance(0.1) },
      })
    },
  },
  {
    name: 'flask',
    weight: 2,
    from_level: 4,
    interesting: false,
    make: (draws, level) =>
      makeEquipment(draws, {
        base: draws.pick(bases.filter((row) => row.kind === 'Flask' && row.level <= Math.max(4, level))).name,
        rarity: 'Magic',
        ilvl: ilvlAt(draws, level),
      }),
  },
  { name: 'map', weight: 12, from_level: 64, interesting: true, make: drawMap },
  { name: 'gem', weight: 4, from_level: 4, interesting: true, make: drawGem },
  {
    name: 'heist_contract',
    weight: 2,
    from_level: 30,
    interesting: true,
    make: (draws, level) => makeContract(draws, ilvlAt(draws, level)),
  },
  {
    name: 'heist_blueprint',
    weight: 0.5,
    from_level: 60,
    interesting: false,
    make: (draws, level) => makeBlueprint(draws, ilvlAt(draws, level)),
  },
  {
    name: 'logbook',
    weight: 0.7,
    from_level: 60,
    interesting: false,
    make: (draws, level) => makeLogbook(draws, ilvlAt(draws, level)),
  },
  {
    name: 'invitation',
    weight: 0.4,
    from_level: 72,
    interesting: true,
    make: (draws) => makeInvitation(draws, draws.pick(names.invitations)),
  },
  curiosity('temple', 40, mechanics.makeTemple),
  curiosity('ritual_vessel', 60, mechanics.makeVessel),
  curiosity('sanctum_tome', 68, mechanics.makeTome),
  curiosity('ultimatum', 50, mechanics.makeUltimatum),
  curiosity('corpse', 60, mechanics.makeCorpse),
  curiosity('beast', 40, mechanics.makeBeast),
  curiosity('lens', 60, mechanics.makeLens),
  curiosity('graft', 65, mechanics.makeGraft),
  curiosity('warrant', 30, mechanics.makeWarrant),
  curiosity('memory', 72, mechanics.makeMemory),
  curiosity('rogue_gear', 30, mechanics.makeRogueGear),
  curiosity('wildwood', 30, mechanics.makeWildwood),
]

/** Items that no longer drop, or too rarely; guilds own them anyway. */
export const guildFamilies: readonly Family[] = [
  {
    name: 'resonator',
    weight: 0,
    from_level: 1,
    interesting: true,
    make: (draws) => makeStack(draws, 'resonator', draws.pick(resonators).name, draws.between(1, 3), 10),
  },
  {
    name: 'organ',
    weight: 0,
    from_level: 1,
    interesting: true,
    make: (draws) => mechanics.makeOrgan(draws, draws.between(68, 84)),
  },
]

const reachableByLevel = new Map<number, Family[]>()

/** One item dropped for a character of this level. `boost` multiplies the weight of the interesting families. */
export const dropItem = (draws: Draws, level: number, boost: number): WorldItem => {
  const key = level * 1000 + boost
  let open = reachableByLevel.get(key)
  if (!open) {
    open = reachable(families, level).map((family) =>
      family.interesting ? { ...family, weight: family.weight * boost } : family,
    )
    reachableByLevel.set(key, open)
  }
  return draws.pickWeighted(open).make(draws, level)
}
