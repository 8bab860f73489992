import type { GameItem } from '@muster/contract/game-api'
import type { NameSection } from '@muster/contract/item-names'
import type { WantedItem } from '@muster/contract/wishes'
import { fields } from '../items/fields.ts'
import { readFrameType } from '../items/frames.ts'
import { readList, readRecord, readText } from '../items/normalise.ts'

/** Frames of uniques: plain, foil, and foil of supporters (`frames.ts`). */
const uniqueFrames: ReadonlySet<number> = new Set([3, 9, 10])
const gemFrame = 4

const withoutClass = { classOf: () => '' }
const readName = (field: 'NAME' | 'BASE_TYPE' | 'TYPE_LINE', item: GameItem) => fields[field].read(item, withoutClass) as string

/** Identifies a wanted item. */
export const keyOfWanted = ({ kind, name }: WantedItem): string => `${kind} ${name}`

/** A foulborn unique is the same unique with mutated modifiers (`fields.ts`). */
export const plainName = (name: string): string => name.replace(/^Foulborn /, '')

/** The texts by which an item can be wanted. */
export interface ItemTitle {
  readonly name: string
  readonly base_type: string
  readonly type_line: string
  readonly frame_type: number
}

export const readTitle = (item: GameItem): ItemTitle => ({
  name: readName('NAME', item),
  base_type: readName('BASE_TYPE', item),
  type_line: readName('TYPE_LINE', item),
  frame_type: readFrameType(item),
})

/**
 * All wanted items that an item counts as. A unique counts by its name alone, since its base type is not what makes it wanted. A
 * gem counts by either name: only the type line tells a transfigured gem from the plain one where the base type is that of the
 * plain gem.
 */
export function wantedOf({ name, base_type, type_line, frame_type }: ItemTitle): readonly WantedItem[] {
  if (uniqueFrames.has(frame_type)) return name === '' ? [] : [{ kind: 'unique', name: plainName(name) }]
  const isGem = frame_type === gemFrame
  const names = isGem ? [type_line, base_type] : [base_type]
  return [...new Set(names)].filter((one) => one !== '').map((one) => ({ kind: isGem ? 'gem' : 'base', name: one }))
}

/** The keys of all wanted items that an item counts as. */
export const listWantedKeys = (title: ItemTitle): readonly string[] => wantedOf(title).map(keyOfWanted)

/** Deepest nesting of sockets: a gem or a jewel in an item. */
const maxSocketDepth = 2

function listWithSocketed(items: readonly unknown[], depth = 0): GameItem[] {
  return items.flatMap((one) => {
    const item = readRecord(one)
    return depth === maxSocketDepth ? [item] : [item, ...listWithSocketed(readList(item['socketedItems']), depth + 1)]
  })
}

/**
 * The keys of all wanted items that a character shows: worn, in its tree, or socketed. Skills of the second game come
 * separately from the equipment, with their supports in sockets.
 */
export const listShownKeys = (character: {
  readonly equipment?: unknown
  readonly jewels?: unknown
  readonly skills?: unknown
}): ReadonlySet<string> =>
  new Set(
    listWithSocketed([...readList(character.equipment), ...readList(character.jewels), ...readList(character.skills)]).flatMap(
      (item) => listWantedKeys(readTitle(item)),
    ),
  )

/** The names of items of one game, as wanted items; with the base type of a unique if there is only one. */
export interface WantedNames {
  readonly items: ReadonlyMap<string, WantedItem>
  readonly bases: ReadonlyMap<string, string>
  readonly gems: ReadonlySet<string>
}

export function collectWantedNames(sections: readonly NameSection[]): WantedNames {
  const items = new Map<string, WantedItem>()
  const bases = new Map<string, string>()
  const gems = new Set<string>()
  for (const { kind, names } of sections) {
    for (const { name, base } of names) {
      const item: WantedItem = { kind: kind === 'unique' || kind === 'gem' ? kind : 'base', name }
      items.set(keyOfWanted(item), item)
      if (item.kind === 'gem') gems.add(name)
      if (item.kind === 'unique' && base !== undefined && !base.includes(' / ')) bases.set(name, base)
    }
  }
  return { items, bases, gems }
}

/**
 * Whether a gem is an alternate form of another: "Ball Lightning of Orbiting" of "Ball Lightning". The plain gem must be known, so
 * that "Herald of Ash" is not counted.
 */
export function isAlternateGem(name: string, gems: ReadonlySet<string>): boolean {
  for (let at = name.indexOf(' of '); at !== -1; at = name.indexOf(' of ', at + 1)) if (gems.has(name.slice(0, at))) return true
  return false
}

/** Most names in the answer to a typed text. */
const maxFound = 20

/** Known items for a typed name: equal ones first, then names that begin with it, then names that contain it. */
export function searchNames(text: string, { items }: WantedNames): readonly WantedItem[] {
  const wanted = readText(text).trim().toLowerCase()
  const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2)
  const found = [...items.values()].flatMap((item) => {
    const name = item.name.toLowerCase()
    return name.includes(wanted) ? [{ item, rank: rank(name) }] : []
  })
  const exact = found.filter((one) => one.rank === 0)
  return (exact.length > 0 ? exact : found.toSorted((a, b) => a.rank - b.rank || (a.item.name < b.item.name ? -1 : 1)))
    .slice(0, maxFound)
    .map(({ item }) => item)
}
