/** Conditions of one objective with the same number are alternatives. */
interface Numbered {
  /** undefined and null: the condition is a demand of its own */
  readonly any_of?: number | null | undefined
}

/**
 * Groups conditions into demands, ordered by the first condition of each. At least one condition of every demand has to hold. A
 * condition without a number, or with a number that no other shares, is a demand of its own.
 */
export function groupAlternatives<C extends Numbered>(conditions: readonly C[]): C[][] {
  const demands: C[][] = []
  const byNumber = new Map<number, C[]>()
  for (const condition of conditions) {
    const number = condition.any_of ?? null
    const known = number === null ? undefined : byNumber.get(number)
    if (known) {
      known.push(condition)
      continue
    }
    const demand = [condition]
    demands.push(demand)
    if (number !== null) byNumber.set(number, demand)
  }
  return demands
}
