import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { readList, readRecord, readText, readWholeNumber } from '../../items/normalise.ts'
import { type BuildItem, type BuildItems, listWorn, slots } from '../items.ts'
import { writeSecondItemText } from './item-text.ts'
import { findJewelSocket } from './jewel-sockets.ts'

const flasks = 2

/** Charms follow the flasks in the same row. */
function readSlot(item: GameItem): string | null {
  const inventory = readText(item.inventoryId)
  if (inventory !== 'Flask') return slots[inventory] ?? null
  const place = readWholeNumber(item.x)
  return place < flasks ? `Flask ${place + 1}` : `Charm ${place - flasks + 1}`
}

/** The items that a character wears, by slot, and the jewels in its tree; independent of the order in the answer. */
export function readSecondItems({
  equipment,
  jewels,
}: Pick<CharacterDetail, 'equipment' | 'jewels'>): Omit<BuildItems, 'groups'> {
  const items: BuildItem[] = []
  const add = (item: GameItem): number | null => {
    const text = writeSecondItemText(item)
    return text === null ? null : items.push({ id: items.length + 1, text })
  }
  const worn = listWorn(equipment, readSlot)
  const filled = worn.flatMap(({ item, slot }) => {
    const id = add(item)
    return id === null ? [] : [{ name: slot, item: id, is_flask: /^(?:Flask|Charm) /.test(slot) }]
  })
  const placed = readList(jewels)
    .map(readRecord)
    .toSorted((a, b) => readWholeNumber(a.x) - readWholeNumber(b.x))
    .flatMap((jewel) => {
      const node = findJewelSocket(readWholeNumber(jewel.x))
      const item = node === undefined ? null : add(jewel)
      return node === undefined || item === null ? [] : [{ node, item }]
    })
  return { items, slots: filled, jewels: placed }
}
