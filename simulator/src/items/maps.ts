import type { Draws } from '../prng.ts'
import type { InfluenceKey } from '../world/catalogue.ts'
import type { Property, WorldItem } from './item.ts'
import { drawRareName, rollMods } from './mods.ts'
import { artKeyOf } from './stackables.ts'

export interface MapTraits {
  tier: number
  rarity: 'Normal' | 'Magic' | 'Rare' | 'Unique'
  name?: string
  corrupted?: boolean
  blighted?: boolean | 'ravaged'
  influence?: InfluenceKey
}

/**
 * A map; a blighted one has the word in its base. The tier is in the name and in no property, as in all 13,417 maps that the
 * author of PoE-VIEW2 counted in August 2026.
 */
export const makeMap = (draws: Draws, { tier, rarity, name, corrupted, blighted, influence }: MapTraits): WorldItem => {
  const growth = blighted === 'ravaged' ? 'Blight-ravaged ' : blighted ? 'Blighted ' : ''
  const base = `${growth}Map (Tier ${tier})`
  const mods = rollMods(draws, 'map', { Normal: 0, Magic: 2, Rare: draws.between(4, 6), Unique: 3 }[rarity])
  const bonus = (type: number, label: string, least: number, most: number): Property => ({
    name: label,
    values: [[`+${draws.between(least, most)}%`, 1]],
    displayMode: 0,
    type,
  })
  const implicit = [
    ...(blighted ? [{ text: 'Area is infested with Fungal Growths\r\nMap has 12 additional random Modifiers' }] : []),
    ...(influence ? [{ text: `Area is influenced by The ${influence === 'elder' ? 'Elder' : 'Shaper'}` }] : []),
  ]
  return {
    id: draws.hex(64),
    family: 'map',
    name: name ?? (rarity === 'Rare' ? drawRareName(draws) : ''),
    type_line: rarity === 'Magic' ? `Armoured ${base}` : base,
    base_type: base,
    frame: rarity,
    art: name ? `Maps/${artKeyOf(name)}` : `Maps/Atlas2Maps/New/MapTier${tier}`,
    w: 1,
    h: 1,
    ilvl: 67 + tier,
    identified: true,
    properties:
      mods.length > 0
        ? [bonus(2, 'Item Quantity', 20, 110), bonus(3, 'Item Rarity', 10, 60), bonus(4, 'Monster Pack Size', 5, 42)]
        : undefined,
    implicit_mods: implicit.length > 0 ? implicit : undefined,
    explicit_mods: mods.length > 0 ? mods.map((text) => ({ text })) : undefined,
    influences: influence ? [influence] : undefined,
    flags: corrupted ? ['corrupted'] : undefined,
    extra: { monsterLevel: 67 + tier },
    description: 'Travel to this Map by using it in a personal Map Device. Maps can only be used once.',
  }
}
