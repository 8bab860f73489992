/**
 * What is true of an item, for the fields that conditions ask about. Read from the world's own item and never from the
 * wire, and written apart from the product's reader: two readers seldom make the same mistake.
 */
import type { ItemField } from '@muster/contract/conditions'
import { type BaseKindName, bases } from '../items/bases.ts'
import { countLinks, frames, type StateFlag, type WorldItem } from '../items/item.ts'
import { transfiguredGems } from '../world/catalogue.ts'

export type Truth = string | number | boolean | readonly string[]

const classOfKind: Partial<Record<BaseKindName, string>> = {
  BodyArmour: 'Body Armour',
  Sword: 'One Hand Sword',
  ClusterJewel: 'Jewel',
}
const classOfFamily: Readonly<Record<string, string>> = {
  divination_card: 'DivinationCard',
  currency: 'StackableCurrency',
}

const kindByBase = new Map(bases.map(({ name, kind }) => [name, kind]))
const has = (item: WorldItem, flag: StateFlag) => item.flags?.includes(flag) ?? false

const readClass = (item: WorldItem): string => {
  if (item.frame === 'Gem') {
    if (has(item, 'support')) return 'Support Skill Gem'
    return transfiguredGems.some((name) => name === item.base_type) ? 'TransfiguredGem' : 'Active Skill Gem'
  }
  // maps are named after their tier alone; those with a growth on them are of a class of their own
  if (item.family === 'map') return item.base_type.startsWith('Blighted') ? 'BlightedMapKey' : 'MapKey'
  const kind = kindByBase.get(item.base_type)
  return kind ? (classOfKind[kind] ?? kind) : (classOfFamily[item.family] ?? item.family)
}

const readProperty = (item: WorldItem, name: string): string[] =>
  item.properties?.find((property) => property.name === name)?.values.map(([text]) => text) ?? []

const readNumber = (text: string | undefined): number => Number(/\d+/.exec(text ?? '')?.[0] ?? 0)

const readTarget = (item: WorldItem): string => {
  const [target = '', worth = ''] = readProperty(item, 'Heist Target: {0} ({1})')
  return target === '' ? (readProperty(item, 'Heist Target: {0}')[0] ?? '') : `${target} (${worth})`
}

const modsWith = (item: WorldItem, flag: 'crafted' | 'fractured') =>
  (item.explicit_mods ?? []).filter((mod) => mod.flag === flag).map((mod) => mod.text)

const rarities = new Set(['Normal', 'Magic', 'Rare', 'Unique'])

const readers: Partial<Record<ItemField, (item: WorldItem) => Truth>> = {
  BASE_TYPE: (item) => item.base_type,
  NAME: (item) => item.name,
  TYPE_LINE: (item) => item.type_line,
  ITEM_CLASS: readClass,
  RARITY: (item) => (rarities.has(item.frame) ? item.frame : ''),
  FRAME_TYPE: (item) => frames[item.frame],
  ILVL: (item) => item.ilvl,
  LEVEL: (item) => readNumber(readProperty(item, 'Level')[0]),
  QUALITY: (item) => readNumber(readProperty(item, 'Quality')[0]),
  MAP_TIER: (item) => (item.family === 'map' ? readNumber(readProperty(item, 'Map Tier')[0]) : 0),
  MAX_LINKS: (item) => countLinks(item.sockets ?? []),
  HEIST_TARGET: readTarget,
  INFLUENCES: (item) => [...(item.influences ?? []), ...(['searing', 'tangled'] as const).filter((flag) => has(item, flag))],
  CRAFTED_MODS: (item) => modsWith(item, 'crafted'),
  FRACTURED_MODS: (item) => modsWith(item, 'fractured'),
  ENCHANT_MODS: (item) => item.enchant_mods ?? [],
  IS_CORRUPTED: (item) => has(item, 'corrupted'),
  IS_SPLIT: (item) => has(item, 'split'),
  IS_IDENTIFIED: (item) => item.identified,
  IS_VAAL: (item) => typeof item.extra?.['hybrid'] === 'object',
}

/** @throws Error for a field that the oracle has not learnt yet: a rehearsal must not pass by not looking. */
export const truthReader = (field: ItemField): ((item: WorldItem) => Truth) => {
  const read = readers[field]
  if (!read) throw new Error(`the oracle cannot read ${field} yet`)
  return read
}
