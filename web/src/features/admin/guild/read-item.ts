import type { DisplayItem, GuildStashTabContent } from '@muster/contract/guild-stash'
import { readFrameType } from '@muster/domain/items/frames'
import { isSet, parseWholeNumber, readList, readMods, readProperties, readRecord, readText } from '@muster/domain/items/normalise'
import { findKindOfItem } from '../../../api/items/item-kind.ts'
import type { ItemKind } from '../../../ui/marks/item-icon.tsx'

/** The game's colours for names; gems, currency and cards count as normal. */
export const rarities = ['normal', 'magic', 'rare', 'unique', 'other', 'relic'] as const
export type Rarity = (typeof rarities)[number]

const rarityOfFrame: Readonly<Record<number, Rarity>> = {
  0: 'normal',
  1: 'magic',
  2: 'rare',
  3: 'unique',
  9: 'relic',
  10: 'relic',
}
export const rarityOf = (frame_type: number): Rarity => rarityOfFrame[frame_type] ?? 'other'

/** An item as a tab shows it. */
export interface TabItem {
  /** Key for the call about one item. */
  readonly key: string
  /** The tab or the collection part that holds it. */
  readonly tab_id: string
  readonly name: string
  /** The line below the name; empty if the name contains it. */
  readonly base: string
  readonly rarity: Rarity
  readonly kind: ItemKind
  readonly icon: string
  /** 0 if it is not a stack. */
  readonly stack: number
  readonly x: number | null
  readonly y: number | null
  readonly w: number
  readonly h: number
  readonly objectives: readonly number[]
}

/** The display name of the item, and the base below it. */
export function readNames(item: Readonly<Record<string, unknown>>): { name: string; base: string } {
  const [name, type_line] = [readText(item['name']), readText(item['typeLine'])]
  return name === '' ? { name: type_line || readText(item['baseType']), base: '' } : { name, base: type_line }
}

export function readTabItem(item: DisplayItem, place: number, tab_id: string): TabItem {
  const id = readText(item['id'])
  const icon = readText(item['icon'])
  const frame_type = readFrameType(item)
  return {
    key: id === '' ? `place-${place}` : id,
    tab_id,
    ...readNames(item),
    rarity: rarityOf(frame_type),
    kind: findKindOfItem({ icon, base_type: readText(item['baseType']), frame_type }),
    icon,
    stack: parseWholeNumber(item['stackSize']) ?? 0,
    x: parseWholeNumber(item['x']),
    y: parseWholeNumber(item['y']),
    w: item.w,
    h: item.h,
    objectives: item.objectives ?? (item.objectiveId === undefined ? [] : [item.objectiveId]),
  }
}

// Items per answer: an unchanged answer keeps its items, so nothing is drawn again.
const itemsOf = new WeakMap<object, TabItem>()

/** All items directly in a tab, in the game's order. */
export function readTabItems(tab: Pick<GuildStashTabContent, 'id' | 'items'>): readonly TabItem[] {
  return (tab.items ?? []).map((item, place) => {
    const known = itemsOf.get(item)
    if (known && known.tab_id === tab.id) return known
    const read = readTabItem(item, place, tab.id)
    itemsOf.set(item, read)
    return read
  })
}

export interface ItemLine {
  readonly name: string
  readonly value: string
}

/** "Quality: +20%", "Stored Experience: 12" from `{0}`, or a bare label. */
const readLines = (value: unknown): ItemLine[] =>
  readProperties(value).map(({ name, values }) => {
    const used = new Set<number>()
    const filled = name.replaceAll(/\{(\d)\}/g, (_, at: string) => {
      used.add(Number(at))
      return values[Number(at)] ?? ''
    })
    return { name: filled, value: values.filter((_text, at) => !used.has(at)).join(', ') }
  })

export const modGroups = [
  'enchant',
  'scourge',
  'implicit',
  'utility',
  'fractured',
  'explicit',
  'crafted',
  'veiled',
  'cosmetic',
] as const
export type ModGroup = (typeof modGroups)[number]

export const itemFlags = [
  'corrupted',
  'duplicated',
  'split',
  'synthesised',
  'fractured',
  'mutated',
  'searing',
  'tangled',
] as const
export type ItemFlag = (typeof itemFlags)[number]

/** The full text of an item, in the order of the game's tooltip. */
export interface ItemText {
  readonly properties: readonly ItemLine[]
  readonly requirements: readonly ItemLine[]
  /** Colours of linked groups: ["RGB", "W"]. */
  readonly sockets: readonly string[]
  /** Names of the socketed items. */
  readonly socketed: readonly string[]
  readonly item_level: number
  readonly influences: readonly string[]
  readonly mods: readonly { readonly group: ModGroup; readonly texts: readonly string[] }[]
  readonly flags: readonly ItemFlag[]
  readonly is_unidentified: boolean
  readonly flavour: readonly string[]
  readonly description: readonly string[]
  /** The owner's note, usually a price. */
  readonly note: string
}

function readSockets(value: unknown): string[] {
  const groups = new Map<unknown, string>()
  for (const socket of readList(value).map(readRecord))
    groups.set(socket['group'], (groups.get(socket['group']) ?? '') + (readText(socket['sColour']) || readText(socket['attr'])))
  return [...groups.values()]
}

const readTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(readText).filter((text) => text !== '')

export function readItemText(item: Readonly<Record<string, unknown>>): ItemText {
  const influences = Object.entries(readRecord(item['influences'])).flatMap(([name, is]) => (isSet(is) ? [name] : []))
  return {
    properties: [
      ...readLines(item['properties']),
      ...readLines(item['notableProperties']),
      ...readLines(item['additionalProperties']),
    ],
    requirements: readLines(item['requirements']),
    sockets: readSockets(item['sockets']),
    socketed: readList(item['socketedItems']).map((inner) => readNames(readRecord(inner)).name),
    item_level: parseWholeNumber(item['ilvl']) ?? 0,
    influences,
    mods: modGroups.flatMap((group) => {
      const texts = readMods(item[`${group}Mods`])
      return texts.length === 0 ? [] : [{ group, texts }]
    }),
    flags: itemFlags.filter((flag) => isSet(item[flag])),
    is_unidentified: item['identified'] === false,
    flavour: readTexts(item['flavourText']),
    description: [...readTexts(item['secDescrText']), ...readTexts(item['descrText'])],
    note: readText(item['note']),
  }
}
