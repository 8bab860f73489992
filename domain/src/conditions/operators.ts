/**
 * Every operator with the field types that have it, in one table. An entry reads the condition's value once and returns a
 * predicate over the field's value, or the reason why the value is invalid.
 */
import { type FieldType, fieldTypes, type Operator, operators } from '@muster/contract/conditions'
import type { FieldValues } from '../items/fields.ts'
import { countCharacters, parseWholeNumber, showText } from '../items/normalise.ts'
import { compilePattern, type TextTest } from './pattern.ts'
import { splitValues } from './value-list.ts'

/**
 * The text comparison behind a predicate, so that a matcher can look it up for many objectives at once. `negated`: the predicate
 * holds when no text of the field passes.
 */
export type TextProbe =
  /** The text equals one of these. */
  | { readonly kind: 'equals'; readonly texts: readonly string[]; readonly negated: boolean }
  /** Each of these is part of some text. */
  | { readonly kind: 'contains'; readonly texts: readonly string[]; readonly negated: false }
  | { readonly kind: 'pattern'; readonly source: string; readonly test: TextTest; readonly negated: boolean }

export interface Predicate<T extends FieldType> {
  readonly holds: (value: FieldValues[T]) => boolean
  /** null if the predicate is not a comparison of single texts. */
  readonly probe: TextProbe | null
}

export type OperatorResult<T extends FieldType> = Predicate<T> | { readonly reason: string }
type OperatorOf<T extends FieldType> = (value: string) => OperatorResult<T>
type OperatorTable = { readonly [T in FieldType]: Readonly<Partial<Record<Operator, OperatorOf<T>>>> }
type AtLeastOne<T> = { [K in keyof T]: Pick<T, K> & Partial<T> }[keyof T]

/** One operator: its predicate for each field type that has it, and its row in docs/conditions.md. */
type OperatorRow = AtLeastOne<{ readonly [T in FieldType]: OperatorOf<T> }> & {
  readonly holds_when: string
  /** Begins with a condition in backticks. */
  readonly example: string
}

const emptyList = { reason: 'the list is empty' }
const emptyText = { reason: 'the text is empty' }

/** `compare` makes the predicate for one wanted number. */
function compareInteger<T extends FieldType>(compare: (wanted: number) => Predicate<T>['holds']): OperatorOf<T> {
  return (value) => {
    if (value.includes(',')) return { reason: 'expected one whole number, not a list' }
    const wanted = parseWholeNumber(value)
    if (wanted === null) return { reason: `"${value}" is not a whole number` }
    return { holds: compare(wanted), probe: null }
  }
}

function listOfIntegers(negated: boolean): OperatorOf<'int'> {
  return (value) => {
    const parts = splitValues(value)
    if (parts.length === 0) return emptyList
    const numbers = new Set<number>()
    for (const part of parts) {
      const number = parseWholeNumber(part)
      if (number === null) return { reason: `"${part}" is not a whole number` }
      numbers.add(number)
    }
    return { holds: (seen) => numbers.has(seen) !== negated, probe: null }
  }
}

function equalsText(negated: boolean): OperatorOf<'string'> {
  return (value) => {
    const wanted = showText(value)
    return { holds: (seen) => (seen === wanted) !== negated, probe: { kind: 'equals', texts: [wanted], negated } }
  }
}

function listOfTexts(negated: boolean): OperatorOf<'string'> {
  return (value) => {
    const texts = splitValues(value).map(showText)
    if (texts.length === 0) return emptyList
    const wanted = new Set(texts)
    return { holds: (seen) => wanted.has(seen) !== negated, probe: { kind: 'equals', texts: [...wanted], negated } }
  }
}

function matchesText(negated: boolean): OperatorOf<'string'> {
  return (value) => {
    const compiled = compilePattern(value)
    if (!compiled.ok) return compiled
    return {
      holds: (seen) => compiled.test(seen) !== negated,
      probe: { kind: 'pattern', source: value, test: compiled.test, negated },
    }
  }
}

function matchesEntry(negated: boolean): OperatorOf<'string[]'> {
  return (value) => {
    const compiled = compilePattern(value)
    if (!compiled.ok) return compiled
    const holds = (seen: readonly string[]) => seen.some((entry) => compiled.test(entry)) !== negated
    return { holds, probe: { kind: 'pattern', source: value, test: compiled.test, negated } }
  }
}

const containsText: OperatorOf<'string'> = (value) => {
  const wanted = showText(value)
  if (wanted === '') return emptyText
  return { holds: (seen) => seen.includes(wanted), probe: { kind: 'contains', texts: [wanted], negated: false } }
}

const containsEntry: OperatorOf<'string[]'> = (value) => {
  const wanted = showText(value)
  if (wanted === '') return emptyText
  return {
    holds: (seen) => seen.some((entry) => entry.includes(wanted)),
    probe: { kind: 'contains', texts: [wanted], negated: false },
  }
}

const containsAllEntries: OperatorOf<'string[]'> = (value) => {
  const texts = splitValues(value).map(showText)
  if (texts.length === 0) return emptyList
  const holds = (seen: readonly string[]) => texts.every((text) => seen.some((entry) => entry.includes(text)))
  return { holds, probe: { kind: 'contains', texts, negated: false } }
}

/** Only these three spellings mean true; any other value means false. */
function equalsFlag(negated: boolean): OperatorOf<'bool'> {
  return (value) => {
    const wanted = ['true', 'True', '1'].includes(value) !== negated
    return { holds: wanted ? (seen) => seen : (seen) => !seen, probe: null }
  }
}

export const operatorRows: Readonly<Record<Operator, OperatorRow>> = {
  EQ: {
    holds_when: 'the value is exactly this',
    example: '`BASE_TYPE EQ Astral Plate`',
    string: equalsText(false),
    int: compareInteger<'int'>((wanted) => (seen) => seen === wanted),
    bool: equalsFlag(false),
  },
  NEQ: {
    holds_when: 'it is anything else, including missing text',
    example: '`RARITY NEQ Unique`',
    string: equalsText(true),
    int: compareInteger<'int'>((wanted) => (seen) => seen !== wanted),
    bool: equalsFlag(true),
  },
  GT: {
    holds_when: 'it is greater, not equal',
    example: '`ILVL GT 83`: 84 and above',
    int: compareInteger<'int'>((wanted) => (seen) => seen > wanted),
  },
  LT: {
    holds_when: 'it is smaller, not equal',
    example: '`MAP_TIER LT 11`: 10 and below',
    int: compareInteger<'int'>((wanted) => (seen) => seen < wanted),
  },
  IN: {
    holds_when: 'it is in the list',
    example: '`BASE_TYPE IN Vaal Orb, Divine Orb`',
    string: listOfTexts(false),
    int: listOfIntegers(false),
  },
  NOT_IN: {
    holds_when: 'it is not in the list',
    example: '`MAP_TIER NOT_IN 15, 16`',
    string: listOfTexts(true),
    int: listOfIntegers(true),
  },
  MATCHES: {
    holds_when: 'the pattern is found anywhere in it',
    example: '`NAME MATCHES ^(Eagle|Horror) `',
    string: matchesText(false),
  },
  CONTAINS: {
    holds_when: 'it, or some entry, contains this',
    example: '`EXPLICIT_MODS CONTAINS to maximum Life`',
    string: containsText,
    'string[]': containsEntry,
  },
  CONTAINS_ALL: {
    holds_when: 'each listed text is in some entry, not necessarily the same one',
    example: '`EXPLICIT_MODS CONTAINS_ALL maximum Life, Fire Resistance`',
    'string[]': containsAllEntries,
  },
  CONTAINS_MATCH: {
    holds_when: 'the pattern is found in some entry; entries are tried separately',
    example: '`EXPLICIT_MODS CONTAINS_MATCH ^\\+(9\\d|1\\d\\d) to maximum Life$`',
    'string[]': matchesEntry(false),
  },
  LENGTH_EQ: {
    holds_when: 'it has exactly this many characters or entries',
    example: '`INFLUENCES LENGTH_EQ 2`',
    string: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) === wanted),
    'string[]': compareInteger<'string[]'>((wanted) => (seen) => seen.length === wanted),
  },
  LENGTH_GT: {
    holds_when: 'it has more',
    example: '`FRACTURED_MODS LENGTH_GT 0`',
    string: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) > wanted),
    'string[]': compareInteger<'string[]'>((wanted) => (seen) => seen.length > wanted),
  },
  LENGTH_LT: {
    holds_when: 'it has fewer',
    example: '`NAME LENGTH_LT 1`: no name',
    string: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) < wanted),
    'string[]': compareInteger<'string[]'>((wanted) => (seen) => seen.length < wanted),
  },
  DOES_NOT_MATCH: {
    holds_when: 'the pattern is found nowhere; holds for an empty list',
    example: '`ENCHANT_MODS DOES_NOT_MATCH .`',
    string: matchesText(true),
    'string[]': matchesEntry(true),
  },
}

/** The operators of each field type, in the order of the contract. */
export const operatorTable = Object.fromEntries(
  fieldTypes.map((type) => [
    type,
    Object.fromEntries(
      operators.flatMap((operator) => (operatorRows[operator][type] ? [[operator, operatorRows[operator][type]]] : [])),
    ),
  ]),
) as OperatorTable
