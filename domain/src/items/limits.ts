import type { ItemField } from '@muster/contract/conditions'

/** Smallest and largest number that the game shows in a field. */
export interface Limits {
  readonly least: number
  readonly most: number
}

/**
 * Fields whose range the game itself limits; absent fields have no certain limit. Levels up to a hundred, six sockets, seventeen
 * map tiers, the frames of `frames.ts`.
 */
export const numberLimits: Readonly<Partial<Record<ItemField, Limits>>> = {
  ILVL: { least: 0, most: 100 },
  LEVEL: { least: 0, most: 100 },
  MAX_LINKS: { least: 0, most: 6 },
  MAP_TIER: { least: 0, most: 17 },
  TALISMAN_TIER: { least: 0, most: 4 },
  MEMORY_STRANDS: { least: 0, most: 100 },
  FRAME_TYPE: { least: 0, most: 13 },
  INCUBATOR_KILLS: { least: 0, most: Number.MAX_SAFE_INTEGER },
}

/** Fields with a fixed set of texts; for list fields, every entry is one of them. */
export const knownTexts: Readonly<Partial<Record<ItemField, readonly string[]>>> = {
  RARITY: ['', 'Normal', 'Magic', 'Rare', 'Unique'],
  INFLUENCES: ['crusader', 'elder', 'hunter', 'redeemer', 'searing', 'shaper', 'tangled', 'warlord'],
}
