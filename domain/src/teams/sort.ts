import type { Placement, SortInput } from '@muster/contract/team-sort-input'
import { type BrokenRule, explainProposal, findBrokenRules } from './broken-rules.ts'
import { Assignment } from './assignment.ts'
import { createDraws } from './draws.ts'
import { measureSort, type SortFigures } from './measure.ts'
import { search } from './search.ts'
import { formUnits, separateFoes } from './units.ts'

/** Raised with every change that gives other teams for the same input and seed; stored with each sort. */
export const sortVersion = 2

export interface Proposal {
  readonly seed: number
  /** All players with their team, by row; empty if there are no teams. */
  readonly placements: readonly Placement[]
  readonly figures: SortFigures
  /** Broken rules, each with the reason; empty = every rule is kept. */
  readonly broken: readonly BrokenRule[]
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The same input in canonical order, each row and team once. */
function orderInput(input: SortInput): SortInput {
  const entries = [...new Map(input.entries.map((entry) => [entry.row, entry])).values()]
  return {
    ...input,
    team_ids: [...new Set(input.team_ids)].sort((a, b) => a - b),
    entries: entries.sort((a, b) => compareTexts(a.row, b.row)),
  }
}

/**
 * Proposes teams: rules first, then teams as equal as the aims ask for. It places players who must be apart, fills greedily,
 * exchanges at random, and ends when no single move or exchange helps. The same input, in any order, and the same seed give the
 * same teams.
 * @param seed a whole number from 0 below 2^32
 * @param onProgress receives the finished share of the work, 0 to 1
 */
export function sortTeams(given: SortInput, seed: number, onProgress: (share: number) => void = () => {}): Proposal {
  const input = orderInput(given)
  const draws = createDraws(seed)
  const places = new Map(input.entries.map((entry, place) => [entry.row, place]))
  const formed = formUnits(input, places)
  let placements: Placement[] = []
  let isProvedImpossible = false
  if (input.team_ids.length > 0) {
    const separation = separateFoes(formed.units, input.team_ids.length, draws)
    isProvedImpossible = !separation.ok && separation.proved
    const assignment = new Assignment(input, formed.units)
    search(assignment, separation.ok ? separation.teamOf : new Map(), draws, onProgress)
    placements = input.entries.flatMap(({ row }, place) => {
      const team_id = input.team_ids[assignment.teamOf[formed.unitOf[place] ?? -1] ?? -1]
      return team_id === undefined ? [] : [{ row, team_id }]
    })
  }
  onProgress(1)
  return {
    seed,
    placements,
    figures: measureSort(input, placements),
    broken: findBrokenRules(input, placements, explainProposal(input, places, formed, isProvedImpossible)),
  }
}

/** The rules that a manual assignment breaks. */
export const findBrokenByHand = (input: SortInput, placements: readonly Placement[]): BrokenRule[] =>
  findBrokenRules(input, placements, () => 'by_hand')
