import type { Assignment } from './assignment.ts'
import type { Draws } from './draws.ts'

/** Tries for each unit, which limits the search by work rather than time: the same seed gives the same teams on any machine. */
const triesPerUnit = 150
/** Number of restarts: with few free players, few exchanges lead out of a dead end. */
const countStarts = (free: number) => Math.max(1, Math.min(6, Math.floor(600 / Math.max(1, free))))
/** Rounds of trying every move and exchange; the last one finds nothing. */
const maxRounds = 60

/** Places all units: locked units, units in the start, then the others where they fit best, large first. */
function placeAll(assignment: Assignment, start: ReadonlyMap<number, number>, draws: Draws): void {
  const { units, teamOf, teams, free } = assignment
  const sizeOf = assignment.sizes.of
  for (const [unit, { locked }] of units.entries()) if (locked !== null) assignment.put(unit, locked)
  for (const [unit, team] of start) if (teamOf[unit] === -1) assignment.put(unit, team)
  const rest = draws.shuffle(free.filter((unit) => teamOf[unit] === -1))
  for (const unit of rest.sort((a, b) => (sizeOf[b] as number) - (sizeOf[a] as number))) {
    let [best, least] = [0, Number.POSITIVE_INFINITY]
    for (let team = 0; team < teams; team++) {
      const change = assignment.weighPlacing(unit, team)
      if (change < least) [best, least] = [team, change]
    }
    assignment.put(unit, best)
  }
}

type Try = readonly [unit: number, to: number, back: number, second: number]

/** A random exchange or move; null if the draw gave nothing to try. */
function drawTry({ teamOf, teams, sizes, free }: Assignment, draws: Draws): Try | null {
  const unit = free[draws.below(free.length)] as number
  if (draws.below(4) === 0) {
    const to = draws.below(teams)
    return to === teamOf[unit] ? null : [unit, to, -1, -1]
  }
  const back = free[draws.below(free.length)] as number
  const to = teamOf[back] as number
  if (to === teamOf[unit]) return null
  if ((sizes.of[unit] as number) <= (sizes.of[back] as number)) return [unit, to, back, -1]
  const second = free[draws.below(free.length)] as number
  return second !== back && teamOf[second] === to ? [unit, to, back, second] : [unit, to, back, -1]
}

/** Accepts changes that make the teams a little less equal, often at first and rarely later, to leave dead ends. */
function wander(assignment: Assignment, draws: Draws, onProgress: (share: number) => void): void {
  const { rule, free } = assignment
  const tries = triesPerUnit * free.length
  let usual = 0
  for (let n = 0; n < 200; n++) {
    const drawn = drawTry(assignment, draws)
    if (drawn) usual += Math.min(Math.abs(assignment.weigh(...drawn)), rule) / 200
  }
  const allowed = Math.floor(Math.min(usual, rule / 4) / 6)
  for (let n = 0; n < tries; n++) {
    if (n % 20_000 === 0) onProgress(n / tries)
    const drawn = drawTry(assignment, draws)
    if (!drawn) continue
    const left = (tries - n) / tries
    if (assignment.weigh(...drawn) < allowed * left * left) assignment.exchange(...drawn)
  }
}

/** Makes every move and exchange that helps, until there is none. */
function settle(assignment: Assignment): void {
  const { teamOf, teams, free } = assignment
  for (let round = 0; round < maxRounds; round++) {
    let isBetter = false
    for (const [place, unit] of free.entries()) {
      for (let team = 0; team < teams; team++) {
        if (team === teamOf[unit] || assignment.weigh(unit, team) >= 0) continue
        assignment.exchange(unit, team)
        isBetter = true
      }
      for (let next = place + 1; next < free.length; next++) {
        const other = free[next] as number
        const to = teamOf[other] as number
        if (to === teamOf[unit] || assignment.weigh(unit, to, other) >= 0) continue
        assignment.exchange(unit, to, other)
        isBetter = true
      }
    }
    if (!isBetter) return
  }
}

/**
 * Places all units in the teams of lowest cost that the search finds.
 * @param start teams of the units that must be apart
 */
export function search(
  assignment: Assignment,
  start: ReadonlyMap<number, number>,
  draws: Draws,
  onProgress: (share: number) => void,
): void {
  const { teamOf, teams, free } = assignment
  placeAll(assignment, start, draws)
  if (free.length === 0 || teams < 2) return
  const starts = countStarts(free.length)
  let best = { cost: Number.POSITIVE_INFINITY, teamOf: Int32Array.from(teamOf) }
  for (let n = 0; n < starts; n++) {
    wander(assignment, draws, (share) => onProgress((n + share) / starts))
    settle(assignment)
    const cost = assignment.sumCost()
    if (cost < best.cost) best = { cost, teamOf: Int32Array.from(teamOf) }
  }
  for (const unit of free) assignment.put(unit, best.teamOf[unit] as number)
}
