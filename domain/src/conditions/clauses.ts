import type { ConditionDefinition } from '../objectives/definition.ts'
import { groupAlternatives } from './alternatives.ts'
import { type CompiledCondition, compileCondition } from './compile.ts'

/** Conditions of which at least one must hold. Most clauses have a single condition. */
export type Clause = readonly CompiledCondition[]

/**
 * The conditions of an objective as clauses, all of which have to hold; conditions with the same number in `any_of` are
 * alternatives. null: a condition is invalid, so nothing completes the objective.
 */
export function readClauses(conditions: readonly ConditionDefinition[]): readonly Clause[] | null {
  const clauses = groupAlternatives(conditions).map((demand) => demand.map(compileCondition))
  return clauses.every((clause) => clause.every((condition) => condition.ok)) ? (clauses as CompiledCondition[][]) : null
}

/** Upper bound for the combinations that are tried, where a combination takes one alternative of each clause. */
const maxChoices = 256

/** Every way to choose one condition of each clause; null if there are too many combinations. */
export function listChoices(clauses: readonly Clause[]): readonly (readonly CompiledCondition[])[] | null {
  let choices: CompiledCondition[][] = [[]]
  for (const clause of clauses) {
    if (choices.length * clause.length > maxChoices) return null
    choices = choices.flatMap((chosen) => clause.map((condition) => [...chosen, condition]))
  }
  return choices
}
