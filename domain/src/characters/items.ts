import { itemFields, type ItemField } from '@muster/contract/conditions'
import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { type FieldContext, fields } from '../items/fields.ts'
import { readRecord } from '../items/normalise.ts'

/** The two places of a character's items. Each is a source of facts, as a tab is. */
export type CharacterPlace = 'worn' | 'carried'
export const characterPlaces: readonly CharacterPlace[] = ['worn', 'carried']

export type CharacterItems = Readonly<Record<CharacterPlace, readonly GameItem[]>>

/**
 * What no condition ever asks of an item itself: what is socketed in it counts as no item of its own, and gems are most of what the
 * game sends of a character; the rest are texts that explain the item to people.
 */
const unread: ReadonlySet<string> = new Set([
  'socketedItems',
  'descrText',
  'secDescrText',
  'flavourText',
  'flavourTextNote',
  'prophecyText',
])

const keepRead = (item: GameItem): GameItem =>
  Object.fromEntries(Object.entries(readRecord(item)).filter(([key]) => !unread.has(key)))

/**
 * The items of a character as conditions read them. What it wears, jewels in its tree included, says whose class that is (`WORN_BY`);
 * what lies in its inventory says nothing. Skills of the second game are to it what socketed gems are to the first: no items.
 */
export function readCharacterItems({
  class: worn_by,
  equipment,
  jewels,
  inventory,
  rucksack,
}: Pick<CharacterDetail, 'class' | 'equipment' | 'jewels' | 'inventory' | 'rucksack'>): CharacterItems {
  return {
    worn: [...(equipment ?? []), ...(jewels ?? [])].map((item) => ({ ...keepRead(item), worn_by })),
    carried: [...(inventory ?? []), ...(rucksack ?? [])].map(({ worn_by: _, ...item }) => keepRead(item)),
  }
}

/** The class of an item follows from what is compared anyway. */
const unclassified: FieldContext = { classOf: () => '' }
/** Rises with every monster killed, on half of what is worn. */
const restless: readonly ItemField[] = ['INCUBATOR_KILLS']

/**
 * A text that is the same for two lists of items when no condition can tell them apart: neither order nor place, neither charges nor
 * the experience of gems are read by one.
 * @param followsIncubators whether the progress of incubators is a difference, too.
 */
export function writeReadValues(items: readonly GameItem[], followsIncubators: boolean): string {
  const compared = itemFields.filter((field) => followsIncubators || !restless.includes(field))
  const stackOf = (item: GameItem) => item.stackSize ?? null
  return items
    .map((item) => JSON.stringify([stackOf(item), ...compared.map((field) => fields[field].read(item, unclassified))]))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('\n')
}
