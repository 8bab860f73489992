import type { SortEntry, SortInput } from '@muster/contract/team-sort-input'
import type { TeamId } from '@muster/contract/ids'
import { usualAims } from '../aims.ts'
import { createDraws, type Draws } from '../draws.ts'

/** The row of player n; the order of rows reveals nothing about n. */
export const rowOf = (n: number): string => (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(12, '0')
export const asTeams = (ids: readonly number[]) => ids as TeamId[]

/** A player without a team, with the most common wishes. */
export const anEntry = (n: number, more: Partial<SortEntry> = {}): SortEntry => ({
  row: rowOf(n),
  present_team_id: null,
  expected_hours: 8,
  measured_hours: null,
  experience: 0,
  needs_help: false,
  wants_to_help: false,
  is_guild_owner: false,
  evening: null,
  ...more,
})

export const anInput = (
  teams: readonly number[],
  entries: readonly SortEntry[],
  rules: Partial<SortInput['rules']> = {},
): SortInput => ({
  team_ids: asTeams(teams),
  entries: [...entries],
  rules: { locks: [], together: [], apart: [], sizes: [], ...rules },
  aims: usualAims,
})

const chance = (draws: Draws, percent: number) => draws.below(100) < percent

function drawEntry(draws: Draws, n: number, teams: readonly number[]): SortEntry {
  // Most play some hours an evening, few all day.
  const hours = 1 + Math.min(draws.below(24), draws.below(24))
  const help = draws.below(10)
  return anEntry(n, {
    expected_hours: hours,
    measured_hours: chance(draws, 40) ? draws.below(16) : null,
    experience: draws.below(3) as 0 | 1 | 2,
    needs_help: help === 0,
    wants_to_help: help === 1,
    is_guild_owner: chance(draws, 4),
    evening: chance(draws, 60) ? draws.below(4) : null,
    present_team_id: chance(draws, 10) ? (teams[draws.below(teams.length)] as TeamId) : null,
  })
}

/**
 * A pool of 20 to 500 players for 2 to 10 teams. With `keepable`, the rules follow from a hidden assignment, so that all of them
 * can be kept; without, they are random and may contradict each other.
 */
export function drawPool(seed: number, keepable: boolean): SortInput {
  const draws = createDraws(seed)
  // Mostly small pools, which leave the least room, and some of every size.
  const low = [20, 20, 20, 20, 20, 50, 100, 250][draws.below(8)] ?? 20
  const people = low + draws.below(low === 20 ? 30 : low + 1)
  const teams = draws.shuffle(Array.from({ length: 2 + draws.below(9) }, (_, at) => at + 1))
  const entries = Array.from({ length: people }, (_, n) => drawEntry(draws, n, teams))
  const hidden = draws.shuffle(entries.map((_, n) => teams[n % teams.length] as number))
  const some = (most: number) => draws.below(most + 1)
  const drawPair = (fits: (a: number, b: number) => boolean): [string, string][] => {
    const [a, b] = [draws.below(people), draws.below(people)]
    return a !== b && fits(a, b) ? [[rowOf(a), rowOf(b)]] : []
  }
  const isTogether = (a: number, b: number) => !keepable || hidden[a] === hidden[b]
  const isApart = (a: number, b: number) => !keepable || hidden[a] !== hidden[b]
  const list = <T>(length: number, make: () => T[]) => Array.from({ length }, make).flat()
  const limit = (team: number) => {
    const size = hidden.filter((one) => one === team).length
    const slack = draws.below(4)
    return keepable
      ? { team_id: team as TeamId, min: Math.max(0, size - slack), max: size + slack }
      : {
          team_id: team as TeamId,
          min: chance(draws, 50) ? draws.below(2 * size) : null,
          max: chance(draws, 50) ? draws.below(2 * size) : null,
        }
  }
  const locked = some(Math.floor(people / 5))
  return anInput(teams, entries, {
    locks: list(locked, () => {
      const n = draws.below(people)
      return [{ row: rowOf(n), team_id: (keepable ? hidden[n] : teams[draws.below(teams.length)]) as TeamId }]
    }),
    together: list(some(Math.floor(people / 4)), () => drawPair(isTogether)),
    apart: list(some(12), () => drawPair(isApart)),
    sizes: chance(draws, 40) ? teams.filter(() => chance(draws, 70)).map(limit) : [],
  })
}
