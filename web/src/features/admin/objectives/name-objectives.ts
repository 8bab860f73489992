import { Failure } from '../../../api/calls/failure.ts'
import type { ObjectiveChange } from './many-changes.ts'

/** Moves the problems of single edits to the fields of the form, with the name of the objective. */
export function nameObjectives(problem: unknown, changes: readonly ObjectiveChange[]): unknown {
  if (!(problem instanceof Failure)) return problem
  const named = problem.problems.map(({ field, problem: text }) => {
    const [, at, name = ''] = /^edits\.(\d+)(?:\.objective)?\.(\w+)$/.exec(field) ?? []
    const change = changes[Number(at)]
    return change ? { field: name, problem: `${text} (“${change.node.item.name}”)` } : { field, problem: text }
  })
  return new Failure(problem.status, problem.code, problem.message, named)
}
