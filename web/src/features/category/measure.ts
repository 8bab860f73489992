import type { Score } from '@muster/contract/scores'
import { isCategory } from '@muster/domain/objectives/kinds'
import {
  countNeededChildren,
  findMethod,
  listDecisiveRules,
  readGoalNumber,
  readPays,
} from '@muster/domain/scoring/methods/index'
import { type ObjectiveNode, presetsOf } from '../../api/scores/score-tree.ts'

/** Scores of one objective by team id. */
export type TeamScores = ReadonlyMap<number, Score>

/**
 * How progress is measured: finished `parts` of a category, a `number` on the way to the required one, a `value` that is compared
 * or paid itself, or `once`.
 */
export type Measure = 'parts' | 'number' | 'value' | 'once'

const decisiveOf = (item: ObjectiveNode['item']) => listDecisiveRules(presetsOf(item), item.finished_by)
const readGoal = (item: ObjectiveNode['item']) => readGoalNumber(decisiveOf(item), item.required_number)

export function measureOf({ item, children }: ObjectiveNode): Measure {
  const byValue = presetsOf(item).flatMap(({ scoring_method, parameters }) => {
    const method = findMethod(scoring_method)
    return method?.decided_by === 'value' && !parameters?.thresholds ? [method] : []
  })
  if (children.length > 0 || isCategory(item)) return byValue[0]?.reads === 'children' ? 'value' : 'parts'
  if (byValue.length > 0) return 'value'
  return readGoal(item) > 1 ? 'number' : 'once'
}

/** Whether one of its rules pays each finished part. */
export const paysPerPart = (item: ObjectiveNode['item']): boolean =>
  presetsOf(item).some((preset) => readPays(preset) === 'per_part')

/** The progress of a team. `of` is 0 without a goal. */
export interface Progress {
  readonly done: number
  readonly of: number
  readonly finished: boolean
}

/** A node's own scores, then its children's in their order. */
export type NodeScores = readonly TeamScores[]

export function readProgress(node: ObjectiveNode, scores: NodeScores, team_id: number): Progress {
  const { item, children } = node
  const score = scores[0]?.get(team_id)
  const finished = score?.finished === true
  switch (measureOf(node)) {
    case 'parts': {
      // Children without points have no scores; the parent's number counts them.
      const finishedParts = scores.slice(1).filter((part) => part.get(team_id)?.finished).length
      const of = countNeededChildren(decisiveOf(item), children.length)
      const done = Math.min(of, Math.max(score?.number ?? 0, finishedParts))
      return { done, of, finished: finished || (done > 0 && done >= of) }
    }
    case 'value':
      return { done: score?.number ?? 0, of: 0, finished }
    case 'number':
    case 'once': {
      const of = readGoal(item)
      return { done: finished ? of : (score?.number ?? 0), of, finished }
    }
  }
}

/** Whether the progress of a team is hidden: that of others is, until they finish. */
export const isHidden = (node: ObjectiveNode, score: Score | undefined, isOwn: boolean): boolean =>
  node.item.hide_progress && !isOwn && score === undefined
