/**
 * Facts about conditions that need no item: that no value satisfies all of them, or that some imply others. Numbers, yes-or-no
 * fields and lists of exact texts are decided exactly; for patterns and parts of texts only certain results are returned, so
 * "contradiction" and "implies" are always right, but their absence proves nothing.
 */
import type { ItemField } from '@muster/contract/conditions'
import type { FieldValue, FieldValues } from '../items/fields.ts'
import { knownTexts, numberLimits } from '../items/limits.ts'
import { parseWholeNumber } from '../items/normalise.ts'
import type { CompiledCondition } from './compile.ts'

/** `contradiction`: no value satisfies all. `beyond`: some values do, but the game never shows any of them. */
export type Verdict = 'possible' | 'contradiction' | 'beyond'

type Conditions = readonly CompiledCondition[]

const holdAll = (conditions: Conditions, value: FieldValue): boolean => conditions.every((condition) => condition.holds(value))

/**
 * Sample numbers: if the conditions hold for any number, they hold for one of these, because nothing changes between the numbers
 * that they name.
 */
function listNumbers(conditions: Conditions): number[] {
  const numbers = new Set([0])
  for (const { value } of conditions) {
    for (const part of value.split(',')) {
      const number = parseWholeNumber(part)
      if (number !== null) for (const near of [number - 1, number, number + 1]) numbers.add(near)
    }
  }
  return [...numbers]
}

/** The possible texts of a field if its conditions list them, else null. */
function listTexts(conditions: Conditions): string[] | null {
  let texts: string[] | null = null
  for (const { probe } of conditions) {
    if (probe?.kind !== 'equals' || probe.negated) continue
    texts = texts === null ? [...probe.texts] : texts.filter((text) => probe.texts.includes(text))
  }
  return texts?.filter((text) => holdAll(conditions, text)) ?? null
}

const isLength = ({ operator }: CompiledCondition) => operator.startsWith('LENGTH')
const patternWithPlaces = /[$^]|\\[ABbz]/

/** Texts that each have to be part of the value, or of one of its entries. */
const listParts = (conditions: Conditions) => conditions.flatMap(({ probe }) => (probe?.kind === 'contains' ? probe.texts : []))

/**
 * Whether a required text or pattern is also excluded: by the same pattern, or by a pattern that always matches a required part.
 */
function isRefused(conditions: Conditions): boolean {
  const parts = listParts(conditions)
  return conditions.some(({ probe }) => {
    if (probe?.kind !== 'pattern' || !probe.negated) return false
    const asks = (other: CompiledCondition) =>
      other.probe?.kind === 'pattern' && !other.probe.negated && other.probe.source === probe.source
    return conditions.some(asks) || (!patternWithPlaces.test(probe.source) && parts.some((part) => probe.test(part)))
  })
}

/** Whether some length of at least `least` satisfies the conditions on the length; decided as for numbers. */
function isLengthPossible(conditions: Conditions, least: number, ofLength: (length: number) => FieldValue): boolean {
  const lengths = conditions.filter(isLength)
  return [...listNumbers(lengths), least].some(
    (length) => length >= least && length < 100_000 && holdAll(lengths, ofLength(length)),
  )
}

function judgeNumbers(field: ItemField, conditions: Conditions): Verdict {
  const limits = numberLimits[field]
  const numbers = [...listNumbers(conditions), ...(limits ? [limits.least, limits.most] : [])]
  const holding = numbers.filter((number) => holdAll(conditions, number))
  if (holding.length === 0) return 'contradiction'
  if (!limits) return 'possible'
  return holding.some((number) => number >= limits.least && number <= limits.most) ? 'possible' : 'beyond'
}

function judgeText(field: ItemField, conditions: Conditions): Verdict {
  const texts = listTexts(conditions)
  const known = knownTexts[field]
  if (texts !== null) {
    if (texts.length === 0) return 'contradiction'
    return known && !texts.some((text) => known.includes(text)) ? 'beyond' : 'possible'
  }
  if (known && !known.some((text) => holdAll(conditions, text))) return 'beyond'
  const least = Math.max(0, ...listParts(conditions).map((part) => [...part].length))
  if (isRefused(conditions) || !isLengthPossible(conditions, least, (length) => 'x'.repeat(length))) return 'contradiction'
  return 'possible'
}

function judgeList(field: ItemField, conditions: Conditions): Verdict {
  const needsEntry = conditions.some(({ probe }) => probe !== null && !(probe.kind !== 'contains' && probe.negated))
  const known = knownTexts[field]
  if (isRefused(conditions)) return 'contradiction'
  if (!isLengthPossible(conditions, needsEntry ? 1 : 0, (length) => Array.from({ length }, () => ''))) return 'contradiction'
  if (known && conditions.some((condition) => condition.probe?.kind === 'contains' && !condition.holds(known))) return 'beyond'
  return 'possible'
}

/** Whether some item can satisfy all of these conditions on one field. */
export function judgeField(field: ItemField, conditions: Conditions): Verdict {
  switch (conditions[0]?.type) {
    case 'int':
      return judgeNumbers(field, conditions)
    case 'bool':
      return [true, false].some((value) => holdAll(conditions, value)) ? 'possible' : 'contradiction'
    case 'string':
      return judgeText(field, conditions)
    case 'string[]':
      return judgeList(field, conditions)
    case undefined:
      return 'possible'
  }
}

const emptyValues: FieldValues = { string: '', int: 0, bool: false, 'string[]': [] }

/** Whether an item with an empty field satisfies all of these conditions on it. */
export const holdWhenEmpty = (conditions: Conditions): boolean =>
  conditions.every((condition) => condition.holds(emptyValues[condition.type]))

export function groupByField(conditions: Conditions): Map<ItemField, CompiledCondition[]> {
  const groups = new Map<ItemField, CompiledCondition[]>()
  for (const condition of conditions) {
    const group = groups.get(condition.field)
    if (group) group.push(condition)
    else groups.set(condition.field, [condition])
  }
  return groups
}

/** The texts of a field that these conditions list and leave possible; null if they do not list them. */
export const listNamed = (conditions: Conditions, field: ItemField): readonly string[] | null =>
  listTexts(conditions.filter((condition) => condition.field === field))

/**
 * Whether every item that satisfies all of `narrow`, conditions on one field, also satisfies `wide`, a condition on that field.
 */
export function impliesCondition(narrow: Conditions, wide: CompiledCondition): boolean {
  if (narrow.length === 0) return false
  if (narrow.some(({ operator, value }) => operator === wide.operator && value === wide.value)) return true
  if (wide.type === 'int') {
    const limits = numberLimits[wide.field]
    const numbers = [...listNumbers([...narrow, wide]), ...(limits ? [limits.least, limits.most] : [])]
    const holding = numbers.filter((number) => holdAll(narrow, number))
    return holding.length > 0 && holding.every(wide.holds)
  }
  if (wide.type === 'bool') {
    const holding = [true, false].filter((value) => holdAll(narrow, value))
    return holding.length > 0 && holding.every(wide.holds)
  }
  const texts = wide.type === 'string' ? listTexts(narrow) : null
  if (texts !== null) return texts.length > 0 && texts.every((text) => wide.holds(text))
  if (wide.probe?.kind !== 'contains') return false
  return wide.probe.texts.every((part) =>
    narrow.some(({ probe }) => probe?.kind === 'contains' && probe.texts.some((longer) => longer.includes(part))),
  )
}
