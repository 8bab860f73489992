import type { Objective } from '@muster/contract/objectives'

/** A node of a contest as the tree call sends it; without more it asks for one item, by the first preset. */
export const aNode = (id: number, more: Partial<Objective>): Objective => ({
  id,
  parent_id: 1,
  name: `objective ${id}`,
  extra: '',
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  hide_progress: false,
  reports: null,
  report_proof: null,
  valid_from: null,
  valid_to: null,
  version: 1,
  conditions: [],
  scoring_preset_id: 1 as never,
  scoring_preset: null,
  children: [],
  ...more,
})

/** The first preset. */
export const race = {
  id: 1,
  name: '',
  description: '',
  scoring_method: 'RANKED_TIME',
  type: 'OBJECTIVE',
  points: [10, 5],
  point_cap: 0,
}
