import type { SortInput } from '@muster/contract/team-sort-input'

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
