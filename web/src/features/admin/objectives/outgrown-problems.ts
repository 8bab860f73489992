import type { DefinitionProblem, DefinitionProblems } from '@muster/contract/definition-problems'
import type { Definition } from './definition.ts'

/** Removes findings about objectives that were deleted, or filled, after the check; the next check takes the server seconds. */
export function dropOutgrown(found: DefinitionProblems, by_id: Definition['by_id']): DefinitionProblems {
  const isPresent = ({ objective_id, code }: DefinitionProblem) => {
    if (objective_id === null) return true
    const node = by_id.get(objective_id)
    return node !== undefined && (code !== 'empty_category' || node.children.length === 0)
  }
  const problems = found.problems.filter(isPresent)
  if (problems.length === found.problems.length) return found
  const counts = { ...found.counts }
  for (const problem of found.problems) if (!isPresent(problem)) counts[problem.severity] -= 1
  return { ...found, problems, counts }
}
