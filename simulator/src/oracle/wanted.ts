/** Compiles an objective's conditions into a test of the world's items; written independently of the product. */
import type { Condition, ItemField, Operator } from '@muster/contract/conditions'
import type { WorldItem } from '../items/item.ts'
import { type Truth, truthReaders } from './item-truth.ts'

type Asked = Pick<Condition, 'field' | 'operator' | 'value'> & Partial<Pick<Condition, 'any_of' | 'at_least' | 'counts_as'>>

const listOf = (value: string) => value.split(',').flatMap((part) => part.trim() || [])
/** Number of entries of a list, or of characters of a text. */
const lengthOf = (seen: Truth): number => (typeof seen === 'object' ? seen : [...String(seen)]).length
const asList = (seen: Truth): readonly string[] => (typeof seen === 'object' ? seen : [String(seen)])
const isOneOf = (value: string) => {
  const wanted = new Set(listOf(value))
  return (seen: Truth) => wanted.has(String(seen))
}
const isEqual = (value: string) => (seen: Truth) =>
  typeof seen === 'boolean' ? seen === ['true', 'True', '1'].includes(value) : String(seen) === value
const findsPattern = (value: string) => {
  const [, flag, source = ''] = /^(\(\?i\))?(.*)$/s.exec(value) ?? []
  const pattern = new RegExp(source, flag ? 'iu' : 'u')
  return (seen: Truth) => asList(seen).some((text) => pattern.test(text))
}
type Test = (value: string) => (seen: Truth) => boolean
const not =
  (test: Test): Test =>
  (value) => {
    const holds = test(value)
    return (seen) => !holds(seen)
  }

interface OperatorTruth {
  readonly test: Test
  /** For rehearsals: a field and a value with which it is true of some common items and false of others. */
  readonly common: readonly [ItemField, string]
}

/** One row per operator, written from docs/conditions.md. */
export const operatorTruths: Readonly<Record<Operator, OperatorTruth>> = {
  EQ: { test: isEqual, common: ['RARITY', 'Rare'] },
  NEQ: { test: not(isEqual), common: ['RARITY', 'Normal'] },
  GT: { test: (value) => (seen) => Number(seen) > Number(value), common: ['ILVL', '3'] },
  LT: { test: (value) => (seen) => Number(seen) < Number(value), common: ['ILVL', '12'] },
  IN: { test: isOneOf, common: ['RARITY', 'Magic, Rare'] },
  NOT_IN: { test: not(isOneOf), common: ['RARITY', 'Magic, Rare'] },
  MATCHES: { test: findsPattern, common: ['BASE_TYPE', '^[A-M]'] },
  CONTAINS: {
    test: (value) => (seen) => asList(seen).some((text) => text.includes(value)),
    common: ['EXPLICIT_MODS', 'to maximum'],
  },
  CONTAINS_ALL: {
    test: (value) => (seen) => listOf(value).every((part) => asList(seen).some((text) => text.includes(part))),
    common: ['EXPLICIT_MODS', 'to maximum,Resistance'],
  },
  CONTAINS_MATCH: { test: findsPattern, common: ['EXPLICIT_MODS', 'Fire|Cold'] },
  LENGTH_EQ: { test: (value) => (seen) => lengthOf(seen) === Number(value), common: ['INFLUENCES', '0'] },
  LENGTH_GT: { test: (value) => (seen) => lengthOf(seen) > Number(value), common: ['EXPLICIT_MODS', '2'] },
  LENGTH_LT: { test: (value) => (seen) => lengthOf(seen) < Number(value), common: ['EXPLICIT_MODS', '3'] },
  DOES_NOT_MATCH: { test: not(findsPattern), common: ['BASE_TYPE', '^[A-M]'] },
}

/** Whether something satisfies all conditions. */
const compileAll = (conditions: readonly Asked[]) => {
  const checks = conditions.map(({ field, operator, value, any_of = null, at_least = 1 }) => {
    const test = operatorTruths[operator].test(value)
    return { any_of, at_least, holds: (read: (field: ItemField) => Truth) => test(read(field)) }
  })
  return (read: (field: ItemField) => Truth) =>
    checks.every(({ any_of, holds }) => {
      if (any_of === null) return holds(read)
      const group = checks.filter((other) => other.any_of === any_of)
      return group.filter((other) => other.holds(read)).length >= Math.max(...group.map(({ at_least }) => at_least))
    })
}

/**
 * The amount that an item adds: its stack, times the largest amount among the conditions that it satisfies; 0 if it does not satisfy
 * enough of them. `wearer` is the class of the character that wears it.
 */
export const compileWanted = (conditions: readonly Asked[]): ((item: WorldItem, wearer?: string) => number) => {
  const holds = compileAll(conditions)
  const amounts = conditions
    .filter(({ counts_as = 1 }) => counts_as > 1)
    .map((one) => ({ amount: one.counts_as ?? 1, holds: compileAll([{ ...one, any_of: null }]) }))
  return (item, wearer = '') => {
    const read = (field: ItemField) => truthReaders[field](item, wearer)
    // A foil is a trophy and never completes an objective.
    if (item.frame === 'SupporterFoil' || !holds(read)) return 0
    return (item.stack ?? 1) * Math.max(1, ...amounts.map((one) => (one.holds(read) ? one.amount : 1)))
  }
}

/** Whether an area in the log of a player's game satisfies all conditions. */
export const compileWantedArea = (conditions: readonly Asked[]): ((area: string) => boolean) => {
  const holds = compileAll(conditions)
  return (area) => holds((field) => (field === 'AREA' ? area : ''))
}
