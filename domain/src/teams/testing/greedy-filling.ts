import type { Placement, SortEntry, SortInput } from '@muster/contract/team-sort-input'
import type { TeamId } from '@muster/contract/ids'
import type { Draws } from '../draws.ts'

/**
 * The baseline that a proposal must beat: the usual way to fill teams, implemented from its description. Each player in a random
 * order goes to the team with the fewest players of their playtime bucket, then the smallest; then players without a partner move
 * from the largest to the smallest team; partners move together; and the sizes are evened out once more. Locks stay.
 */
export function fillGreedily({ entries, rules, team_ids }: SortInput, draws: Draws): Placement[] {
  const bucketOf = (hours: number) => [4, 7, 10, 13].filter((end) => hours >= end).length
  const partnerOf = new Map(rules.together.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
  const locked = new Map(rules.locks.map((one) => [one.row, one.team_id]))
  const teamOf = new Map<string, TeamId>()
  const sizes = new Map<TeamId, number>()
  const bucketSizes = new Map<string, number>()
  const sizeOf = (team: TeamId) => sizes.get(team) ?? 0
  const keyOf = (team: TeamId, hours: number) => `${team} ${bucketOf(hours)}`
  const add = <K>(counts: Map<K, number>, key: K, more: number) => counts.set(key, (counts.get(key) ?? 0) + more)
  function put({ row, expected_hours }: SortEntry, team: TeamId) {
    const from = teamOf.get(row)
    if (from !== undefined) {
      add(sizes, from, -1)
      add(bucketSizes, keyOf(from, expected_hours), -1)
    }
    teamOf.set(row, team)
    add(sizes, team, 1)
    add(bucketSizes, keyOf(team, expected_hours), 1)
  }
  for (const entry of entries) {
    const team = locked.get(entry.row)
    if (team !== undefined) put(entry, team)
  }
  for (const entry of draws.shuffle(entries)) {
    if (locked.has(entry.row)) continue
    const ranked = draws.shuffle(team_ids).map((team) => ({
      team,
      bucket: bucketSizes.get(keyOf(team, entry.expected_hours)) ?? 0,
      size: sizeOf(team),
    }))
    const best = ranked.sort((a, b) => a.bucket - b.bucket || a.size - b.size)[0]
    if (!best) return []
    put(entry, best.team)
  }
  function level() {
    for (let round = 0; round < 100; round++) {
      const ranked = draws.shuffle(team_ids).map((team) => ({ team, size: sizeOf(team) }))
      const largest = ranked.reduce((a, b) => (b.size > a.size ? b : a))
      const smallest = ranked.reduce((a, b) => (b.size < a.size ? b : a))
      if (largest.size - smallest.size <= 1) return
      const movable = entries.filter(({ row }) => teamOf.get(row) === largest.team && !locked.has(row) && !partnerOf.has(row))
      const moved = movable[draws.below(Math.max(1, movable.length))]
      if (moved) put(moved, smallest.team)
    }
  }
  level()
  const byRow = new Map(entries.map((entry) => [entry.row, entry]))
  for (const [row, partner] of partnerOf) {
    const [entry, team] = [byRow.get(row), teamOf.get(partner)]
    if (!locked.has(row) && entry && team !== undefined) put(entry, team)
  }
  level()
  return entries.flatMap(({ row }) => {
    const team_id = teamOf.get(row)
    return team_id === undefined ? [] : [{ row, team_id }]
  })
}
