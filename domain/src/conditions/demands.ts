import type { CompiledCondition } from './compile.ts'

/** What an item has to satisfy: a condition, or one of several alternatives. */
export interface Demand {
  /** Alone, or at least two. */
  readonly any: readonly [CompiledCondition, ...CompiledCondition[]]
}

/** The only condition of a demand; null where there are alternatives. */
export const onlyCondition = ({ any }: Demand): CompiledCondition | null => (any.length === 1 ? any[0] : null)

/**
 * One demand of alternatives. Several texts of one field, the most common wish, become one question with a list, which
 * costs no more than a list that somebody wrote.
 */
export function joinAlternatives(alternatives: readonly CompiledCondition[]): Demand {
  const lists = new Map<string, CompiledCondition[]>()
  for (const condition of alternatives) {
    const key = isTextList(condition) ? condition.field : JSON.stringify([condition.field, condition.operator, condition.value])
    const known = lists.get(key)
    if (known) known.push(condition)
    else lists.set(key, [condition])
  }
  const [first, ...rest] = [...lists.values()].map(joinTexts)
  if (!first) throw new Error('a demand without a condition')
  return { any: [first, ...rest] }
}

const isTextList = ({ probe }: CompiledCondition) => probe?.kind === 'equals' && !probe.negated

function joinTexts(conditions: readonly CompiledCondition[]): CompiledCondition {
  const [first] = conditions as readonly [CompiledCondition, ...CompiledCondition[]]
  if (conditions.length === 1 || !isTextList(first)) return first
  const texts = new Set(conditions.flatMap(({ probe }) => (probe?.kind === 'equals' ? probe.texts : [])))
  return {
    ...first,
    operator: 'IN',
    // Begins as no value that somebody wrote does, so that it shares no answer with one.
    value: `\0${JSON.stringify([...texts])}`,
    probe: { kind: 'equals', texts: [...texts], negated: false },
    holds: (value) => conditions.some(({ holds }) => holds(value)),
  }
}
