/** A custom item, for tests and for the console's world events. */
import type { Draws } from '../prng.ts'
import * as names from '../world/catalogue.ts'
import { makeContract } from './curios.ts'
import { type EquipmentTraits, makeEquipment } from './equipment.ts'
import { makeGem } from './gems.ts'
import type { WorldItem } from './item.ts'
import { makeMap } from './maps.ts'
import { makeWaystone } from './second-game/finds.ts'
import { makePiece, makeUnique } from './second-game/pieces.ts'
import { makeRune, makeSkill } from './second-game/sockets.ts'
import { makeCard, makeStack, type StackFamily } from './stackables.ts'

export interface ItemOrder extends EquipmentTraits {
  /** `rune` and `waystone` exist only in the second game, which also has uniques, rares and gems. */
  family: StackFamily | 'divination_card' | 'unique' | 'rare' | 'map' | 'gem' | 'heist_contract' | 'rune' | 'waystone'
  /** Name of the stackable, card, unique or gem; base type of a rare. */
  name?: string
  count?: number
  ilvl?: number
  /** For a gem. */
  level?: number
  quality?: number
  tier?: number
  blighted?: boolean
  /** Fixed id, 64 hex digits; random by default. */
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
    case 'rune':
    case 'waystone':
      throw new Error(`the first game has no ${family}`)
    case 'catalyst':
    case 'currency':
    case 'delirium_orb':
    case 'essence':
    case 'fossil':
    case 'fragment':
    case 'incubator':
    case 'oil':
    case 'resonator':
    case 'scarab':
      return makeStack(draws, family, name || 'Chaos Orb', count, stackRows.find((row) => row.name === name)?.max_stack ?? 20)
  }
}

const makeSecond = (draws: Draws, { family, name = '', ilvl = 75, ...order }: ItemOrder): WorldItem => {
  switch (family) {
    case 'unique':
      return makeUnique(draws, name || 'Goldrim', ilvl, order)
    case 'rare':
      return makePiece(draws, { base: name || 'Felt Cap', rarity: 'Rare', ilvl, traits: order })
    case 'gem': {
      const { level = 10, quality, corrupted } = order
      return makeSkill(draws, { name: name || 'Spark', level, quality, corrupted, sockets: order.links })
    }
    case 'rune':
      return makeRune(draws, name || 'Iron Rune')
    case 'waystone':
      return makeWaystone(draws, order.tier ?? 15, order.corrupted)
    case 'catalyst':
    case 'currency':
    case 'delirium_orb':
    case 'divination_card':
    case 'essence':
    case 'fossil':
    case 'fragment':
    case 'heist_contract':
    case 'incubator':
    case 'map':
    case 'oil':
    case 'resonator':
    case 'scarab':
      throw new Error(`items of family ${family} cannot be ordered in the second game`)
  }
}

/** The same for the second game. */
export const makeOrderedOfSecond = (draws: Draws, order: ItemOrder): WorldItem => withId(makeSecond(draws, order), order)

/** @throws Error that names an unknown unique or base */
export const makeOrderedItem = (draws: Draws, order: ItemOrder): WorldItem => withId(make(draws, order), order)

const withId = (item: WorldItem, { id }: ItemOrder): WorldItem => (id === undefined ? item : { ...item, id })
