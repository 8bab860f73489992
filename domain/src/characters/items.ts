import { itemFields, type ItemField } from '@muster/contract/conditions'
import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { type FieldContext, fields } from '../items/fields.ts'
import { readRecord } from '../items/normalise.ts'

/** The two places of a character's items. Each is a source of facts, like a tab. */
export type CharacterPlace = 'worn' | 'carried'
export const characterPlaces: readonly CharacterPlace[] = ['worn', 'carried']

export type CharacterItems = Readonly<Record<CharacterPlace, readonly GameItem[]>>

/**
 * Properties that no condition reads: socketed items are not items of their own, and gems are most of the data about a character;
 * the rest are texts that explain the item to players.
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
 * The items of a character as conditions read them. Worn items, including jewels in the tree, carry the character's class
 * (`WORN_BY`); inventory items do not. Skills of the second game are like socketed gems of the first: no items.
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

/** The class of an item follows from fields that are compared anyway. */
const unclassified: FieldContext = { classOf: () => '' }
/** Rises with every monster killed, on half of the worn items. */
const restless: readonly ItemField[] = ['INCUBATOR_KILLS']

/**
 * A text that is equal for two lists of items if no condition can tell them apart: conditions read neither order nor position,
 * neither charges nor the experience of gems.
 * @param followsIncubators whether the progress of incubators counts as a difference
 */
export function writeReadValues(items: readonly GameItem[], followsIncubators: boolean): string {
  const compared = itemFields.filter((field) => followsIncubators || !restless.includes(field))
  const stackOf = (item: GameItem) => item.stackSize ?? null
  return items
    .map((item) => JSON.stringify([stackOf(item), ...compared.map((field) => fields[field].read(item, unclassified))]))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('\n')
}
