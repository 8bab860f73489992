/** Tabs of other players: computed from their position, never stored, the same at every read. */
import { dropItem } from '../items/families.ts'
import type { PlacedItem } from '../items/item.ts'
import { createDraws } from '../prng.ts'
import { noiseLeagues } from '../world/names.ts'
import type { PublishedTab } from '../world/stream.ts'
import { NOISE_TAB_ITEMS } from '../world/world.ts'

/** Number of different noise tabs. */
const NOISE_TABS = 4000

export const makeNoiseTab = (seed: number, shard: number, ordinal: number): PublishedTab => {
  const draws = createDraws(seed, `noise/${shard}/${ordinal}`)
  const number = draws.int(NOISE_TABS)
  const owner = createDraws(seed, `noise-tab/${number}`)
  const tab_id = owner.hex(64)
  const account_name = `Stranger${number}#${owner.between(1, 9999).toString().padStart(4, '0')}`
  const league = owner.pick(noiseLeagues)
  const isPublic = !draws.chance(0.03)
  const items: PlacedItem[] = []
  const count = isPublic ? draws.between(2, NOISE_TAB_ITEMS * 2 - 2) : 0
  for (let at = 0; at < count; at++) {
    items.push({
      item: dropItem(draws, draws.between(40, 95), 1),
      x: at % 12,
      y: Math.floor(at / 12) * 4,
      inventory_id: `Stash${1 + (number % 9)}`,
      league,
    })
  }
  return {
    tab_id,
    public: isPublic,
    account_name,
    name: `~price ${owner.between(1, 50)} chaos`,
    type: 'PremiumStash',
    league,
    items,
  }
}
