import type { Draws } from '../prng.ts'
import type { Property, WorldItem } from './item.ts'
import { artKeyOf } from './stackables.ts'

export interface GemTraits {
  name: string
  level: number
  quality: number
  corrupted?: boolean
  support?: boolean
  /** The plain gem inside a Vaal gem. */
  plain?: string
  /** The level at which this gem shows " (Max)". */
  max_level: number
}

/** A skill or support gem; level and quality are texts in its properties, as everywhere in the game's answers. */
export const makeGem = (draws: Draws, { name, level, quality, corrupted, support, plain, max_level }: GemTraits): WorldItem => {
  const properties: Property[] = [
    { name: support ? 'Support' : 'Spell, Attack', values: [], displayMode: 0 },
    { name: 'Level', values: [[level >= max_level ? `${level} (Max)` : String(level), 0]], displayMode: 0, type: 5 },
  ]
  if (quality > 0) properties.push({ name: 'Quality', values: [[`+${quality}%`, 1]], displayMode: 0, type: 6 })
  const progress = draws.int(1000) / 1000
  const wanted = level * 12_000
  return {
    id: draws.hex(64),
    family: 'gem',
    name: '',
    type_line: name,
    base_type: name,
    frame: 'Gem',
    art: `Gems/${support ? 'Support/' : ''}${artKeyOf(name)}`,
    w: 1,
    h: 1,
    ilvl: 0,
    identified: true,
    properties,
    additional_properties:
      level >= max_level
        ? undefined
        : [
            {
              name: 'Experience',
              values: [[`${Math.floor(progress * wanted)}/${wanted}`, 0]],
              displayMode: 2,
              progress,
              type: 20,
            },
          ],
    requirements: [
      { name: 'Level', values: [[String(Math.min(72, level * 3 + 10)), 0]], displayMode: 0, type: 62 },
      { name: 'Int', values: [[String(20 + level * 5), 0]], displayMode: 1 },
    ],
    explicit_mods: [{ text: support ? 'Supported Skills deal 30% more Damage' : 'Deals Damage' }],
    flags: [...(corrupted ? (['corrupted'] as const) : []), ...(support ? (['support'] as const) : [])],
    description: 'Place into an item socket of the right colour to gain this skill.',
    extra: plain
      ? {
          hybrid: {
            isVaalGem: true,
            baseTypeName: plain,
            properties,
            explicitMods: ['Deals Damage'],
            secDescrText: 'The plain skill.',
          },
        }
      : undefined,
  }
}
