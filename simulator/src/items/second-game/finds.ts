/** Items dropped in the second game. */
import type { Draws } from '../../prng.ts'
import {
  activeSkills,
  runes,
  secondGameBases,
  secondGameCurrencies,
  secondGameUniques,
  soulCores,
  supportSkills,
} from '../../world/second-game/catalogue.ts'
import type { WorldItem } from '../item.ts'
import { rollMods } from '../mods.ts'
import { makeStack } from '../stackables.ts'
import { makePiece, makeUnique } from './pieces.ts'
import { makeRune, makeSkill, makeSupport } from './sockets.ts'

export const makeWaystone = (draws: Draws, tier: number, corrupted = false): WorldItem => ({
  id: draws.hex(64),
  family: 'waystone',
  name: '',
  type_line: `Waystone (Tier ${tier})`,
  base_type: `Waystone (Tier ${tier})`,
  frame: 'Magic',
  art: `Maps/EndgameMaps/EndgameMap${tier}`,
  w: 1,
  h: 1,
  ilvl: 64 + tier,
  identified: true,
  properties: [
    { name: 'Waystone', values: [], displayMode: 0 },
    { name: 'Waystone Tier', values: [[String(tier), 0]], displayMode: 0, type: 1 },
    { name: 'Revives Available', values: [[String(draws.between(0, 5)), 0]], displayMode: 0 },
    { name: 'Item Rarity', values: [[`+${draws.between(5, 40)}%`, 1]], displayMode: 0, type: 3 },
    { name: 'Monster Pack Size', values: [[`+${draws.between(5, 20)}%`, 1]], displayMode: 0, type: 4 },
  ],
  explicit_mods: rollMods(draws, 'map', 2).map((text) => ({ text })),
  flags: corrupted ? ['corrupted'] : undefined,
  description: 'Can be used in a Map Device to enter a Map. Waystones can only be used once.',
  second_game: {},
})

const makeAnyPiece = (draws: Draws, level: number): WorldItem => {
  const open = secondGameBases.filter((base) => base.level <= Math.max(level, 5))
  const { name: base } = draws.pick(open)
  const rarity = draws.chance(0.15) ? 'Normal' : draws.chance(0.45) ? 'Magic' : 'Rare'
  const isLate = level >= 15
  return makePiece(draws, {
    base,
    rarity: rarity === 'Rare' && base.endsWith('Flask') ? 'Magic' : rarity,
    ilvl: level,
    traits: {
      corrupted: isLate && draws.chance(0.06),
      fractured: isLate && rarity === 'Rare' && draws.chance(0.06),
      desecrated: isLate && rarity === 'Rare' && draws.chance(0.08),
    },
  })
}

export interface SecondGameFamily {
  name: string
  from_level: number
  weight: number
  make: (draws: Draws, level: number) => WorldItem
}

/** Relative weights of finds. */
export const secondGameFamilies: readonly SecondGameFamily[] = [
  { name: 'piece', from_level: 1, weight: 48, make: makeAnyPiece },
  {
    name: 'unique',
    from_level: 2,
    weight: 5,
    make: (draws, level) => {
      const open = secondGameUniques.filter((row) => row.from_level <= level)
      return makeUnique(draws, draws.pickWeighted(open).name, level, { corrupted: draws.chance(0.05) })
    },
  },
  { name: 'rune', from_level: 4, weight: 10, make: (draws) => makeRune(draws, draws.pick(runes).name) },
  { name: 'soul_core', from_level: 40, weight: 3, make: (draws) => makeRune(draws, draws.pick(soulCores).name) },
  {
    name: 'skill_gem',
    from_level: 1,
    weight: 9,
    make: (draws, level) =>
      makeSkill(draws, {
        name: draws.pick(activeSkills),
        level: Math.max(1, Math.min(20, Math.floor(level / 4.5))),
        quality: draws.chance(0.3) ? draws.between(1, 20) : 0,
        sockets: level > 60 ? draws.between(3, 5) : draws.between(2, 3),
      }),
  },
  { name: 'support_gem', from_level: 3, weight: 9, make: (draws) => makeSupport(draws, draws.pick(supportSkills)) },
  {
    name: 'waystone',
    from_level: 64,
    weight: 8,
    make: (draws, level) => makeWaystone(draws, Math.max(1, Math.min(16, level - 64)), draws.chance(0.2)),
  },
  {
    name: 'currency',
    from_level: 1,
    weight: 12,
    make: (draws) => {
      const { name, max_stack } = draws.pickWeighted(secondGameCurrencies)
      return makeStack(draws, 'currency', name, draws.between(1, 3), max_stack)
    },
  },
]

export const findSomething = (draws: Draws, level: number): WorldItem =>
  draws.pickWeighted(secondGameFamilies.filter((family) => family.from_level <= level)).make(draws, level)
