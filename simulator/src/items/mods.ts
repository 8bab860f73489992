/** Pools of modifier texts. `#` is replaced by a number of the range. */
import type { Draws } from '../prng.ts'
import type { Base } from './bases.ts'
import { baseKinds } from './bases.ts'

type Pool = readonly (readonly [text: string, least: number, most: number])[]

const anyEquipment: Pool = [
  ['+# to maximum Life', 20, 109],
  ['+#% to Fire Resistance', 12, 48],
  ['+#% to Cold Resistance', 12, 48],
  ['+#% to Lightning Resistance', 12, 48],
  ['+#% to Chaos Resistance', 8, 35],
  ['+# to Strength', 10, 55],
  ['+# to Dexterity', 10, 55],
  ['+# to Intelligence', 10, 55],
  ['#% increased Rarity of Items found', 8, 30],
]
const armour: Pool = [
  ...anyEquipment,
  ['#% increased Armour', 20, 110],
  ['+# to maximum Mana', 20, 70],
  ['Regenerate # Life per second', 5, 60],
]
const weapon: Pool = [
  ['#% increased Physical Damage', 40, 179],
  ['Adds # to 90 Cold Damage', 10, 40],
  ['Adds # to 80 Fire Damage', 10, 40],
  ['#% increased Attack Speed', 5, 27],
  ['#% increased Critical Strike Chance', 10, 38],
  ['#% increased Spell Damage', 20, 94],
  ['+#% to Global Critical Strike Multiplier', 10, 38],
]
const jewellery: Pool = [
  ...anyEquipment,
  ['Adds # to 18 Physical Damage to Attacks', 4, 11],
  ['#% increased Mana Regeneration Rate', 20, 69],
  ['#% increased Cast Speed', 4, 14],
]
const jewel: Pool = [
  ['#% increased maximum Life', 5, 7],
  ['#% increased Damage over Time', 10, 12],
  ['#% increased Fire Damage', 14, 16],
  ['#% increased Area Damage', 10, 12],
  ['+# to Dexterity', 12, 16],
  ['#% increased Attack Speed', 3, 5],
]
const flask: Pool = [
  ['#% increased Charge Recovery', 20, 50],
  ['#% reduced Charges per use', 18, 28],
  ['#% increased Duration', 20, 40],
  ['#% increased Evasion Rating during Effect', 40, 60],
]
const map: Pool = [
  ['Monsters deal #% extra Physical Damage as Fire', 50, 110],
  ['#% more Monster Life', 20, 49],
  ['Players are Cursed with Vulnerability, with #% increased Effect', 40, 60],
  ['Monsters have #% increased Attack Speed', 20, 45],
  ['Area contains two Unique Bosses, #% increased Boss damage', 10, 30],
  ['Players have #% reduced effect of Non-Curse Auras from Skills', 30, 60],
  ['+#% Monster Elemental Resistances', 20, 40],
]

const pools = { armour, weapon, jewellery, jewel, flask, quiver: jewellery, map } as const
export type PoolName = keyof typeof pools

/** `count` different modifiers of a pool with rolled numbers. */
export const rollMods = (draws: Draws, pool: PoolName, count: number): string[] => {
  const left = [...pools[pool]]
  const texts: string[] = []
  while (texts.length < count && left.length > 0) {
    const [row] = left.splice(draws.int(left.length), 1)
    if (row) texts.push(row[0].replace('#', String(draws.between(row[1], row[2]))))
  }
  return texts
}

export const poolOfBase = (base: Base): PoolName => baseKinds[base.kind].group

export const implicitsOf = (draws: Draws, base: Base): string[] => {
  switch (baseKinds[base.kind].group) {
    case 'jewellery':
      return [`+${draws.between(12, 30)} to maximum Life`]
    case 'weapon':
      return [`${draws.between(10, 30)}% increased Damage`]
    case 'armour':
    case 'flask':
    case 'jewel':
    case 'quiver':
      return []
  }
}

const firsts = [
  'Eagle',
  'Grim',
  'Hollow',
  'Loath',
  'Mind',
  'Onslaught',
  'Plague',
  'Rune',
  'Storm',
  'Viper',
  'Wrath',
  'Dusk',
  'Gale',
  'Ember',
]
const seconds = [
  'Beam',
  'Bite',
  'Clasp',
  'Cry',
  'Grip',
  'Hold',
  'Knot',
  'Mark',
  'Roar',
  'Shell',
  'Shroud',
  'Song',
  'Spark',
  'Veil',
]
export const drawRareName = (draws: Draws): string => `${draws.pick(firsts)} ${draws.pick(seconds)}`
