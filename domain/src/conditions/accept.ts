import { isLogField } from '../game-log/log-fields.ts'
import type { ConditionDefinition } from '../objectives/definition.ts'
import { compileCondition, type ConditionRefusal, type ConditionText } from './compile.ts'

/** A condition as entered, with its group and its amount. */
export interface GivenCondition extends ConditionText {
  readonly any_of?: number | null | undefined
  readonly at_least?: number | null | undefined
  readonly counts_as?: number | null | undefined
}

/** The group and the amount of a condition, without the values that change nothing. */
export function readCounts({ any_of = null, at_least, counts_as }: Omit<GivenCondition, keyof ConditionText>) {
  return {
    ...(any_of !== null && { any_of }),
    ...(any_of !== null && (at_least ?? 1) > 1 && { at_least: at_least as number }),
    ...((counts_as ?? 1) > 1 && { counts_as: counts_as as number }),
  }
}

/**
 * Compiles a condition and returns the form to store. Item texts never begin or end with a blank, so blanks around a text to be
 * matched exactly (usually left over from a split list) are trimmed.
 */
export function acceptCondition(given: GivenCondition): { ok: true; condition: ConditionDefinition } | ConditionRefusal {
  const isEquality = given.operator === 'EQ' || given.operator === 'NEQ'
  const compiled = compileCondition(isEquality ? { ...given, value: given.value.trim() } : given)
  if (!compiled.ok) return compiled
  const { field, operator, value, type } = compiled
  if (type === 'string' && value === '') return { ok: false, field, operator, reason: 'the text is empty' }
  if (isLogField(field) && (given.counts_as ?? 1) > 1)
    return { ok: false, field, operator, reason: 'a line of the log counts once' }
  return { ok: true, condition: { field, operator, value, ...readCounts(given) } }
}

/** The error in one sentence that names field and operator. */
export const describeRefusal = ({ field, operator, reason }: ConditionRefusal): string => `${field} ${operator}: ${reason}`
