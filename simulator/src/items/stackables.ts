import type { Draws } from '../prng.ts'
import { resonators } from '../world/mechanics-catalogue.ts'
import type { Property, WorldItem } from './item.ts'

const artKeys = new Map<string, string>()

/** The last part of a picture's path: the letters and digits of the name. */
export const artKeyOf = (name: string): string => {
  const known = artKeys.get(name) ?? name.replace(/[^A-Za-z0-9]/g, '')
  artKeys.set(name, known)
  return known
}

interface StackShape {
  art: string
  description: string
}

const shapes = {
  currency: { art: 'Currency', description: 'Right click this item then left click another item to apply it.' },
  scarab: { art: 'Scarabs', description: 'Can be used in a personal map device to add modifiers to a map.' },
  resonator: { art: 'Currency/Delve', description: 'Holds fossils; use it on an item to reforge it.' },
  fossil: { art: 'Currency/Delve', description: 'Place in a resonator to influence item crafting.' },
  essence: { art: 'Currency/Essence', description: 'Upgrades a normal item to a rare one with one guaranteed property.' },
  oil: { art: 'Currency/Oils', description: 'Can be combined with other oils to enchant rings, amulets and maps.' },
  catalyst: { art: 'Currency/Catalysts', description: 'Adds quality to a ring, amulet or belt.' },
  delirium_orb: { art: 'Currency/Delirium', description: 'Adds layers of delirium to a map.' },
  incubator: { art: 'Currency/Incubation', description: 'Right click this item then left click an item to apply it.' },
  fragment: { art: 'Maps', description: 'Can be used in a personal map device.' },
} as const satisfies Record<string, StackShape>
export type StackFamily = keyof typeof shapes

/** Pictures outside the folder of their family: a deck beside the cards, a key to a boss among the currency. */
const strayArt: Readonly<Record<string, string>> = {
  'Stacked Deck': 'Divination/Deck',
  "The Maven's Writ": 'Currency/Atlas/MavenKey',
}

const sizeProperty = (count: number, most: number): Property => ({
  name: 'Stack Size',
  values: [[`${count}/${most}`, 0]],
  displayMode: 0,
  type: 32,
})

const sizeOf = (name: string) => {
  const resonator = resonators.find((row) => row.name === name)
  return resonator && { w: resonator.w, h: resonator.h }
}

/** A stack of currency-like items; the displayed maximum stays that of an inventory cell, as in the game. */
export const makeStack = (draws: Draws, family: StackFamily, name: string, count: number, maxStack: number): WorldItem => ({
  id: draws.hex(64),
  family,
  name: '',
  type_line: name,
  base_type: name,
  frame: 'Currency',
  art: strayArt[name] ?? `${shapes[family].art}/${artKeyOf(name)}`,
  w: 1,
  h: 1,
  ...sizeOf(name),
  ilvl: 0,
  identified: true,
  stack: count,
  max_stack: maxStack,
  properties: [sizeProperty(count, maxStack)],
  explicit_mods: family === 'scarab' || family === 'fragment' ? [{ text: 'Adds a modifier to the area it opens' }] : undefined,
  description: shapes[family].description,
})

export const makeCard = (draws: Draws, name: string, count: number, maxStack: number): WorldItem => ({
  id: draws.hex(64),
  family: 'divination_card',
  name: '',
  type_line: name,
  base_type: name,
  frame: 'DivinationCard',
  art: 'Divination/InventoryIcon',
  w: 1,
  h: 1,
  ilvl: 0,
  identified: true,
  stack: count,
  max_stack: maxStack,
  properties: [sizeProperty(count, maxStack)],
  explicit_mods: [{ text: '<uniqueitem>{A reward}\r\n<corrupted>{for a full set}' }],
  extra: { artFilename: artKeyOf(name) },
})

/** The same stack with another count: the larger part keeps the id. */
export const resizeStack = (item: WorldItem, count: number): WorldItem => ({
  ...item,
  stack: count,
  properties: [sizeProperty(count, item.max_stack ?? count)],
})
