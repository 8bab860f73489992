import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { TaskNode } from '../tasks.ts'

let next_id = 1

export type GivenNode = Partial<Omit<TaskNode, 'team_score' | 'scoring_preset'>> & {
  parameters?: PresetParameters
  pays?: readonly [method: string, ...points: number[]]
  /** Number by team id, or 'done' if finished. */
  has?: Readonly<Record<number, number | 'done'>>
}
/** A node for tests of tasks: open, one item required, no preset, no scores. */
export function aNode({ pays, parameters = {}, has = {}, ...more }: GivenNode = {}): TaskNode {
  const required_number = more.required_number ?? 1
  const scores = Object.entries(has).map(([team, number]) => {
    const finished = number === 'done'
    return [Number(team), { points: finished ? 1 : 0, finished, number: finished ? required_number : number }] as const
  })
  const [scoring_method, ...points] = pays ?? []
  return {
    id: next_id++,
    objective_type: 'ITEM',
    valid_from: null,
    valid_to: null,
    children: [],
    ...more,
    required_number,
    scoring_preset:
      scoring_method === undefined ? null : { scoring_method, points: points as number[], point_cap: 0, parameters },
    team_score: new Map(scores),
  }
}
