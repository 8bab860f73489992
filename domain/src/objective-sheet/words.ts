import type { ItemField } from '@muster/contract/conditions'
import {
  type Aggregation,
  aggregations as aggregationNames,
  type NumberField,
  numberFields,
  type ObjectiveType,
} from '@muster/contract/objectives'
import { numberRows } from '../characters/number-rows.ts'
import { aggregations } from '../scoring/aggregations/index.ts'
import type { ObjectiveEntry } from '../definition-file/document.ts'
import { fold } from './columns.ts'

/** A word in the column "Kind". */
export interface KindWord {
  readonly objective_type: ObjectiveType
  /** The field that an item without an operator is compared with: "Headhunter" is "Name is Headhunter". */
  readonly item_field: ItemField | null
  /** The number to count, unless the row has one. */
  readonly number_field: NumberField | null
}

const kind = (
  objective_type: ObjectiveType,
  item_field: ItemField | null = null,
  number_field: NumberField | null = null,
): KindWord => ({
  objective_type,
  item_field,
  number_field,
})

const unique = kind('ITEM', 'NAME')
const base = kind('ITEM', 'BASE_TYPE')
const submission = kind('SUBMISSION')
const level = kind('PLAYER', null, 'PLAYER_LEVEL')

const kindWords: Readonly<Record<string, KindWord>> = {
  Item: kind('ITEM'),
  Items: kind('ITEM'),
  Player: kind('PLAYER'),
  Team: kind('TEAM'),
  Submission: submission,
  Category: kind('CATEGORY'),
  Unique: unique,
  'Unique item': unique,
  Uniques: unique,
  'Base type': base,
  Base: base,
  Currency: base,
  Card: base,
  'Div. card': base,
  'Divination card': base,
  Gem: base,
  Scarab: base,
  Fragment: base,
  Depth: kind('PLAYER', null, 'DELVE_DEPTH'),
  'Delve depth': kind('PLAYER', null, 'DELVE_DEPTH'),
  Level: level,
  'Character level': level,
  'By hand': submission,
  Submissions: submission,
  Manual: submission,
  Group: kind('CATEGORY'),
}

/** The words that a row may use for each kind, shown in errors. */
export const usualKinds = ['Item', 'Unique', 'Base type', 'Player', 'Team', 'Submission', 'Category'] as const
const labels: Readonly<Record<ObjectiveType, string>> = {
  ITEM: 'Item',
  PLAYER: 'Player',
  TEAM: 'Team',
  SUBMISSION: 'Submission',
  CATEGORY: 'Category',
}
export const labelKind = (objective_type: ObjectiveType): string => labels[objective_type]

const foldKeys = <T>(words: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(words).map(([word, value]) => [fold(word), value]))

const kinds = foldKeys(kindWords)
export const findKindWord = (text: string): KindWord | null => kinds.get(fold(text)) ?? null

export const labelNumber = (field: NumberField): string => {
  const words = field.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const numbers = foldKeys<NumberField>({
  ...Object.fromEntries(numberFields.flatMap((field) => [field, numberRows[field].label].map((word) => [word, field]))),
  Stack: 'STACK_SIZE',
  Items: 'STACK_SIZE',
  Depth: 'DELVE_DEPTH',
  Value: 'SUBMISSION_VALUE',
  Finished: 'FINISHED_OBJECTIVES',
})
type Levels = Pick<ObjectiveEntry, 'pieces_from' | 'players_from'>

/** The cell of a number: "Level", "Gems of level, from 21", "Life, players from 5000". */
export const writeNumber = ({ number_field, pieces_from, players_from }: Levels & { number_field: NumberField }): string =>
  [
    labelNumber(number_field),
    ...(pieces_from === null ? [] : [`from ${pieces_from}`]),
    ...(players_from === null ? [] : [`players from ${players_from}`]),
  ].join(', ')

const withLevels = /^(.*?)(?:, *from (\d{1,15}))?(?:, *players from (\d{1,15}))?$/is

export function splitNumber(text: string): Levels & { readonly name: string } {
  const [, name = text, pieces, players] = withLevels.exec(text) ?? []
  return { name, pieces_from: pieces ? Number(pieces) : null, players_from: players ? Number(players) : null }
}

export const findNumber = (text: string): NumberField | null => numbers.get(fold(text)) ?? null

export const labelAggregation = (name: Aggregation): string => aggregations[name].label
const adding = aggregationNames
  .flatMap((name) => [name, labelAggregation(name)].map((words) => ({ name, word: fold(words) })))
  .toSorted((one, other) => one.word.length - other.word.length)
/** Shorter words may be the beginning of several. */
const fewestLetters = 3

/** The aggregation with a name or label that begins with the text: "sum", "highest", "first"; of several, the shortest. */
export function findAdding(text: string): Aggregation | null {
  const word = fold(text)
  return word.length < fewestLetters ? null : (adding.find((one) => one.word.startsWith(word))?.name ?? null)
}
