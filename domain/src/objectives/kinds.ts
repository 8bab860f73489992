import { type Aggregation, aggregations, type NumberField, type ObjectiveType } from '@muster/contract/objectives'
import { aggregations as rows } from '../scoring/aggregations/index.ts'

/** What an objective of one type can count, and how. */
export interface ObjectiveKind {
  readonly number_fields: readonly NumberField[]
  readonly aggregations: readonly Aggregation[]
}

const playerNumbers: readonly NumberField[] = [
  'PLAYER_LEVEL',
  'DELVE_DEPTH',
  'DELVE_DEPTH_PAST_100',
  'PANTHEON',
  'ASCENDANCY',
  'PLAYER_SCORE',
]

/** Ways to make one result of numbers that come from anywhere. */
const counting = aggregations.filter((name) => rows[name].counts !== null)
const ofNumbers = counting.filter((name) => !rows[name].needs_tabs)
const ofItems = [...ofNumbers, ...counting.filter((name) => rows[name].needs_tabs)]

/** One row per type. Only what lies in a tab can be kept there; a category counts its children, whatever it is told. */
export const objectiveKinds: Readonly<Record<ObjectiveType, ObjectiveKind>> = {
  ITEM: { number_fields: ['STACK_SIZE'], aggregations: ofItems },
  PLAYER: { number_fields: playerNumbers, aggregations: ofNumbers },
  TEAM: { number_fields: playerNumbers, aggregations: ofNumbers },
  SUBMISSION: { number_fields: ['SUBMISSION_VALUE'], aggregations: ofNumbers },
  CATEGORY: { number_fields: ['FINISHED_OBJECTIVES'], aggregations: [...ofItems, 'NONE'] },
}
