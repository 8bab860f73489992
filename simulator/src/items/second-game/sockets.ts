/** Runes and soul cores, and the pieces that hold them; skill gems, and the supports in them. */
import type { Draws } from '../../prng.ts'
import { runes, soulCores } from '../../world/second-game/catalogue.ts'
import type { Property, TypedSocket, WorldItem } from '../item.ts'
import { artKeyOf } from '../stackables.ts'

/** An item for a socket of a piece. @throws Error for a name outside the catalogue */
export const makeRune = (draws: Draws, name: string): WorldItem => {
  const row = [...runes, ...soulCores].find((candidate) => candidate.name === name)
  if (!row) throw new Error(`unknown rune: ${name}`)
  return {
    id: draws.hex(64),
    family: isSoulCore(name) ? 'soul_core' : 'rune',
    name: '',
    type_line: name,
    base_type: name,
    frame: 'Currency',
    art: `Currency/${isSoulCore(name) ? 'SoulCores' : 'Runes'}/${artKeyOf(name)}`,
    w: 1,
    h: 1,
    ilvl: 0,
    identified: true,
    stack: 1,
    max_stack: 10,
    properties: [{ name: 'Stack Size', values: [['1/10', 0]], displayMode: 0, type: 32 }],
    explicit_mods: [{ text: row.adds }],
    description: 'Place into an empty Rune Socket in a Martial Weapon or Armour to apply its effect to that item.',
    second_game: {},
  }
}

const isSoulCore = (name: string) => soulCores.some((row) => row.name === name)
const addedBy = ({ base_type }: WorldItem) => [...runes, ...soulCores].find(({ name }) => name === base_type)?.adds ?? ''

export const countFreeRuneSockets = ({ second_game, socketed = [] }: WorldItem): number =>
  (second_game?.sockets ?? []).filter(({ type }) => type === 'rune').length - socketed.length

/** The piece with one more rune in it. It keeps its id, and the rune cannot be removed. */
export const putRune = (piece: WorldItem, rune: WorldItem): WorldItem => {
  const socketed = [...(piece.socketed ?? []), rune]
  const sockets = (piece.second_game?.sockets ?? []).map((socket, at): TypedSocket => {
    const inside = socketed[at]
    return inside ? { ...socket, item: inside.family === 'soul_core' ? 'soulcore' : 'rune' } : socket
  })
  return { ...piece, socketed, second_game: { ...piece.second_game, sockets, rune_mods: socketed.map(addedBy) } }
}

export interface SkillOrder {
  name: string
  level: number
  quality?: number | undefined
  corrupted?: boolean | undefined
  supports?: readonly WorldItem[] | undefined
  /** From two to five. */
  sockets?: number | undefined
}

const MAX_LEVEL = 20

const makeGemOf = (
  draws: Draws,
  name: string,
  kind: 'active' | 'support',
  properties: Property[],
): Omit<WorldItem, 'second_game'> => ({
  id: draws.hex(64),
  family: kind === 'active' ? 'skill_gem' : 'support_gem',
  name: '',
  type_line: name,
  base_type: name,
  frame: 'Gem',
  art: `Gems/${kind === 'active' ? 'Skill' : 'Support'}Gems/${artKeyOf(name)}`,
  w: 1,
  h: 1,
  ilvl: 0,
  identified: true,
  properties,
})

export const makeSupport = (draws: Draws, name: string): WorldItem => ({
  ...makeGemOf(draws, name, 'support', [{ name: 'Support', values: [], displayMode: 0 }]),
  flags: ['support'],
  explicit_mods: [{ text: 'Supported Skills deal 25% more Damage' }],
  second_game: {},
})

/** A skill gem; with supports in its first sockets. */
export const makeSkill = (
  draws: Draws,
  { name, level, quality = 0, corrupted = false, supports = [], sockets = 2 }: SkillOrder,
): WorldItem => ({
  ...makeGemOf(draws, name, 'active', [
    { name: 'Spell, Projectile', values: [], displayMode: 0 },
    { name: 'Level', values: [[level >= MAX_LEVEL ? `${level} (Max)` : String(level), 0]], displayMode: 0, type: 5 },
    ...(quality > 0 ? [{ name: 'Quality', values: [[`+${quality}%`, 1]], displayMode: 0, type: 6 } satisfies Property] : []),
  ]),
  ...(corrupted ? { flags: ['corrupted'] } : {}),
  socketed: [...supports],
  second_game: {
    gem_sockets: sockets,
    sockets: Array.from({ length: sockets }, (): TypedSocket => ({ type: 'gem', item: 'supportgem' })),
  },
})

/** A skill granted by a weapon, or to every holder of one. */
export const makeGrantedSkill = (draws: Draws, name: string, level: number): WorldItem => ({
  ...makeGemOf(draws, name, 'active', [{ name: 'Level', values: [[String(level), 0]], displayMode: 0, type: 5 }]),
  second_game: { is_granted: true, gem_sockets: 2 },
})
