import type { ConditionDefinition } from '../objectives/definition.ts'
import { compileCondition, type ConditionRefusal, type ConditionText } from './compile.ts'

/**
 * Compiles a condition and returns the form to store. Item texts never begin or end with a blank, so blanks around a text to be
 * matched exactly (usually left over from a split list) are trimmed.
 */
export function acceptCondition(
  given: ConditionText & { readonly any_of?: number | null | undefined },
): { ok: true; condition: ConditionDefinition } | ConditionRefusal {
  const isEquality = given.operator === 'EQ' || given.operator === 'NEQ'
  const compiled = compileCondition(isEquality ? { ...given, value: given.value.trim() } : given)
  if (!compiled.ok) return compiled
  const { field, operator, value, type } = compiled
  if (type === 'string' && value === '') return { ok: false, field, operator, reason: 'the text is empty' }
  const any_of = given.any_of ?? null
  return { ok: true, condition: { field, operator, value, ...(any_of !== null && { any_of }) } }
}

/** The error in one sentence that names field and operator. */
export const describeRefusal = ({ field, operator, reason }: ConditionRefusal): string => `${field} ${operator}: ${reason}`
