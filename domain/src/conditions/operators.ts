/**
 * What every operator means for every field type it may be used with, in one table. An entry reads the condition's value
 * once and answers a predicate over the field's value, or the reason why the value cannot be used.
 */
import type { FieldType, Operator } from '@muster/contract/conditions'
import type { FieldValues } from '../items/fields.ts'
import { countCharacters, parseWholeNumber, showText } from '../items/normalise.ts'
import { compilePattern, type TextTest } from './pattern.ts'
import { splitValues } from './value-list.ts'

/**
 * The question about texts behind a predicate, so that a matcher can look it up for many objectives at once.
 * `negated`: the predicate holds when no text of the field answers yes.
 */
export type TextProbe =
  /** The text is one of these. */
  | { readonly kind: 'equals'; readonly texts: readonly string[]; readonly negated: boolean }
  /** Each of these is part of some text. */
  | { readonly kind: 'contains'; readonly texts: readonly string[]; readonly negated: false }
  | { readonly kind: 'pattern'; readonly source: string; readonly test: TextTest; readonly negated: boolean }

export interface Predicate<T extends FieldType> {
  readonly holds: (value: FieldValues[T]) => boolean
  /** null when the predicate is not a question about single texts. */
  readonly probe: TextProbe | null
  /** Where the predicate holds for exactly the numbers above this one. */
  readonly above?: number
}

export type OperatorResult<T extends FieldType> = Predicate<T> | { readonly reason: string }
type OperatorRow<T extends FieldType> = (value: string) => OperatorResult<T>
export type OperatorTable = { readonly [T in FieldType]: Readonly<Partial<Record<Operator, OperatorRow<T>>>> }

const emptyList = { reason: 'the list is empty' }
const emptyText = { reason: 'the text is empty' }

/** `compare` makes the predicate for one wanted number. */
function compareInteger<T extends FieldType>(compare: (wanted: number) => Predicate<T>['holds']): OperatorRow<T> {
  return (value) => {
    if (value.includes(',')) return { reason: 'expected one whole number, not a list' }
    const wanted = parseWholeNumber(value)
    if (wanted === null) return { reason: `"${value}" is not a whole number` }
    return { holds: compare(wanted), probe: null }
  }
}

const isAbove: OperatorRow<'int'> = (value) => {
  const wanted = parseWholeNumber(value)
  const predicate = compareInteger<'int'>((above) => (seen) => seen > above)(value)
  return wanted === null || 'reason' in predicate ? predicate : { ...predicate, above: wanted }
}

function listOfIntegers(negated: boolean): OperatorRow<'int'> {
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

function equalsText(negated: boolean): OperatorRow<'string'> {
  return (value) => {
    const wanted = showText(value)
    return { holds: (seen) => (seen === wanted) !== negated, probe: { kind: 'equals', texts: [wanted], negated } }
  }
}

function listOfTexts(negated: boolean): OperatorRow<'string'> {
  return (value) => {
    const texts = splitValues(value).map(showText)
    if (texts.length === 0) return emptyList
    const wanted = new Set(texts)
    return { holds: (seen) => wanted.has(seen) !== negated, probe: { kind: 'equals', texts: [...wanted], negated } }
  }
}

function matchesText(negated: boolean): OperatorRow<'string'> {
  return (value) => {
    const compiled = compilePattern(value)
    if (!compiled.ok) return compiled
    return {
      holds: (seen) => compiled.test(seen) !== negated,
      probe: { kind: 'pattern', source: value, test: compiled.test, negated },
    }
  }
}

function matchesEntry(negated: boolean): OperatorRow<'string[]'> {
  return (value) => {
    const compiled = compilePattern(value)
    if (!compiled.ok) return compiled
    const holds = (seen: readonly string[]) => seen.some((entry) => compiled.test(entry)) !== negated
    return { holds, probe: { kind: 'pattern', source: value, test: compiled.test, negated } }
  }
}

const containsText: OperatorRow<'string'> = (value) => {
  const wanted = showText(value)
  if (wanted === '') return emptyText
  return { holds: (seen) => seen.includes(wanted), probe: { kind: 'contains', texts: [wanted], negated: false } }
}

const containsEntry: OperatorRow<'string[]'> = (value) => {
  const wanted = showText(value)
  if (wanted === '') return emptyText
  return {
    holds: (seen) => seen.some((entry) => entry.includes(wanted)),
    probe: { kind: 'contains', texts: [wanted], negated: false },
  }
}

const containsAllEntries: OperatorRow<'string[]'> = (value) => {
  const texts = splitValues(value).map(showText)
  if (texts.length === 0) return emptyList
  const holds = (seen: readonly string[]) => texts.every((text) => seen.some((entry) => entry.includes(text)))
  return { holds, probe: { kind: 'contains', texts, negated: false } }
}

/** Only these three spellings mean true, everything else means false. */
function equalsFlag(negated: boolean): OperatorRow<'bool'> {
  return (value) => {
    const wanted = ['true', 'True', '1'].includes(value) !== negated
    return { holds: wanted ? (seen) => seen : (seen) => !seen, probe: null }
  }
}

export const operatorTable: OperatorTable = {
  string: {
    EQ: equalsText(false),
    NEQ: equalsText(true),
    IN: listOfTexts(false),
    NOT_IN: listOfTexts(true),
    MATCHES: matchesText(false),
    CONTAINS: containsText,
    LENGTH_EQ: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) === wanted),
    LENGTH_GT: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) > wanted),
    LENGTH_LT: compareInteger<'string'>((wanted) => (seen) => countCharacters(seen) < wanted),
    DOES_NOT_MATCH: matchesText(true),
  },
  int: {
    EQ: compareInteger<'int'>((wanted) => (seen) => seen === wanted),
    NEQ: compareInteger<'int'>((wanted) => (seen) => seen !== wanted),
    GT: isAbove,
    LT: compareInteger<'int'>((wanted) => (seen) => seen < wanted),
    IN: listOfIntegers(false),
    NOT_IN: listOfIntegers(true),
  },
  bool: { EQ: equalsFlag(false), NEQ: equalsFlag(true) },
  'string[]': {
    CONTAINS: containsEntry,
    CONTAINS_ALL: containsAllEntries,
    CONTAINS_MATCH: matchesEntry(false),
    LENGTH_EQ: compareInteger<'string[]'>((wanted) => (seen) => seen.length === wanted),
    LENGTH_GT: compareInteger<'string[]'>((wanted) => (seen) => seen.length > wanted),
    LENGTH_LT: compareInteger<'string[]'>((wanted) => (seen) => seen.length < wanted),
    DOES_NOT_MATCH: matchesEntry(true),
  },
}
