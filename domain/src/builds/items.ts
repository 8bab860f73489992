import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { isSet, readList, readRecord, readText, readWholeNumber } from '../items/normalise.ts'
import { writeItemText } from './item-text.ts'
import { jewelSockets } from './jewel-sockets.ts'
import { isGem, readSkillGroups, type SkillGroup } from './skills.ts'

/** Slots by the inventory in which the game says an item is worn; flasks are told apart by their position. */
export const slots: Readonly<Record<string, string>> = {
  Weapon: 'Weapon 1',
  Offhand: 'Weapon 2',
  Weapon2: 'Weapon 1 Swap',
  Offhand2: 'Weapon 2 Swap',
  Helm: 'Helmet',
  BodyArmour: 'Body Armour',
  Gloves: 'Gloves',
  Boots: 'Boots',
  Amulet: 'Amulet',
  Ring: 'Ring 1',
  Ring2: 'Ring 2',
  Ring3: 'Ring 3',
  Belt: 'Belt',
  // In the program since the league of 3.27 (`slotMap` of its ImportTab.lua); real answers have one graft in each.
  BrequelGrafts: 'Graft 1',
  BrequelGrafts2: 'Graft 2',
}

/** The whole import fails if the tree contains a jewel whose base Path of Building does not know. */
const jewelBases = `Crimson Jewel, Viridian Jewel, Cobalt Jewel, Prismatic Jewel, Timeless Jewel, Ghastly Eye Jewel,
  Hypnotic Eye Jewel, Murderous Eye Jewel, Searching Eye Jewel, Large Cluster Jewel, Medium Cluster Jewel,
  Small Cluster Jewel, Ursine Charm, Lupine Charm, Corvine Charm`
const knownJewels: ReadonlySet<string> = new Set(jewelBases.split(/,\s+/))

export interface BuildItem {
  readonly id: number
  readonly text: string
}

export interface BuildItems {
  readonly items: readonly BuildItem[]
  readonly slots: readonly { readonly name: string; readonly item: number; readonly is_flask: boolean }[]
  /** Jewels in the passive tree. */
  readonly jewels: readonly { readonly node: number; readonly item: number }[]
  readonly groups: readonly SkillGroup[]
}

function readSlot(item: GameItem): string | null {
  const inventory = readText(item.inventoryId)
  return inventory === 'Flask' ? `Flask ${readWholeNumber(item.x) + 1}` : (slots[inventory] ?? null)
}

/** Equipment in slots that builds have, ordered by the names of the slots. */
export const listWorn = (
  equipment: CharacterDetail['equipment'],
  readSlot: (item: GameItem) => string | null,
): { readonly item: GameItem; readonly slot: string }[] =>
  readList(equipment)
    .map(readRecord)
    .flatMap((item) => {
      const slot = readSlot(item)
      return slot === null ? [] : [{ item, slot }]
    })
    .toSorted((a, b) => (a.slot < b.slot ? -1 : 1))

/** The items that a character wears, by slot, and the jewels in its tree; independent of the order in the answer. */
export function readBuildItems({ equipment, jewels }: Pick<CharacterDetail, 'equipment' | 'jewels'>): BuildItems {
  const items: BuildItem[] = []
  const add = (item: GameItem): number | null => {
    const text = writeItemText(item)
    return text === null ? null : items.push({ id: items.length + 1, text })
  }
  const worn = listWorn(equipment, readSlot)
  const filled: { name: string; item: number; is_flask: boolean }[] = []
  const groups: SkillGroup[] = []
  for (const { item, slot } of worn) {
    const id = add(item)
    if (id === null) continue
    filled.push({ name: slot, item: id, is_flask: slot.startsWith('Flask') })
    groups.push(...readSkillGroups(item, slot))
    const abyssal = readList(item.socketedItems)
      .map(readRecord)
      .filter((inner) => !isGem(inner) && isSet(inner.abyssJewel))
    for (const [place, inner] of abyssal.entries()) {
      const jewel = add(inner)
      if (jewel !== null) filled.push({ name: `${slot} Abyssal Socket ${place + 1}`, item: jewel, is_flask: false })
    }
  }
  const placed = readList(jewels)
    .map(readRecord)
    .filter((jewel) => knownJewels.has(readText(jewel.baseType)))
    .toSorted((a, b) => readWholeNumber(a.x) - readWholeNumber(b.x))
    .flatMap((jewel) => {
      const node = jewelSockets.get(readWholeNumber(jewel.x))?.node
      const item = node === undefined ? null : add(jewel)
      return node === undefined || item === null ? [] : [{ node, item }]
    })
  return { items, slots: filled, jewels: placed, groups }
}
