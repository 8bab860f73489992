import type { SortInput } from '@muster/contract/team-sort-input'
import { aloneWeight, countAlone, figures, moveWeight } from './aims.ts'
import { findShares } from './shares.ts'
import type { Unit } from './units.ts'

/** Penalty for a broken rule, higher than that of any aim. */
const ruleWeight = 1_000_000

/** A number of players by unit and by team. */
interface Count {
  readonly of: Int32Array
  readonly in: Int32Array
}

/** The number in a unit, without the numbers in up to two units (-1: none) that it is exchanged for. */
const countMoved = ({ of }: Count, unit: number, back: number, second: number) =>
  (of[unit] as number) - (back >= 0 ? (of[back] as number) : 0) - (second >= 0 ? (of[second] as number) : 0)

/**
 * Teams under construction. A team's target for a figure is its share of the total; the cost of the teams is the deviation,
 * squared and weighted. All values are integers (multiplied by the sum of the shares), so that the order of additions cannot
 * change a result.
 */
export class Assignment {
  readonly teams: number
  readonly units: readonly Unit[]
  /** The team of each unit; -1 before it is placed. */
  readonly teamOf: Int32Array
  /** Units without a locked team. */
  readonly free: readonly number[]
  /** The size of each unit and team. */
  readonly sizes: Count
  /** Penalty for a broken rule. */
  readonly rule: number
  private readonly newcomers: Count
  private readonly helpers: Count
  /** The present team of each member of a unit; -1 without one. */
  private readonly presentOf: readonly (readonly number[])[]
  private readonly mins: readonly number[]
  private readonly maxes: readonly number[]
  /** Penalties for moving a player, and for a newcomer without a helper. */
  private readonly stay: number
  private readonly alone: number
  /** Number of figures, and their weights. */
  private readonly wide: number
  private readonly weights: readonly number[]
  /** The amount that each unit adds to each figure, times the parts. */
  private readonly adds: Float64Array
  /** Deviation of each team from its share of each figure, times the parts. */
  private readonly off: Float64Array

  constructor(input: SortInput, units: readonly Unit[]) {
    const { entries, team_ids, rules, aims } = input
    const teams = team_ids.length
    const players = units.map(({ members }) => members.flatMap((at) => entries[at] ?? []))
    const count = (isCounted: (entry: SortInput['entries'][number]) => boolean): Count => ({
      of: Int32Array.from(players, (list) => list.filter(isCounted).length),
      in: new Int32Array(teams),
    })
    this.teams = teams
    this.units = units
    this.teamOf = new Int32Array(units.length).fill(-1)
    this.free = units.flatMap((unit, at) => (unit.locked === null ? [at] : []))
    this.sizes = count(() => true)
    this.newcomers = count((entry) => entry.needs_help)
    this.helpers = count((entry) => entry.wants_to_help)
    this.presentOf = players.map((list) => list.map(({ present_team_id }) => team_ids.findIndex((id) => id === present_team_id)))
    const limits = team_ids.map((id) => rules.sizes.find((one) => one.team_id === id))
    this.mins = limits.map((limit) => limit?.min ?? 0)
    this.maxes = limits.map((limit) => limit?.max ?? entries.length)

    const shares = findShares(input)
    const parts = shares.reduce((sum, share) => sum + share, 0)
    this.stay = aims.stay * moveWeight * parts ** 2
    this.alone = aims.help * aloneWeight * parts ** 2
    this.rule = ruleWeight * parts ** 2
    const used = figures.filter(({ aim }) => aims[aim] > 0)
    this.wide = used.length
    this.weights = used.map(({ aim, weight }) => aims[aim] * weight)
    const amounts = players.map((list) => used.map(({ of }) => list.reduce((sum, entry) => sum + of(entry), 0)))
    const totals = used.map((_, f) => amounts.reduce((sum, amount) => sum + (amount[f] as number), 0))
    this.adds = Float64Array.from(amounts.flat(), (amount) => amount * parts)
    this.off = Float64Array.from(shares.flatMap((share) => totals.map((total) => -total * share)))
  }

  put(unit: number, team: number): void {
    const { teamOf, wide, adds, off } = this
    const from = teamOf[unit] as number
    for (let f = 0; f < wide; f++) {
      const added = adds[unit * wide + f] as number
      off[team * wide + f] = (off[team * wide + f] as number) + added
      if (from >= 0) off[from * wide + f] = (off[from * wide + f] as number) - added
    }
    for (const count of [this.sizes, this.newcomers, this.helpers]) {
      count.in[team] = (count.in[team] as number) + (count.of[unit] as number)
      if (from >= 0) count.in[from] = (count.in[from] as number) - (count.of[unit] as number)
    }
    teamOf[unit] = team
  }

  /** Moves a unit to a team, in exchange for up to two units of that team (-1: none). */
  exchange(unit: number, to: number, back = -1, second = -1): void {
    const from = this.teamOf[unit] as number
    this.put(unit, to)
    if (back >= 0) this.put(back, from)
    if (second >= 0) this.put(second, from)
  }

  /** The change of cost by `exchange`; below 0 is better. */
  weigh(unit: number, to: number, back = -1, second = -1): number {
    const { wide, adds, off, weights, stay, alone, newcomers, helpers } = this
    const from = this.teamOf[unit] as number
    let change = 0
    for (let f = 0; f < wide; f++) {
      let moved = adds[unit * wide + f] as number
      if (back >= 0) moved -= adds[back * wide + f] as number
      if (second >= 0) moved -= adds[second * wide + f] as number
      // Often the difference is zero, but a check takes longer than adding zero.
      change += (weights[f] as number) * moved * (moved + (off[to * wide + f] as number) - (off[from * wide + f] as number))
    }
    change *= 2
    if (stay > 0) {
      let moves = this.countMoves(unit, to) - this.countMoves(unit, from)
      if (back >= 0) moves += this.countMoves(back, from) - this.countMoves(back, to)
      if (second >= 0) moves += this.countMoves(second, from) - this.countMoves(second, to)
      change += stay * moves
    }
    if (alone > 0) {
      const [added, helping] = [countMoved(newcomers, unit, back, second), countMoved(helpers, unit, back, second)]
      if (added !== 0 || helping !== 0)
        change += alone * (this.weighAlone(to, added, helping) + this.weighAlone(from, -added, -helping))
    }
    return change + this.rule * this.countBroken(unit, from, to, back, second)
  }

  /** The change of cost by placing a unit that has no team. */
  weighPlacing(unit: number, team: number): number {
    const { wide, adds, off, weights, sizes, newcomers, helpers } = this
    let change = 0
    for (let f = 0; f < wide; f++) {
      const added = adds[unit * wide + f] as number
      change += (weights[f] as number) * added * (added + 2 * (off[team * wide + f] as number))
    }
    const size = (sizes.in[team] as number) + (sizes.of[unit] as number)
    const broken = this.countFoes(unit, team, -1, -1) + Math.max(0, size - (this.maxes[team] as number))
    change += this.alone * this.weighAlone(team, newcomers.of[unit] as number, helpers.of[unit] as number)
    return change + this.stay * this.countMoves(unit, team) + this.rule * broken
  }

  /** The cost of the current teams, including broken rules. */
  sumCost(): number {
    const { wide, teams, off, weights } = this
    let cost = 0
    for (let team = 0; team < teams; team++) {
      for (let f = 0; f < wide; f++) {
        const distance = off[team * wide + f] as number
        cost += (weights[f] as number) * distance * distance
      }
      cost += this.alone * countAlone(this.newcomers.in[team] as number, this.helpers.in[team] as number)
      cost += this.rule * this.countBeyond(team, this.sizes.in[team] as number)
    }
    for (const [unit, team] of this.teamOf.entries()) {
      // Each pair of foes is counted from both sides.
      cost += this.stay * this.countMoves(unit, team) + (this.rule / 2) * this.countFoes(unit, team, -1, -1)
    }
    return cost
  }

  /** How many more rules an exchange breaks. */
  private countBroken(unit: number, from: number, to: number, back: number, second: number): number {
    let broken = this.countFoes(unit, to, back, second) - this.countFoes(unit, from, -1, -1)
    if (back >= 0) broken += this.countFoes(back, from, unit, -1) - this.countFoes(back, to, -1, -1)
    if (second >= 0) {
      broken += this.countFoes(second, from, unit, -1) - this.countFoes(second, to, -1, -1)
      // The two move together, so they stay in one team.
      if (this.units[back]?.foes.includes(second)) broken += 2
    }
    const gone = countMoved(this.sizes, unit, back, second)
    if (gone === 0) return broken
    const [here, there] = [this.sizes.in[from] as number, this.sizes.in[to] as number]
    broken += this.countBeyond(from, here - gone) - this.countBeyond(from, here)
    return broken + this.countBeyond(to, there + gone) - this.countBeyond(to, there)
  }

  /** Players of a team of this size beyond its limits. */
  private countBeyond(team: number, size: number): number {
    return Math.max(0, size - (this.maxes[team] ?? 0)) + Math.max(0, (this.mins[team] ?? 0) - size)
  }

  /** Members of a unit who would leave their present team. */
  private countMoves(unit: number, team: number): number {
    let moves = 0
    for (const present of this.presentOf[unit] ?? []) if (present >= 0 && present !== team) moves++
    return moves
  }

  private countFoes(unit: number, team: number, not: number, nor: number): number {
    let foes = 0
    for (const foe of this.units[unit]?.foes ?? []) if (foe !== not && foe !== nor && this.teamOf[foe] === team) foes++
    return foes
  }

  /** How many more newcomers would be without a helper if a team got these players. */
  private weighAlone(team: number, newcomers: number, helpers: number): number {
    const [now, have] = [this.newcomers.in[team] as number, this.helpers.in[team] as number]
    return countAlone(now + newcomers, have + helpers) - countAlone(now, have)
  }
}
