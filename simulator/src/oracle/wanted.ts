/** Conditions of an objective as a question about an item of the world; written apart from the product's. */
import type { Condition, Operator } from '@muster/contract/conditions'
import type { WorldItem } from '../items/item.ts'
import { type Truth, truthReader } from './item-truth.ts'

type Asked = Pick<Condition, 'field' | 'operator' | 'value'> & Partial<Pick<Condition, 'any_of'>>

const listOf = (value: string) => value.split(',').map((part) => part.trim())
/** Of a list how many texts it has, of a text how many letters. */
const lengthOf = (seen: Truth): number => (typeof seen === 'object' ? seen : String(seen)).length
const asList = (seen: Truth): readonly string[] => (typeof seen === 'object' ? seen : [String(seen)])

const tests: Partial<Record<Operator, (value: string) => (seen: Truth) => boolean>> = {
  EQ: (value) => (seen) => String(seen) === value,
  NEQ: (value) => (seen) => String(seen) !== value,
  GT: (value) => (seen) => Number(seen) > Number(value),
  LT: (value) => (seen) => Number(seen) < Number(value),
  IN: (value) => {
    const wanted = new Set(listOf(value))
    return (seen) => wanted.has(String(seen))
  },
  NOT_IN: (value) => {
    const unwanted = new Set(listOf(value))
    return (seen) => !unwanted.has(String(seen))
  },
  CONTAINS: (value) => (seen) => asList(seen).some((text) => text.includes(value)),
  CONTAINS_MATCH: (value) => {
    const pattern = new RegExp(value)
    return (seen) => asList(seen).some((text) => pattern.test(text))
  },
  MATCHES: (value) => {
    const pattern = new RegExp(value)
    return (seen) => pattern.test(String(seen))
  },
  LENGTH_EQ: (value) => (seen) => lengthOf(seen) === Number(value),
  LENGTH_GT: (value) => (seen) => lengthOf(seen) > Number(value),
  LENGTH_LT: (value) => (seen) => lengthOf(seen) < Number(value),
}

/** @throws Error for an operator or field that the oracle has not learnt yet. */
export const compileWanted = (conditions: readonly Asked[]): ((item: WorldItem, wearer?: string) => boolean) => {
  const checks = conditions.map(({ field, operator, value, any_of = null }) => {
    const read = truthReader(field)
    const test = tests[operator]?.(value)
    if (!test) throw new Error(`the oracle does not know ${operator} yet`)
    return { any_of, holds: (item: WorldItem, wearer: string) => test(read(item, wearer)) }
  })
  const isSettled = (item: WorldItem, wearer: string, { any_of, holds }: (typeof checks)[number]) =>
    holds(item, wearer) || (any_of !== null && checks.some((other) => other.any_of === any_of && other.holds(item, wearer)))
  // A foil is a trophy: it completes nothing, whatever it looks like.
  return (item, wearer = '') => item.frame !== 'SupporterFoil' && checks.every((check) => isSettled(item, wearer, check))
}
