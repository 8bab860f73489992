import { type Aggregation, aggregations, type ObjectiveType, objectiveTypes } from '@muster/contract/objectives'
import { findCounts } from '../scoring/aggregations/counts.ts'
import { aggregations as rows } from '../scoring/aggregations/index.ts'
import { countsItems, isCategory } from './kinds.ts'

const counting = aggregations.filter((name) => findCounts(name) !== null)
const ofNumbers = counting.filter((name) => !rows[name].needs_tabs)
const ofItems = [...ofNumbers, ...counting.filter((name) => rows[name].needs_tabs)]

/** The aggregations available for each kind of objective. Only items are in tabs; a category always counts its children. */
export const kindAggregations = Object.fromEntries(
  objectiveTypes.map((objective_type) => {
    if (isCategory({ objective_type })) return [objective_type, [...ofItems, 'NONE']]
    return [objective_type, countsItems({ objective_type }) ? ofItems : ofNumbers]
  }),
) as unknown as Readonly<Record<ObjectiveType, readonly Aggregation[]>>
