/** Areas in the logs of players' games: the numbers that result from them, written from docs/scoring.md. */
import type { Objective } from '@muster/contract/objectives'
import { compileWantedArea } from './wanted.ts'

export interface AreaResult {
  readonly objective_id: number
  readonly number: number
}

export interface AreaCounter {
  /** Whether some objective asks for an area. */
  isWanted(area: string): boolean
  /** Adds areas that a player has entered. @returns the numbers that are new */
  enter(account: number, areas: readonly string[]): readonly AreaResult[]
}

/** A different area counts once for each player. The first completion needs the required number, any other each higher one. */
export function createAreaCounter(objectives: readonly Objective[]): AreaCounter {
  const asking = objectives
    .filter(({ objective_type, number_field }) => objective_type === 'PLAYER' && number_field === 'AREAS_ENTERED')
    .map((objective) => ({
      ...objective,
      fits: compileWantedArea(objective.conditions),
      entered: new Map<number, Set<string>>(),
    }))
  return {
    isWanted: (area) => asking.some(({ fits }) => fits(area)),
    enter: (account, areas) =>
      asking.flatMap(({ id: objective_id, aggregation, required_number, fits, entered }) => {
        const known = entered.get(account) ?? new Set<string>()
        const all = new Set([...known, ...areas.filter(fits)])
        entered.set(account, all)
        if (aggregation !== 'EARLIEST') return all.size > known.size ? [{ objective_id, number: all.size }] : []
        const isReached = known.size < required_number && all.size >= required_number
        return isReached ? [{ objective_id, number: required_number }] : []
      }),
  }
}
