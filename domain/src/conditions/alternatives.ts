/** Conditions of one objective with the same number are alternatives. */
interface Numbered {
  /** undefined and null: the condition stands alone */
  readonly any_of?: number | null | undefined
}

/**
 * The demands of a list of conditions, in the order in which each begins: of every demand at least one condition has to hold.
 * A condition without a number is a demand of its own, as is one that shares its number with no other.
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
