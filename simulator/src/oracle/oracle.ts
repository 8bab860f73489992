/**
 * The oracle computes the expected standings of an event from the world itself. From the product it uses only the definition at
 * the start and the standings at the end.
 */
import type { World } from '../world/world.ts'
import { type Contest, noRulings, type Outage, type Patience, type Rulings } from './contest.ts'
import { applyRulings } from './rulings.ts'
import { watchSightings } from './sightings.ts'
import type { Standings } from './points.ts'
import { judge, type Verdict } from './verdict.ts'

export interface Oracle {
  /** Start of the product's guild tab reads. */
  guildsFrom: (at: number) => void
  /**
   * @param until_ms time of the comparison, if before the end
   * @param rulings decisions of judges so far
   */
  judge: (found: Standings, outages: readonly Outage[], until_ms?: number, rulings?: Rulings) => Verdict
}

/** @param isCalm see `watchSightings`. */
export const createOracle = (world: World, contest: Contest, patience: Patience, isCalm = false): Oracle => {
  const sightings = watchSightings(world, contest, patience, isCalm)
  return {
    guildsFrom: sightings.guildsFrom,
    judge: (found, outages, until_ms = contest.end_ms, rulings = noRulings) =>
      judge(contest, applyRulings(sightings, rulings), outages, found, until_ms, rulings.points),
  }
}
