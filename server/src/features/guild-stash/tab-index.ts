import type { GameItem } from '@muster/contract/game-api'
import type { Completion } from '@muster/domain/conditions/matcher'
import { readFrameType } from '@muster/domain/items/frames'
import { readLegacyMods } from '@muster/domain/items/legacy-item'
import { parseWholeNumber, readText, readWholeNumber } from '@muster/domain/items/normalise'

/** The properties of an item that lists show. */
export interface ItemHead {
  /** The game's id, or null. */
  readonly id: string | null
  readonly name: string
  readonly type_line: string
  readonly base_type: string
  readonly icon: string
  readonly frame_type: number
  readonly stack_size: number | null
  readonly w: number
  readonly h: number
  readonly x: number | null
  readonly y: number | null
}

/** The number of an item for an objective, independent of time. */
export interface Served {
  readonly objective_id: number
  readonly number: number
}

/** The texts of a tab's items in lower case, joined, and where each begins. */
export interface TabTexts {
  readonly text: string
  /** Start of each item's text, by position; one more entry for the end. */
  readonly starts: Uint32Array
  /** By position: the end of an item's names and the start of its modifiers. */
  readonly names_end: Uint32Array
}

/** The content of a tab prepared for lists, search and counts; by the position of an item in the tab. */
export interface TabIndex {
  /** Identifies the content that this was made from. */
  readonly content_key: string
  /** The game's own name of the tab, which differs from Muster's for part of a collection; null if it sent none. */
  readonly sent_name: string | null
  /** Identifies the conditions that it was matched with. */
  readonly mark: number | symbol
  readonly heads: readonly ItemHead[]
  readonly texts: TabTexts
  /** Completions at any time: position and objectives, in the order of the definition. */
  readonly served: ReadonlyMap<number, readonly Served[]>
  /** Estimated memory. */
  readonly bytes: number
}

/** Interns texts that are the same for most items of a tab. */
function createSharing(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const same = known.get(text)
    if (same === undefined) known.set(text, text)
    return same ?? text
  }
}

export const readSize = (value: unknown): number => Math.max(1, readWholeNumber(value))

function readHead(item: GameItem, share: (text: string) => string): ItemHead {
  return {
    id: typeof item.id === 'string' && item.id !== '' ? item.id : null,
    name: share(readText(item.name)),
    type_line: share(readText(item.typeLine)),
    base_type: share(readText(item.baseType)),
    icon: share(typeof item.icon === 'string' ? item.icon : ''),
    frame_type: readFrameType(item),
    stack_size: parseWholeNumber(item.stackSize),
    w: readSize(item.w),
    h: readSize(item.h),
    x: parseWholeNumber(item.x),
    y: parseWholeNumber(item.y),
  }
}

function writeTexts(items: readonly GameItem[], heads: readonly ItemHead[]): TabTexts {
  const parts: string[] = []
  const starts = new Uint32Array(items.length + 1)
  const names_end = new Uint32Array(items.length)
  let at = 0
  items.forEach((item, place) => {
    const { name, type_line, base_type } = heads[place] as ItemHead
    const names = [...new Set([name, type_line, base_type])].join('\n').toLowerCase()
    const mods = Object.values(readLegacyMods(item)).flat().join('\n').toLowerCase()
    starts[place] = at
    names_end[place] = at + names.length
    parts.push(names, '\n', mods, '\n')
    at += names.length + mods.length + 2
  })
  starts[items.length] = at
  return { text: parts.join(''), starts, names_end }
}

function gatherServed(completions: readonly Completion[]): Map<number, Served[]> {
  const served = new Map<number, Served[]>()
  for (const { item, objective_id, number } of completions) {
    const list = served.get(item)
    if (list === undefined) served.set(item, [{ objective_id, number }])
    else list.push({ objective_id, number })
  }
  return served
}

/** Size of one item's head and its list entries without texts. */
const headSize_bytes = 160
const servedSize_bytes = 48

/** Shared texts count once; one character outside Latin-1 doubles a whole text. */
function weigh(heads: readonly ItemHead[], { text }: TabTexts, completions: number): number {
  const shared = new Set(heads.flatMap(({ name, type_line, base_type, icon }) => [name, type_line, base_type, icon]))
  const own = heads.reduce((sum, { id }) => sum + (id?.length ?? 0), 0)
  const letters = [...shared].reduce((sum, one) => sum + one.length, own)
  return 2 * text.length + letters + heads.length * headSize_bytes + completions * servedSize_bytes
}

/** The game's answer about a tab. */
export interface SentTab {
  readonly name: string | null
  readonly items: readonly GameItem[]
}

/**
 * @param mark identifies the conditions that found the completions, of all items, independent of time
 * @param before an index of the same content under other conditions
 */
export function indexTab(
  content_key: string,
  { name, items }: SentTab,
  mark: number | symbol,
  completions: readonly Completion[],
  before?: TabIndex,
): TabIndex {
  const share = createSharing()
  const heads = before?.heads ?? items.map((item) => readHead(item, share))
  const texts = before?.texts ?? writeTexts(items, heads)
  const bytes = weigh(heads, texts, completions.length)
  return { content_key, sent_name: name, mark, heads, texts, served: gatherServed(completions), bytes }
}

const placePrefix = 'place-'

/** The key of an item in an address. */
export const keyOf = (head: Pick<ItemHead, 'id'> | undefined, place: number): string => head?.id ?? `${placePrefix}${place}`

/** The position of an item by its key; -1 if it is missing. */
export function findPlace(items: readonly { readonly id?: unknown }[], key: string): number {
  const byId = items.findIndex(({ id }) => id === key)
  if (byId !== -1 || !key.startsWith(placePrefix)) return byId
  const place = /^\d{1,6}$/.test(key.slice(placePrefix.length)) ? Number(key.slice(placePrefix.length)) : -1
  // An item with an id is found by the id only: positions change whenever items are moved.
  return items[place] !== undefined && typeof items[place].id !== 'string' ? place : -1
}
