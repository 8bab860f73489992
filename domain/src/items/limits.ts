import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'

/** Smallest and largest number that the game shows in a field. */
export interface Limits {
  readonly least: number
  readonly most: number
}

/**
 * Where the game itself sets the limit; fields that are absent have none that is certain. Levels up to a hundred, six
 * sockets, seventeen tiers of maps, the frames of `frames.ts`.
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

/** Fields that show one of a few texts; an entry of a list is one of them, too. */
export const knownTexts: Readonly<Partial<Record<ItemField, readonly string[]>>> = {
  RARITY: ['', 'Normal', 'Magic', 'Rare', 'Unique'],
  INFLUENCES: ['crusader', 'elder', 'hunter', 'redeemer', 'searing', 'shaper', 'tangled', 'warlord'],
}

/** Fields of what a game does not have: they are empty on all of its items. */
export const absentFields: Readonly<Record<GameVersion, ReadonlySet<ItemField>>> = {
  poe1: new Set(),
  // Its sockets have no colours.
  poe2: new Set([
    'SOCKETS',
    'INFLUENCES',
    'TALISMAN_TIER',
    'INCUBATOR_KILLS',
    'HEIST_TARGET',
    'HEIST_ROGUE_REQUIREMENT',
    'TEMPLE_ROOMS',
    'RITUAL_VESSEL_BOSSES',
    'RITUAL_VESSEL_MAP',
  ]),
}
