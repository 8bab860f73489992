/**
 * The fewest items to move to bring a list into another order: all except a longest run that is already in the wanted order.
 * @param wanted the same items as `current`
 * @returns the items to move, in order: each goes directly before the item that follows it in `wanted`
 */
export function listPlacements(current: readonly string[], wanted: readonly string[]): { item: string; before: string | null }[] {
  const positions = new Map(current.map((item, at) => [item, at]))
  const stay = findLongestRun(wanted.map((item) => positions.get(item) ?? -1))
  const placements: { item: string; before: string | null }[] = []
  for (let at = wanted.length - 1; at >= 0; at--) {
    const item = wanted[at]
    if (item !== undefined && !stay.has(at)) placements.push({ item, before: wanted[at + 1] ?? null })
  }
  return placements
}

/** Positions of a longest increasing subsequence. */
function findLongestRun(numbers: readonly number[]): Set<number> {
  // ends[length] is the position of the smallest number with which a run of this length + 1 can end.
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const run = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) run.add(at)
  return run
}
