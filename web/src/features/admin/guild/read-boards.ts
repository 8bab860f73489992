import type { GuildStashTabContent } from '@muster/contract/guild-stash'
import { parseWholeNumber, readList, readRecord, readText } from '@muster/domain/items/normalise'
import { readTabItems, type TabItem } from './read-item.ts'

/** A position, in percent of the width and the height of the board. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
export interface Placed {
  readonly item: TabItem
  readonly place: Place
}

/** A picture of a tab: items at their positions. */
export interface Board {
  /** The board's name among several; empty if it is the only one. */
  readonly section: string
  /** Cells in each direction of a regular grid; null for irregular slots. */
  readonly cells: number | null
  /** Height by width. */
  readonly ratio: number
  /** Empty slots are drawn too. */
  readonly slots: readonly Place[]
  readonly placed: readonly Placed[]
}

/** The contents of a tab: items at their positions, and items without one as a list. */
export interface Arrangement {
  readonly boards: readonly Board[]
  readonly unplaced: readonly TabItem[]
}

const normalCells = 12
const quadCells = 24
const gridTypes: ReadonlySet<string> = new Set(['NormalStash', 'PremiumStash', 'QuadStash'])
const slotsOnBoard = 14
const boardUnits = 600

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

function arrangeGrid(items: readonly TabItem[], cells: number): Arrangement {
  const share = 100 / cells
  const isPlaced = ({ x, y }: TabItem) => x !== null && y !== null && x >= 0 && y >= 0 && x < cells && y < cells
  const placed = items.filter(isPlaced).map((item) => ({
    item,
    place: {
      left: (item.x ?? 0) * share,
      top: (item.y ?? 0) * share,
      width: within(item.w, cells - (item.x ?? 0)) * share,
      height: within(item.h, cells - (item.y ?? 0)) * share,
    },
  }))
  // Left to right and top to bottom, the order of reading and of the keyboard.
  placed.sort((a, b) => a.place.top - b.place.top || a.place.left - b.place.left)
  return { boards: [{ section: '', cells, ratio: 1, slots: [], placed }], unplaced: items.filter((item) => !isPlaced(item)) }
}

interface Slot {
  readonly section: string
  readonly is_hidden: boolean
  /** In units of the board. */
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const readSize = (value: unknown, otherwise: number) => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise)

/** The slots of a layout by number, and its sections; null if the layout is unknown. */
function readLayout(layout: unknown): { sections: readonly string[]; slots: ReadonlyMap<number, Slot> } | null {
  const outer = readRecord(layout)
  const isSectioned = typeof outer['layout'] === 'object' && outer['layout'] !== null
  const cells = readRecord(isSectioned ? outer['layout'] : layout)
  const slots = new Map<number, Slot>()
  for (const [key, value] of Object.entries(cells)) {
    const number = parseWholeNumber(key)
    const cell = readRecord(value)
    if (number === null || typeof cell['x'] !== 'number' || typeof cell['y'] !== 'number') continue
    const unit = (boardUnits / slotsOnBoard) * readSize(cell['scale'], 1)
    slots.set(number, {
      section: readText(cell['section']),
      is_hidden: cell['hidden'] === true,
      x: cell['x'],
      y: cell['y'],
      w: readSize(cell['w'], 1) * unit,
      h: readSize(cell['h'], 1) * unit,
    })
  }
  if (slots.size === 0) return null
  const named = isSectioned ? readList(outer['sections']).map(readText) : []
  return { sections: named.length > 0 ? named : [...new Set([...slots.values()].map(({ section }) => section))], slots }
}

/** Slots of one section on a board of the height they need. An item's `x` is the number of its slot. */
function arrangeSection(section: string, slots: ReadonlyMap<number, Slot>, items: readonly TabItem[]): Board {
  const own = [...slots].filter(([, slot]) => !slot.is_hidden && (slot.section === section || slot.section === ''))
  const right = Math.max(boardUnits, ...own.map(([, slot]) => slot.x + slot.w))
  const bottom = Math.max(boardUnits / 3, ...own.map(([, slot]) => slot.y + slot.h)) + boardUnits / 50
  const placeOf = (slot: Slot): Place => ({
    left: (100 * slot.x) / right,
    top: (100 * slot.y) / bottom,
    width: (100 * slot.w) / right,
    height: (100 * slot.h) / bottom,
  })
  const lying = new Map(items.map((item) => [item.x, item]))
  const sorted = own.toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x)
  return {
    section,
    cells: null,
    ratio: bottom / right,
    slots: sorted.flatMap(([number, slot]) => (lying.has(number) ? [] : [placeOf(slot)])),
    placed: sorted.flatMap(([number, slot]) => {
      const item = lying.get(number)
      return item ? [{ item, place: placeOf(slot) }] : []
    }),
  }
}

/** Arranges the items of a tab as the game does; an unknown type or layout becomes a list. */
export function arrangeTab(tab: Pick<GuildStashTabContent, 'id' | 'type' | 'items' | 'metadata'>): Arrangement {
  const items = readTabItems(tab)
  const layout: unknown = tab.metadata['layout']
  if (layout === true || (gridTypes.has(tab.type) && layout === undefined))
    return arrangeGrid(items, tab.type === 'QuadStash' ? quadCells : normalCells)
  const known = readLayout(layout)
  if (known === null) return { boards: [], unplaced: items }
  const boards = known.sections.map((section) => arrangeSection(section, known.slots, items))
  const shown = new Set(boards.flatMap(({ placed }) => placed.map(({ item }) => item)))
  return { boards, unplaced: items.filter((item) => !shown.has(item)) }
}

/** A part of a tab: of a map or unique collection, or of a folder. */
export interface Part {
  readonly tab: GuildStashTabContent
  readonly name: string
  readonly count: number
  readonly scoring: number
}

/** "One Hand Axe" is shortened to axe, and all flasks are called flasks. */
function namePart(tab: GuildStashTabContent): string {
  const series = readText(readRecord(tab.metadata['map'])['name'])
  if (series !== '') return series
  if (/Flask/.test(tab.name)) return 'Flasks'
  return tab.name.replace(/^(?:One|Two) Hand(?:ed)? /, '')
}

/** Parts with contents, by name. */
export function listParts(tab: GuildStashTabContent): readonly Part[] {
  const own = tab.items && tab.items.length > 0 && tab.children.length > 0 ? [{ ...tab, children: [] }] : []
  const parts = [...own, ...tab.children].map((part) => {
    const items = readTabItems(part)
    return {
      tab: part,
      name: namePart(part),
      count: items.length,
      scoring: items.filter(({ objectives }) => objectives.length > 0).length,
    }
  })
  // Empty parts are dropped, unless all are empty.
  const filled = parts.filter(({ count }) => count > 0)
  return (filled.length > 0 ? filled : parts).toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** The nearest item in a direction, for arrow keys; sideways distance counts double. */
export function findNext(placed: readonly Placed[], from: Placed, key: string): Placed | undefined {
  const middle = ({ place }: Placed) => [place.left + place.width / 2, place.top + place.height / 2] as const
  const [x, y] = middle(from)
  let best: { placed: Placed; far: number } | undefined
  for (const other of placed) {
    if (other === from) continue
    const [there_x, there_y] = middle(other)
    const [dx, dy] = [there_x - x, there_y - y]
    const ahead = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy }[key]
    if (ahead === undefined || ahead <= 0.5) continue
    const aside = key === 'ArrowLeft' || key === 'ArrowRight' ? Math.abs(dy) : Math.abs(dx)
    const far = ahead + 2 * aside
    if (best === undefined || far < best.far) best = { placed: other, far }
  }
  return best?.placed
}
