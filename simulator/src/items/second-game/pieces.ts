/** Equipment, jewels, flasks and charms of the second game. */
import type { Draws } from '../../prng.ts'
import {
  getSecondGameBase,
  kinds,
  type SecondGameBase,
  secondGameUniques,
  skillsOfWeapons,
} from '../../world/second-game/catalogue.ts'
import type { Mod, Property, StateFlag, TypedSocket, WorldItem } from '../item.ts'
import { drawRareName, type PoolName, rollMods } from '../mods.ts'
import { artKeyOf } from '../stackables.ts'

export interface PieceTraits {
  corrupted?: boolean | undefined
  fractured?: boolean | undefined
  desecrated?: boolean | undefined
  unidentified?: boolean | undefined
}

export interface PieceOrder {
  base: string
  rarity: 'Normal' | 'Magic' | 'Rare' | 'Unique'
  /** Name of a unique. */
  name?: string | undefined
  ilvl: number
  traits?: PieceTraits | undefined
}

const pools: Record<(typeof kinds)[keyof typeof kinds]['group'], PoolName> = {
  armour: 'armour',
  weapon: 'weapon',
  jewellery: 'jewellery',
  jewel: 'jewel',
  flask: 'flask',
  charm: 'flask',
}

const defences = [
  { name: 'Armour', type: 16 },
  { name: 'Evasion Rating', type: 17 },
  { name: 'Energy Shield', type: 18 },
] as const

const describeProperties = (draws: Draws, base: SecondGameBase): Property[] => {
  const kind = kinds[base.kind]
  const properties: Property[] = []
  if ('label' in kind) properties.push({ name: kind.label, values: [], displayMode: 0 })
  if (draws.chance(0.3)) properties.push({ name: 'Quality', values: [[`+${draws.between(1, 20)}%`, 1]], displayMode: 0, type: 6 })
  if (kind.group === 'armour')
    properties.push({
      ...draws.pick(defences),
      values: [[String(Math.round((base.level + 5) * (2 + draws.float() * 5))), 1]],
      displayMode: 0,
    })
  if (kind.group === 'weapon') {
    const least = 3 + Math.round(base.level * draws.float())
    properties.push(
      { name: 'Physical Damage', values: [[`${least}-${least * 2 + 4}`, 1]], displayMode: 0, type: 9 },
      { name: 'Critical Hit Chance', values: [[`${(5 + draws.int(40) / 10).toFixed(2)}%`, 0]], displayMode: 0, type: 12 },
      { name: 'Attacks per Second', values: [[(1.2 + draws.int(50) / 100).toFixed(2), 0]], displayMode: 0, type: 13 },
    )
  }
  if (kind.group === 'flask' || kind.group === 'charm')
    properties.push({ name: 'Lasts {0} Seconds', values: [[(3 + draws.int(40) / 10).toFixed(2), 0]], displayMode: 3 })
  return properties
}

const describeFlags = (traits: PieceTraits): StateFlag[] => [
  ...(traits.corrupted ? (['corrupted'] as const) : []),
  ...(traits.fractured ? (['fractured'] as const) : []),
  ...(traits.desecrated ? (['desecrated'] as const) : []),
]

const flagMod = (text: string, at: number, traits: PieceTraits): Mod => {
  if (traits.fractured && at === 0) return { text, flag: 'fractured' }
  if (traits.desecrated && at === 1) return { text, flag: 'desecrated' }
  return { text }
}

/** Makes an item of this base, with empty sockets if it accepts runes. */
export const makePiece = (draws: Draws, { base: baseName, rarity, name = '', ilvl, traits = {} }: PieceOrder): WorldItem => {
  const base = getSecondGameBase(baseName)
  const kind = kinds[base.kind]
  const identified = !traits.unidentified
  const most = { Normal: 0, Magic: 2, Rare: draws.between(4, 6), Unique: draws.between(3, 5) }[rarity]
  const texts = rollMods(draws, pools[kind.group], kind.group === 'jewel' ? Math.min(4, most) : most)
  const sockets = Array.from({ length: kind.rune_sockets }, (): TypedSocket => ({ type: 'rune', item: 'rune' }))
  const granted = skillsOfWeapons[base.kind]
  const flags = describeFlags(traits)
  const properties = describeProperties(draws, base)
  const rareName = rarity === 'Rare' ? drawRareName(draws) : ''
  return {
    id: draws.hex(64),
    family: rarity === 'Unique' ? 'unique' : kind.group,
    name: identified ? name || rareName : '',
    type_line: base.name,
    base_type: base.name,
    frame: rarity,
    art: `${kind.art}/${artKeyOf(name || base.name)}`,
    w: kind.w,
    h: kind.h,
    ilvl,
    identified,
    properties: properties.length > 0 ? properties : undefined,
    requirements: base.level > 1 ? [{ name: 'Level', values: [[String(base.level), 0]], displayMode: 0, type: 62 }] : undefined,
    explicit_mods: identified && texts.length > 0 ? texts.map((text, at) => flagMod(text, at, traits)) : undefined,
    flags: flags.length > 0 ? flags : undefined,
    second_game: {
      ...(sockets.length > 0 ? { sockets } : {}),
      ...(granted ? { granted_skill: { name: draws.pick(granted), level: Math.max(1, Math.floor(base.level / 4)) } } : {}),
    },
  }
}

/** @throws Error for a name outside the catalogue */
export const makeUnique = (draws: Draws, name: string, ilvl: number, traits?: PieceTraits): WorldItem => {
  const row = secondGameUniques.find((candidate) => candidate.name === name)
  if (!row) throw new Error(`unknown unique of the second game: ${name}`)
  return makePiece(draws, { base: row.base, rarity: 'Unique', name, ilvl, traits })
}
