import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'

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
const ofNumbers: readonly Aggregation[] = ['SUM_LATEST', 'EARLIEST', 'MAXIMUM', 'MINIMUM', 'DIFFERENCE_BETWEEN']
const ofItems: readonly Aggregation[] = [...ofNumbers, 'EARLIEST_FRESH_ITEM']

/** One row per type. Only what lies in a tab can be kept there; a category counts its children, whatever it is told. */
export const objectiveKinds: Readonly<Record<ObjectiveType, ObjectiveKind>> = {
  ITEM: { number_fields: ['STACK_SIZE'], aggregations: ofItems },
  PLAYER: { number_fields: playerNumbers, aggregations: ofNumbers },
  TEAM: { number_fields: playerNumbers, aggregations: ofNumbers },
  SUBMISSION: { number_fields: ['SUBMISSION_VALUE'], aggregations: ofNumbers },
  CATEGORY: { number_fields: ['FINISHED_OBJECTIVES'], aggregations: [...ofItems, 'NONE'] },
}
