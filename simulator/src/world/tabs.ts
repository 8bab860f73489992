/** Stash tabs: finding room, merging stacks, taking out items. The caller reports changes to the world. */
import { countLinks, type PlacedItem, type WorldItem } from '../items/item.ts'
import { resizeStack } from '../items/stackables.ts'
import type { Tab, TabType } from './model.ts'

/** Capacity of each slot in a tab with slots. */
const SLOT_STACK = 5000

/** Cells per side; all other types have slots. */
const gridSides: Partial<Record<TabType, number>> = {
  NormalStash: 12,
  PremiumStash: 12,
  QuadStash: 24,
  UniqueStash: 12,
  MapStash: 12,
}

export const isGrid = ({ type }: Pick<Tab, 'type'>): boolean => gridSides[type] !== undefined

const isFree = (tab: Tab, x: number, y: number, w: number, h: number): boolean => {
  for (let row = y; row < y + h; row++) {
    for (let column = x; column < x + w; column++) if (tab.cells[row * tab.width + column] === 1) return false
  }
  return true
}

const markCells = (tab: Tab, placed: PlacedItem, value: 0 | 1): void => {
  if (tab.cells.length === 0) return
  const { w, h } = placed.item
  for (let row = placed.y; row < placed.y + h; row++) {
    for (let column = placed.x; column < placed.x + w; column++) tab.cells[row * tab.width + column] = value
  }
}

/** The slot for this item, or else a slot that accepts any item; without a known layout there is always another slot. */
const findSlot = ({ items, layout }: Tab, item: WorldItem): { x: number; y: number } | null => {
  const taken = new Set(items.map(({ x }) => x))
  if (layout === undefined || layout === true) {
    let x = 0
    while (taken.has(x)) x++
    return { x, y: 0 }
  }
  const open = layout.slots.flatMap(({ holds, hidden }, x) => (taken.has(x) || hidden ? [] : [{ holds, x }]))
  const slot = open.find(({ holds }) => holds === item.base_type) ?? open.find(({ holds }) => holds === null)
  return slot ? { x: slot.x, y: 0 } : null
}

const findRoom = (tab: Tab, item: WorldItem): { x: number; y: number } | null => {
  if (!isGrid(tab)) return findSlot(tab, item)
  for (let y = 0; y + item.h <= tab.height; y++) {
    for (let x = 0; x + item.w <= tab.width; x++) if (isFree(tab, x, y, item.w, item.h)) return { x, y }
  }
  return null
}

/** Whether there is room for an item without stacking. */
export const hasRoom = (tab: Tab, item: WorldItem): boolean => findRoom(tab, item) !== null

const largestStack = (tab: Tab, item: WorldItem): number => (isGrid(tab) ? (item.max_stack ?? 1) : SLOT_STACK)

/**
 * Puts an item into a tab, merging it into an existing stack if possible. The larger of two merged stacks keeps its id, as in the
 * game.
 * @returns the resulting item, or null if the tab is full
 */
export const putItem = (tab: Tab, item: WorldItem): PlacedItem | null => {
  const most = largestStack(tab, item)
  if (item.stack !== undefined) {
    const at = tab.items.findIndex(
      (there) => there.item.base_type === item.base_type && there.item.frame === item.frame && (there.item.stack ?? most) < most,
    )
    const there = tab.items[at]
    if (there?.item.stack !== undefined) {
      const sum = there.item.stack + item.stack
      const keeper = there.item.stack >= item.stack ? there.item : item
      const merged = { ...there, item: resizeStack({ ...keeper, note: there.item.note }, Math.min(sum, most)) }
      const rest = sum - most
      if (rest <= 0) {
        tab.items[at] = merged
        return merged
      }
      const spare = keeper === item ? there.item : item
      const room = findRoom(tab, spare)
      if (!room) return null
      tab.items[at] = merged
      return place(tab, resizeStack(spare, rest), room)
    }
  }
  const room = findRoom(tab, item)
  return room && place(tab, item, room)
}

const place = (tab: Tab, item: WorldItem, { x, y }: { x: number; y: number }): PlacedItem => {
  const placed = { item, x, y, inventory_id: `Stash${tab.index}`, league: tab.league }
  tab.items.push(placed)
  markCells(tab, placed, 1)
  return placed
}

/** Takes out an item; returns it, or null if it is not in the tab. */
export const takeItem = (tab: Tab, itemId: string): WorldItem | null => {
  const at = tab.items.findIndex((placed) => placed.item.id === itemId)
  const placed = tab.items[at]
  if (!placed) return null
  tab.items.splice(at, 1)
  markCells(tab, placed, 0)
  return placed.item
}

/** Takes `count` from a larger stack; returns the rest of the stack, or null if there is no such stack. */
export const reduceStack = (tab: Tab, itemId: string, count: number): PlacedItem | null => {
  const at = tab.items.findIndex((placed) => placed.item.id === itemId)
  const placed = tab.items[at]
  if (placed?.item.stack === undefined || placed.item.stack <= count) return null
  const left = { ...placed, item: resizeStack(placed.item, placed.item.stack - count) }
  tab.items[at] = left
  return left
}

/**
 * Sells the oldest ordinary items to make room, and unique or six-linked items last.
 * @returns the number of sold items
 */
export const clearOut = (tab: Tab, wanted: number): number => {
  const isKept = (placed: PlacedItem) =>
    placed.item.frame === 'Unique' || placed.item.stack !== undefined || countLinks(placed.item.sockets ?? []) >= 6
  const doomed = [...tab.items.filter((placed) => !isKept(placed)), ...tab.items.filter(isKept)].slice(0, wanted)
  for (const { item } of doomed) takeItem(tab, item.id)
  return doomed.length
}

export const createTab = (fields: Omit<Tab, 'width' | 'height' | 'cells' | 'items'>): Tab => {
  const side = gridSides[fields.type] ?? 0
  return { ...fields, width: side, height: side, cells: new Uint8Array(side * side), items: [] }
}
