import type { SortInput } from '@muster/contract/team-sort-input'
import { aloneWeight, countAlone, figures, moveWeight } from './aims.ts'
import type { Draws } from './draws.ts'
import type { Unit } from './units.ts'

/** Tries for each unit, which limits the search by work and not by time: the same seed gives the same teams on any machine. */
const triesPerUnit = 150
/** Number of restarts: with few free players, few exchanges lead out of a dead end. */
const countStarts = (free: number) => Math.max(1, Math.min(6, Math.floor(600 / Math.max(1, free))))
/** Rounds of trying every move and exchange; the last one finds nothing. */
const mostRounds = 60

/** Penalty for a broken rule, higher than that of any aim. */
const ruleWeight = 1_000_000

export interface Search {
  /** The team of each unit. */
  readonly teamOf: Int32Array
  /**
   * Places all players.
   * @param start teams of the units that must be apart
   */
  readonly run: (start: ReadonlyMap<number, number>, onProgress: (share: number) => void) => void
}

/** The target share of players for each team: equal, or as close as the size limits allow. */
export function findShares({ team_ids, entries, rules }: SortInput): number[] {
  const alike = team_ids.map(() => 1)
  const limits = team_ids.map((id) => {
    const limit = rules.sizes.find((one) => one.team_id === id)
    const min = limit?.min ?? 0
    return { id, min, max: Math.max(min, limit?.max ?? entries.length) }
  })
  const even = entries.length / team_ids.length
  if (limits.every(({ min, max }) => min <= Math.floor(even) && max >= Math.ceil(even))) return alike
  const shares = new Map(limits.map(({ id, min }) => [id, min]))
  const byId = limits.toSorted((a, b) => a.id - b.id)
  const shareOf = (id: number) => shares.get(id as (typeof team_ids)[number]) ?? 0
  for (let left = entries.length - limits.reduce((sum, { min }) => sum + min, 0); left > 0; left--) {
    const open = byId.filter(({ id, max }) => shareOf(id) < max)
    if (open.length === 0) break
    const { id } = open.reduce((least, one) => (shareOf(one.id) < shareOf(least.id) ? one : least))
    shares.set(id, shareOf(id) + 1)
  }
  const found = team_ids.map(shareOf)
  return found.some((share) => share > 0) ? found : alike
}

/**
 * Teams under construction. A team's target for a figure is its share of the total; the cost of the teams is the deviation,
 * squared and weighted. All values are integers (multiplied by the sum of the shares), so that the order of additions cannot
 * change a result.
 */
export function createSearch(input: SortInput, units: readonly Unit[], draws: Draws): Search {
  const { entries, team_ids, rules, aims } = input
  const teams = team_ids.length
  const shares = findShares(input)
  const parts = shares.reduce((sum, share) => sum + share, 0)
  const used = figures.filter(({ aim }) => aims[aim] > 0)
  const wide = used.length
  const weights = used.map(({ aim, weight }) => aims[aim] * weight)
  const scale = parts * parts
  const stay = aims.stay * moveWeight * scale
  const alone = aims.help * aloneWeight * scale
  const rule = ruleWeight * scale

  const limits = team_ids.map((id) => rules.sizes.find((one) => one.team_id === id))
  const mins = limits.map((limit) => limit?.min ?? 0)
  const maxes = limits.map((limit) => limit?.max ?? entries.length)
  const hasLimits = rules.sizes.length > 0

  /** The amount that each unit adds to each figure, times the parts. */
  const adds = new Float64Array(units.length * wide)
  const sizeOf = Int32Array.from(units, (unit) => unit.members.length)
  const presentOf = units.map(({ members }) =>
    members.map((at) => team_ids.findIndex((id) => id === entries[at]?.present_team_id)),
  )
  for (const [unit, { members }] of units.entries()) {
    for (const at of members) {
      const entry = entries[at]
      if (entry)
        for (const [f, { of }] of used.entries()) adds[unit * wide + f] = (adds[unit * wide + f] ?? 0) + of(entry) * parts
    }
  }
  /** Newcomers and helpers of each unit, and of each team. */
  const [newOf, helpersOf] = [new Int32Array(units.length), new Int32Array(units.length)]
  for (const [unit, { members }] of units.entries()) {
    newOf[unit] = members.filter((at) => entries[at]?.needs_help).length
    helpersOf[unit] = members.filter((at) => entries[at]?.wants_to_help).length
  }
  const [newIn, helpersIn] = [new Int32Array(teams), new Int32Array(teams)]
  /** How many more newcomers would be without a helper if a team got these players. */
  function weighAlone(team: number, newcomers: number, helpers: number): number {
    const [now, have] = [newIn[team] as number, helpersIn[team] as number]
    return countAlone(now + newcomers, have + helpers) - countAlone(now, have)
  }
  /** Deviation of each team from its share of each figure, times the parts. */
  const off = new Float64Array(teams * wide)
  for (let f = 0; f < wide; f++) {
    let total = 0
    for (let unit = 0; unit < units.length; unit++) total += (adds[unit * wide + f] ?? 0) / parts
    for (let team = 0; team < teams; team++) off[team * wide + f] = -total * (shares[team] ?? 0)
  }
  const sizes = new Int32Array(teams)
  const teamOf = new Int32Array(units.length).fill(-1)
  const free = units.flatMap((unit, at) => (unit.locked === null ? [at] : []))

  const beyond = (team: number, size: number) => Math.max(0, size - (maxes[team] ?? 0)) + Math.max(0, (mins[team] ?? 0) - size)
  const movesOf = (unit: number, team: number) => {
    let moves = 0
    for (const present of presentOf[unit] ?? []) if (present >= 0 && present !== team) moves++
    return moves
  }
  function countFoes(unit: number, team: number, not: number, nor: number): number {
    let foes = 0
    for (const foe of units[unit]?.foes ?? []) if (foe !== not && foe !== nor && teamOf[foe] === team) foes++
    return foes
  }

  function put(unit: number, team: number): void {
    const from = teamOf[unit] as number
    const size = sizeOf[unit] as number
    for (let f = 0; f < wide; f++) {
      const added = adds[unit * wide + f] as number
      off[team * wide + f] = (off[team * wide + f] as number) + added
      if (from >= 0) off[from * wide + f] = (off[from * wide + f] as number) - added
    }
    for (const [of, inTeam] of [
      [newOf, newIn],
      [helpersOf, helpersIn],
    ] as const) {
      inTeam[team] = (inTeam[team] as number) + (of[unit] as number)
      if (from >= 0) inTeam[from] = (inTeam[from] as number) - (of[unit] as number)
    }
    sizes[team] = (sizes[team] as number) + size
    if (from >= 0) sizes[from] = (sizes[from] as number) - size
    teamOf[unit] = team
  }

  /** The change of cost for moving a unit to a team, in exchange for up to two units of that team; below 0 is better. */
  function weigh(unit: number, to: number, back = -1, second = -1): number {
    const from = teamOf[unit] as number
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
      let moves = movesOf(unit, to) - movesOf(unit, from)
      if (back >= 0) moves += movesOf(back, from) - movesOf(back, to)
      if (second >= 0) moves += movesOf(second, from) - movesOf(second, to)
      change += stay * moves
    }
    if (alone > 0) {
      const minus = (of: Int32Array) =>
        (of[unit] as number) - (back >= 0 ? (of[back] as number) : 0) - (second >= 0 ? (of[second] as number) : 0)
      const [newcomers, helpers] = [minus(newOf), minus(helpersOf)]
      if (newcomers !== 0 || helpers !== 0)
        change += alone * (weighAlone(to, newcomers, helpers) + weighAlone(from, -newcomers, -helpers))
    }
    let broken = countFoes(unit, to, back, second) - countFoes(unit, from, -1, -1)
    if (back >= 0) broken += countFoes(back, from, unit, -1) - countFoes(back, to, -1, -1)
    if (second >= 0) {
      broken += countFoes(second, from, unit, -1) - countFoes(second, to, -1, -1)
      // The two move together, so they stay in one team.
      if (units[back]?.foes.includes(second)) broken += 2
    }
    if (hasLimits) {
      const gone =
        (sizeOf[unit] as number) - (back >= 0 ? (sizeOf[back] as number) : 0) - (second >= 0 ? (sizeOf[second] as number) : 0)
      const [here, there] = [sizes[from] as number, sizes[to] as number]
      if (gone !== 0) broken += beyond(from, here - gone) - beyond(from, here) + beyond(to, there + gone) - beyond(to, there)
    }
    return change + rule * broken
  }

  function exchange(unit: number, to: number, back = -1, second = -1): void {
    const from = teamOf[unit] as number
    put(unit, to)
    if (back >= 0) put(back, from)
    if (second >= 0) put(second, from)
  }

  /** Places all units: locked units, units in the start, then the others where they fit best, large first. */
  function begin(start: ReadonlyMap<number, number>): void {
    for (const [unit, { locked }] of units.entries()) if (locked !== null) put(unit, locked)
    for (const [unit, team] of start) if (teamOf[unit] === -1) put(unit, team)
    const rest = draws.shuffle(free.filter((unit) => teamOf[unit] === -1))
    for (const unit of rest.sort((a, b) => (sizeOf[b] as number) - (sizeOf[a] as number))) {
      let [best, least] = [0, Number.POSITIVE_INFINITY]
      for (let team = 0; team < teams; team++) {
        let change = 0
        for (let f = 0; f < wide; f++) {
          const added = adds[unit * wide + f] as number
          change += (weights[f] as number) * added * (added + 2 * (off[team * wide + f] as number))
        }
        const size = sizes[team] as number
        const broken = countFoes(unit, team, -1, -1) + Math.max(0, size + (sizeOf[unit] as number) - (maxes[team] as number))
        change += alone * weighAlone(team, newOf[unit] as number, helpersOf[unit] as number)
        change += stay * movesOf(unit, team) + rule * broken
        if (change < least) [best, least] = [team, change]
      }
      put(unit, best)
    }
  }

  /** A random exchange or move; null if the draw gave nothing to try. */
  function drawTry(): readonly [unit: number, to: number, back: number, second: number] | null {
    const unit = free[draws.below(free.length)] as number
    if (draws.below(4) === 0) {
      const to = draws.below(teams)
      return to === teamOf[unit] ? null : [unit, to, -1, -1]
    }
    const back = free[draws.below(free.length)] as number
    const to = teamOf[back] as number
    if (to === teamOf[unit]) return null
    if ((sizeOf[unit] as number) <= (sizeOf[back] as number)) return [unit, to, back, -1]
    const second = free[draws.below(free.length)] as number
    return second !== back && teamOf[second] === to ? [unit, to, back, second] : [unit, to, back, -1]
  }

  /** Accepts changes that make the teams a little less equal, at first often and later seldom, to leave dead ends. */
  function wander(onProgress: (share: number) => void): void {
    const tries = triesPerUnit * free.length
    let usual = 0
    for (let n = 0; n < 200; n++) {
      const drawn = drawTry()
      if (drawn) usual += Math.min(Math.abs(weigh(...drawn)), rule) / 200
    }
    const allowed = Math.floor(Math.min(usual, rule / 4) / 6)
    for (let n = 0; n < tries; n++) {
      if (n % 20_000 === 0) onProgress(n / tries)
      const drawn = drawTry()
      if (!drawn) continue
      const left = (tries - n) / tries
      if (weigh(...drawn) < allowed * left * left) exchange(...drawn)
    }
  }

  /** Makes every move and exchange that helps, until there is none. */
  function settle(): void {
    for (let round = 0; round < mostRounds; round++) {
      let isBetter = false
      for (const [place, unit] of free.entries()) {
        for (let team = 0; team < teams; team++) {
          if (team === teamOf[unit] || weigh(unit, team) >= 0) continue
          exchange(unit, team)
          isBetter = true
        }
        for (let next = place + 1; next < free.length; next++) {
          const other = free[next] as number
          const to = teamOf[other] as number
          if (to === teamOf[unit] || weigh(unit, to, other) >= 0) continue
          exchange(unit, to, other)
          isBetter = true
        }
      }
      if (!isBetter) return
    }
  }

  /** The cost of the current teams, including broken rules. */
  function reckon(): number {
    let cost = 0
    for (let team = 0; team < teams; team++) {
      for (let f = 0; f < wide; f++) {
        const distance = off[team * wide + f] as number
        cost += (weights[f] as number) * distance * distance
      }
      cost += alone * countAlone(newIn[team] as number, helpersIn[team] as number) + rule * beyond(team, sizes[team] as number)
    }
    for (let unit = 0; unit < units.length; unit++) {
      const team = teamOf[unit] as number
      // Each pair of foes is counted from both sides.
      cost += stay * movesOf(unit, team) + (rule / 2) * countFoes(unit, team, -1, -1)
    }
    return cost
  }

  return {
    teamOf,
    run(start, onProgress) {
      begin(start)
      if (free.length === 0 || teams < 2) return
      const starts = countStarts(free.length)
      let best = { cost: Number.POSITIVE_INFINITY, teamOf: Int32Array.from(teamOf) }
      for (let n = 0; n < starts; n++) {
        wander((share) => onProgress((n + share) / starts))
        settle()
        const cost = reckon()
        if (cost < best.cost) best = { cost, teamOf: Int32Array.from(teamOf) }
      }
      for (const unit of free) put(unit, best.teamOf[unit] as number)
    },
  }
}
