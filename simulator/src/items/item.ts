import type { InfluenceKey } from '../world/catalogue.ts'

export const frames = {
  Normal: 0,
  Magic: 1,
  Rare: 2,
  Unique: 3,
  Gem: 4,
  Currency: 5,
  DivinationCard: 6,
  Quest: 7,
  SupporterFoil: 10,
  Necropolis: 11,
} as const
export type Frame = keyof typeof frames

/** A modifier; flags became part of it with 3.29, before they decided which list it stood in. */
export interface Mod {
  text: string
  flag?: 'fractured' | 'crafted' | 'mutated'
}

export interface Property {
  name: string
  values: [string, number][]
  displayMode?: number
  type?: number
  progress?: number
}

export interface Socket {
  group: number
  attr: string
  sColour: string
}

export const stateFlags = [
  'corrupted',
  'fractured',
  'synthesised',
  'split',
  'duplicated',
  'veiled',
  'searing',
  'tangled',
  'mutated',
  'replica',
  'abyssJewel',
  'support',
] as const
export type StateFlag = (typeof stateFlags)[number]

/** An item as the world knows it, in no particular wire version. Never changed in place: a change makes a new one. */
export interface WorldItem {
  id: string
  family: string
  name: string
  type_line: string
  base_type: string
  frame: Frame
  /** Path below `2DItems`, the last segment is the art key. */
  art: string
  w: number
  h: number
  ilvl: number
  identified: boolean
  stack?: number
  max_stack?: number
  properties?: Property[]
  additional_properties?: Property[]
  requirements?: Property[]
  sockets?: Socket[]
  socketed?: WorldItem[]
  implicit_mods?: Mod[]
  explicit_mods?: Mod[]
  enchant_mods?: string[]
  utility_mods?: string[]
  veiled_mods?: string[]
  influences?: InfluenceKey[]
  flags?: StateFlag[]
  description?: string
  note?: string
  /** Members only one family has, already in their wire form. */
  extra?: Readonly<Record<string, unknown>>
}

/** An item lying somewhere: grid cell, or slot number in `x`. */
export interface PlacedItem {
  item: WorldItem
  x: number
  y: number
  inventory_id: string
  league: string
}

/** The largest group of linked sockets. */
export const countLinks = (sockets: readonly Socket[]): number => {
  const sizes = new Map<number, number>()
  for (const { group } of sockets) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return Math.max(0, ...sizes.values())
}
