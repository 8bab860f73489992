/** An item made to measure, for tests and for the console's "make this happen". */
import type { Draws } from '../prng.ts'
import * as names from '../world/catalogue.ts'
import { makeContract } from './curios.ts'
import { type EquipmentTraits, makeEquipment } from './equipment.ts'
import { makeGem } from './gems.ts'
import type { WorldItem } from './item.ts'
import { makeMap } from './maps.ts'
import { makeCard, makeStack, type StackFamily } from './stackables.ts'

export interface ItemOrder extends EquipmentTraits {
  family: StackFamily | 'divination_card' | 'unique' | 'rare' | 'map' | 'gem' | 'heist_contract'
  /** Name of the stackable, card, unique or gem; base type of a rare. */
  name?: string
  count?: number
  ilvl?: number
  /** Of a gem. */
  level?: number
  quality?: number
  tier?: number
  blighted?: boolean
  /** Fixed id, 64 hex digits; drawn when absent. */
  id?: string
}

const stackRows = [
  ...names.currencies,
  ...names.scarabs,
  ...names.fossils,
  ...names.fragments,
  ...names.oils,
  ...names.catalysts,
  ...names.deliriumOrbs,
]

const make = (draws: Draws, order: ItemOrder): WorldItem => {
  const { family, name = '', count = 1, ilvl = 84 } = order
  switch (family) {
    case 'divination_card':
      return makeCard(
        draws,
        name || 'Rain of Chaos',
        count,
        names.divinationCards.find((row) => row.name === name)?.max_stack ?? 8,
      )
    case 'unique': {
      const row = names.uniques.find((candidate) => candidate.name === (name || 'Tabula Rasa'))
      if (!row) throw new Error(`unknown unique: ${name}`)
      return makeEquipment(draws, { base: row.base, rarity: 'Unique', name: row.name, ilvl, traits: order })
    }
    case 'rare':
      return makeEquipment(draws, { base: name || 'Astral Plate', rarity: 'Rare', ilvl, traits: order })
    case 'map':
      return makeMap(draws, { tier: order.tier ?? 16, rarity: 'Rare', corrupted: order.corrupted, blighted: order.blighted })
    case 'gem':
      return makeGem(draws, {
        name: name || 'Arc',
        level: order.level ?? 20,
        quality: order.quality ?? 0,
        corrupted: order.corrupted,
        support: name.endsWith('Support'),
        plain: name.startsWith('Vaal ') ? name.slice('Vaal '.length) : undefined,
        max_level: Math.max(20, order.level ?? 20),
      })
    case 'heist_contract':
      return makeContract(draws, ilvl, { target: name })
    default:
      return makeStack(draws, family, name || 'Chaos Orb', count, stackRows.find((row) => row.name === name)?.max_stack ?? 20)
  }
}

/** Unknown uniques and bases are an Error that names them. */
export const makeOrderedItem = (draws: Draws, order: ItemOrder): WorldItem => {
  const item = make(draws, order)
  return order.id === undefined ? item : { ...item, id: order.id }
}
