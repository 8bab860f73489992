import type { Placement, SortEntry, SortInput } from '@muster/contract/team-sort-input'
import { aloneWeight, bucketLabels, countAlone, figures, findBucket, findLikelyHours, moveWeight } from './aims.ts'
import { findShares } from './shares.ts'

/** Figures of one team; hours a day, summed over its members. */
export interface TeamFigures {
  readonly team_id: number
  readonly size: number
  readonly expected_hours: number
  readonly likely_hours: number
  /** People in each playtime bucket. */
  readonly buckets: readonly number[]
  /** People by past events: none, one to four, five and more. */
  readonly experience: readonly number[]
  /** People by the quarter of the day in UTC in which they have their evening. */
  readonly evenings: readonly number[]
  readonly needs_help: number
  readonly wants_to_help: number
  readonly guild_owners: number
}

/** The figures by which proposals are compared. */
export interface SortFigures {
  readonly teams: readonly TeamFigures[]
  /** Players without a team. */
  readonly unplaced: number
  /** The difference between the largest and the smallest team. */
  readonly size_gap: number
  /** The difference between most and fewest hours a day, as a share of the mean; 0 without players. */
  readonly hours_spread: number
  /** The largest difference between two teams in one playtime bucket. */
  readonly bucket_gap: number
  readonly pairs: number
  readonly pairs_together: number
  readonly newcomers: number
  /** Newcomers in teams with a helper for every three of them. */
  readonly newcomers_helped: number
  /** Players whose team changed. */
  readonly moved: number
  /** How unequal the teams are by the aims; 0 = equal. */
  readonly distance: number
}

const count = (entries: readonly SortEntry[], holds: (entry: SortEntry) => boolean) => entries.filter(holds).length
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
const gap = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values))

/** Figures of one team. */
export function measureTeam(team_id: number, members: readonly SortEntry[]): TeamFigures {
  const applied = members.filter((one) => one.expected_hours > 0)
  return {
    team_id,
    size: members.length,
    expected_hours: sum(members.map((one) => one.expected_hours)),
    likely_hours: sum(members.map(findLikelyHours)),
    buckets: bucketLabels.map((_, bucket) => count(applied, (one) => findBucket(one.expected_hours) === bucket)),
    experience: [0, 1, 2].map((level) => count(applied, (one) => one.experience === level)),
    evenings: [0, 1, 2, 3].map((quarter) => count(members, (one) => one.evening === quarter)),
    needs_help: count(members, (one) => one.needs_help),
    wants_to_help: count(members, (one) => one.wants_to_help),
    guild_owners: count(members, (one) => one.is_guild_owner),
  }
}

/** How unequal the teams are by the aims, computed like the search's cost, from the assignment alone. */
export function measureDistance(input: SortInput, teamOf: ReadonlyMap<string, number>): number {
  const shares = findShares(input)
  const parts = sum(shares)
  const { aims, entries, team_ids } = input
  let distance = 0
  for (const { aim, weight, of } of figures) {
    const all = sum(entries.map(of))
    for (const [team, id] of team_ids.entries()) {
      const has = sum(entries.filter((one) => teamOf.get(one.row) === id).map(of))
      distance += aims[aim] * weight * (has - (all * (shares[team] ?? 0)) / parts) ** 2
    }
  }
  const moved = count(entries, (one) => one.present_team_id !== null && teamOf.get(one.row) !== one.present_team_id)
  const alone = team_ids.map((id) => {
    const members = entries.filter((one) => teamOf.get(one.row) === id)
    return countAlone(
      count(members, (one) => one.needs_help),
      count(members, (one) => one.wants_to_help),
    )
  })
  return distance + aims.help * aloneWeight * sum(alone) + aims.stay * moveWeight * moved
}

/** Figures of an assignment, proposed or made by hand. */
export function measureSort(input: SortInput, placements: readonly Placement[]): SortFigures {
  const teamOf = new Map(placements.map((one) => [one.row, one.team_id as number]))
  const membersOf = Map.groupBy(input.entries, (entry) => teamOf.get(entry.row))
  const teams = input.team_ids.map((id) => measureTeam(id, membersOf.get(id) ?? []))
  const hours = teams.map((team) => team.expected_hours)
  const pairs = input.rules.together
  return {
    teams,
    unplaced: count(input.entries, (entry) => !teamOf.has(entry.row)),
    size_gap: gap(teams.map((team) => team.size)),
    hours_spread: sum(hours) === 0 ? 0 : (gap(hours) * hours.length) / sum(hours),
    bucket_gap: Math.max(0, ...bucketLabels.map((_, bucket) => gap(teams.map((team) => team.buckets[bucket] ?? 0)))),
    pairs: pairs.length,
    pairs_together: pairs.filter(([one, other]) => teamOf.has(one) && teamOf.get(one) === teamOf.get(other)).length,
    newcomers: sum(teams.map((team) => team.needs_help)),
    newcomers_helped: sum(teams.map((team) => team.needs_help - countAlone(team.needs_help, team.wants_to_help))),
    moved: count(input.entries, (one) => one.present_team_id !== null && teamOf.get(one.row) !== one.present_team_id),
    distance: measureDistance(input, teamOf),
  }
}
