import type { ConditionDefinition } from '../objectives/definition.ts'
import { type Demand, groupAlternatives } from './alternatives.ts'
import { type CompiledCondition, compileCondition } from './compile.ts'

/** A demand on an item. Most have a single condition. */
export type Clause = Demand<CompiledCondition>

/**
 * The conditions of an objective as clauses, all of which have to hold. A group that demands all of its conditions becomes one
 * clause for each. null: a condition is invalid, so nothing completes the objective.
 */
export function readClauses(conditions: readonly ConditionDefinition[]): readonly Clause[] | null {
  const clauses: Clause[] = []
  for (const { members, at_least } of groupAlternatives(conditions)) {
    const compiled = members.map(compileCondition).filter((condition) => condition.ok)
    if (compiled.length < members.length) return null
    if (at_least === members.length) clauses.push(...compiled.map((condition) => ({ members: [condition], at_least: 1 })))
    else clauses.push({ members: compiled, at_least })
  }
  return clauses
}

/** Whether more conditions of a group must hold than it has, so that nothing can meet it. */
export const demandsTooMany = ({ members, at_least }: Demand<unknown>): boolean => at_least > members.length

/** Upper bound for the combinations that are tried, where a combination takes enough conditions of each clause. */
const maxChoices = 256

/** Every way to choose enough conditions of each clause; null if there are too many combinations. */
export function listChoices(clauses: readonly Clause[]): readonly (readonly CompiledCondition[])[] | null {
  let choices: CompiledCondition[][] = [[]]
  for (const { members, at_least } of clauses) {
    const subsets = listSubsets(members, at_least)
    if (subsets === null || choices.length * subsets.length > maxChoices) return null
    choices = choices.flatMap((chosen) => subsets.map((subset) => [...chosen, ...subset]))
  }
  return choices
}

/** Every way to choose `size` members; null if there are more than `maxChoices`. */
function listSubsets<T>(members: readonly T[], size: number): readonly (readonly T[])[] | null {
  let begun: T[][] = [[]]
  for (const [at, member] of members.entries()) {
    const left = members.length - at - 1
    begun = begun.flatMap((subset) => {
      const extended = subset.length < size ? [[...subset, member]] : []
      return subset.length + left >= size ? [subset, ...extended] : extended
    })
    if (begun.length > maxChoices) return null
  }
  return begun.filter((subset) => subset.length === size)
}
