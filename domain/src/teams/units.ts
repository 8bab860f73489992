import type { SortInput } from '@muster/contract/team-sort-input'
import type { Draws } from './draws.ts'

/** Players who are placed together: by index into the entries, in order of their rows. */
export interface Unit {
  readonly members: readonly number[]
  /** Index of the team that they must be in; null = any. */
  readonly locked: number | null
  /** Units that must not be in the same team. */
  readonly foes: readonly number[]
}

export interface Units {
  readonly units: readonly Unit[]
  /** The unit of each entry. */
  readonly unitOf: readonly number[]
}

const pushTo = (lists: Map<number, number[]>, key: number, value: number) => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Connected components of pairs: each index gets the lowest index that it is connected with. */
function joinPairs(size: number, pairs: readonly (readonly [number, number])[]): number[] {
  const above = Array.from({ length: size }, (_, place) => place)
  const findTop = (place: number): number => {
    let top = place
    while (above[top] !== top) top = above[top] as number
    return top
  }
  for (const [one, other] of pairs) {
    const [a, b] = [findTop(one), findTop(other)]
    above[Math.max(a, b)] = Math.min(a, b)
  }
  return above.map(findTop)
}

/** The most frequent lock; of equals the first. */
function findUsualLock(locks: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const team of locks) counts.set(team, (counts.get(team) ?? 0) + 1)
  return [...counts].sort(([a, more], [b, fewer]) => fewer - more || a - b)[0]?.[0] ?? null
}

/**
 * Groups of players who are placed together. A lock outweighs a wish to be together: if a group is locked in several teams,
 * locked players stay, and the others join the team with most of the group.
 * @param places index of each row among the entries
 */
export function formUnits({ entries, rules, team_ids }: SortInput, places: ReadonlyMap<string, number>): Units {
  const asPlaces = (pairs: readonly (readonly [string, string])[]) =>
    pairs.flatMap(([one, other]): [number, number][] => {
      const [a, b] = [places.get(one), places.get(other)]
      return a === undefined || b === undefined ? [] : [[a, b]]
    })
  const lockOf = new Map(
    rules.locks.flatMap(({ row, team_id }): [number, number][] => {
      const [place, team] = [places.get(row), team_ids.findIndex((id) => id === team_id)]
      return place === undefined || team < 0 ? [] : [[place, team]]
    }),
  )
  const groups = new Map<number, number[]>()
  for (const [place, top] of joinPairs(entries.length, asPlaces(rules.together)).entries()) pushTo(groups, top, place)

  const drafts: { members: number[]; locked: number | null }[] = []
  for (const members of groups.values()) {
    const locks = members.flatMap((place) => lockOf.get(place) ?? [])
    const usual = findUsualLock(locks)
    const elsewhere = members.filter((place) => lockOf.has(place) && lockOf.get(place) !== usual)
    drafts.push({ members: members.filter((place) => !elsewhere.includes(place)), locked: usual })
    for (const place of elsewhere) drafts.push({ members: [place], locked: lockOf.get(place) ?? null })
  }

  const unitOf: number[] = []
  for (const [unit, { members }] of drafts.entries()) for (const place of members) unitOf[place] = unit
  const foes = drafts.map(() => new Set<number>())
  for (const [one, other] of asPlaces(rules.apart)) {
    const [a, b] = [unitOf[one], unitOf[other]]
    if (a === undefined || b === undefined || a === b) continue
    foes[a]?.add(b)
    foes[b]?.add(a)
  }
  return {
    units: drafts.map((draft, unit) => ({ ...draft, foes: [...(foes[unit] ?? [])].sort((a, b) => a - b) })),
    unitOf,
  }
}

/** Tries before the search for teams that keep players apart is given up. */
const maxTries = 50_000

/** Teams for the units that must be apart. `proved`: there is no solution, as opposed to not found. */
export type Separation = { ok: true; teamOf: ReadonlyMap<number, number> } | { ok: false; proved: boolean }

/**
 * Places the units that have foes so that no two foes share a team: the unit with the fewest possible teams first, with
 * backtracking. The sizes of teams are not considered.
 */
export function separateFoes(units: readonly Unit[], teams: number, draws: Draws): Separation {
  const contested = units.flatMap((unit, at) => (unit.foes.length > 0 ? [at] : []))
  const teamOf = new Map<number, number>()
  const sizes = Array.from({ length: teams }, () => 0)
  const freeTeams = (at: number): number[] => {
    const unit = units[at] as Unit
    const taken = new Set(unit.foes.map((foe) => teamOf.get(foe)))
    const allowed = unit.locked === null ? sizes.map((_, team) => team) : [unit.locked]
    return allowed.filter((team) => !taken.has(team))
  }
  const put = (at: number, team: number, sign: 1 | -1) => {
    if (sign === 1) teamOf.set(at, team)
    else teamOf.delete(at)
    sizes[team] = (sizes[team] ?? 0) + sign * (units[at]?.members.length ?? 0)
  }
  // Locked units cannot move, so they come first, and a contradiction among them is found at once.
  const fixed = contested.filter((at) => units[at]?.locked !== null)
  for (const at of fixed) {
    const [team] = freeTeams(at)
    if (team === undefined) return { ok: false, proved: true }
    put(at, team, 1)
  }
  const open = new Set(draws.shuffle(contested.filter((at) => !teamOf.has(at))))
  let tries = 0
  function place(): boolean {
    let next: number | undefined
    let choices: number[] = []
    for (const at of open) {
      const found = freeTeams(at)
      const isHarder = next !== undefined && found.length === choices.length && foesOf(at) > foesOf(next)
      if (next === undefined || found.length < choices.length || isHarder) [next, choices] = [at, found]
    }
    if (next === undefined) return true
    open.delete(next)
    for (const team of draws.shuffle(choices).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))) {
      if (++tries > maxTries) break
      put(next, team, 1)
      if (place()) return true
      put(next, team, -1)
    }
    open.add(next)
    return false
  }
  const foesOf = (at: number) => units[at]?.foes.length ?? 0
  return place() ? { ok: true, teamOf } : { ok: false, proved: tries <= maxTries }
}
