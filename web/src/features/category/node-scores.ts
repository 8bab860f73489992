import { useCallback } from 'react'
import { useScores } from '../../api/scores/event.ts'
import { type ObjectiveNode, type ScoreMap, scoresOf } from '../../api/scores/score-tree.ts'
import type { NodeScores } from './measure.ts'

/** The scores of a node and of its parts. */
export const readNodeScores = (scores: ScoreMap, { item, children }: ObjectiveNode): NodeScores => [
  scoresOf(scores, item.id),
  ...children.map((child) => scoresOf(scores, child.item.id)),
]

/** The same list until one of them changes. */
export const useNodeScores = (node: ObjectiveNode): NodeScores =>
  useScores(useCallback((scores: ScoreMap) => readNodeScores(scores, node), [node]))
