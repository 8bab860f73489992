/**
 * The oracle computes the expected standings of an event from the world itself. From the product it uses only the definition at
 * the start and the standings at the end.
 */
import type { World } from '../world/world.ts'
import { type Contest, listObjectives, noRulings, type Outage, type Patience, type Rulings } from './contest.ts'
import { createReportCounter } from './reports.ts'
import { applyRulings } from './rulings.ts'
import { type Sightings, watchSightings } from './sightings.ts'
import type { Standings } from './points.ts'
import { judge, type Verdict } from './verdict.ts'

export interface Oracle {
  /** From now on the product reads the game; only for an oracle that was created without. */
  beginReading: () => void
  /** Start of the product's guild tab reads. */
  guildsFrom: (at: number) => void
  /**
   * @param until_ms time of the comparison, if before the end
   * @param rulings decisions of judges so far
   */
  judge: (found: Standings, outages: readonly Outage[], until_ms?: number, rulings?: Rulings) => Verdict
}

const nothingSeen: Sightings = { of: () => [], sources: () => new Map(), guildsFrom: () => undefined }

/**
 * @param isCalm see `watchSightings`.
 * @param readsGame false: the product reads nothing until `beginReading`.
 */
export const createOracle = (world: World, contest: Contest, patience: Patience, isCalm = false, readsGame = true): Oracle => {
  const watch = (start_ms: number) => watchSightings(world, { ...contest, start_ms }, patience, isCalm)
  let sightings = readsGame ? watch(contest.start_ms) : nothingSeen
  const countReports = createReportCounter(listObjectives(contest.root))
  return {
    beginReading: () => {
      sightings = watch(world.now())
    },
    guildsFrom: (at) => sightings.guildsFrom(at),
    judge: (found, outages, until_ms = contest.end_ms, rulings = noRulings) =>
      judge(contest, applyRulings(sightings, rulings, countReports), outages, found, until_ms, rulings.points),
  }
}
