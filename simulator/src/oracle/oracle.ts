/**
 * The oracle knows what happened in the world, and so what the product should say at the end of an event. It watches the
 * world itself; of the product it is told the contest at the beginning and the standings at the end.
 */
import type { World } from '../world/world.ts'
import { type Contest, noRulings, type Outage, type Patience, type Rulings } from './contest.ts'
import { applyRulings } from './rulings.ts'
import { watchSightings } from './sightings.ts'
import { readPlayer } from './player-truth.ts'
import type { Standings } from './points.ts'
import { judge, type SumReader, type Verdict } from './verdict.ts'

export interface Oracle {
  /** From this moment on the product looks into the tabs of guilds. */
  guildsFrom: (at: number) => void
  /**
   * @param until_ms before the end: what had to be seen by then.
   * @param rulings what judges decided until then.
   */
  judge: (found: Standings, outages: readonly Outage[], until_ms?: number, rulings?: Rulings) => Verdict
}

/** @param isCalm see `watchSightings`. */
export const createOracle = (world: World, contest: Contest, patience: Patience, isCalm = false): Oracle => {
  const sightings = watchSightings(world, contest, patience, isCalm)
  return {
    guildsFrom: sightings.guildsFrom,
    judge: (found, outages, until_ms = contest.end_ms, rulings = noRulings) => {
      const sums: SumReader = ({ id, objective_type, number_field }, team) => {
        if (objective_type === 'ITEM') return sightings.lyingNow(id, team)
        const sum = world.accounts
          .filter((account) => account.team === team)
          .reduce((total, account) => total + readPlayer(number_field, account, world, contest.realm), 0)
        return { least: sum, most: sum }
      }
      const isOver = until_ms >= contest.end_ms
      const judged = isOver ? contest : { ...contest, end_ms: until_ms }
      return judge(judged, applyRulings(sightings, rulings), outages, found, isOver ? sums : null)
    },
  }
}
