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
  BreachSkill: 13,
} as const
export type Frame = keyof typeof frames

/** A modifier; flags became part of it with 3.29, before they decided its list. */
export interface Mod {
  text: string
  /** `desecrated`: only in the second game. */
  flag?: 'fractured' | 'crafted' | 'mutated' | 'desecrated'
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
  'desecrated',
  'sanctified',
] as const
export type StateFlag = (typeof stateFlags)[number]

/** A socket of an item of the second game; its content is among the item's `socketed`. */
export interface TypedSocket {
  type: 'rune' | 'gem' | 'jewel'
  item: string
}

/** Traits of items of the second game only. */
export interface SecondGameTraits {
  sockets?: readonly TypedSocket[]
  rune_mods?: readonly string[]
  /** A skill granted by the item. */
  granted_skill?: { name: string; level: number }
  /** For a skill gem: sockets for supports. */
  gem_sockets?: number
  /** A skill granted by an item: the game gives it no id. */
  is_granted?: boolean
}

/** An item of the world, independent of the wire version. Never changed in place: a change makes a new one. */
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
  second_game?: SecondGameTraits
  /** Members of one family only, in their wire form. */
  extra?: Readonly<Record<string, unknown>>
}

/** An item with its position: grid cell, or slot number in `x`. */
export interface PlacedItem {
  item: WorldItem
  x: number
  y: number
  inventory_id: string
  league: string
}

/** An item on a character: its container and its position there. */
export interface SlottedItem {
  item: WorldItem
  slot: string
  x: number
}

/** The largest group of linked sockets. */
export const countLinks = (sockets: readonly Socket[]): number => {
  const sizes = new Map<number, number>()
  for (const { group } of sockets) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return Math.max(0, ...sizes.values())
}
