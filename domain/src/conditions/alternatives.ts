/** Conditions of one objective with the same number form a group. */
interface Numbered {
  /** undefined and null: the condition is a demand of its own */
  readonly any_of?: number | null | undefined
  /** How many conditions of the group must hold; the largest number in the group applies, and 1 if there is none. */
  readonly at_least?: number | null | undefined
}

/** Conditions of which at least `at_least` must hold. */
export interface Demand<C> {
  readonly members: readonly C[]
  readonly at_least: number
}

/**
 * Groups conditions into demands, ordered by the first condition of each; an item has to meet all of them. A condition without a
 * number is a demand of its own.
 */
export function groupAlternatives<C extends Numbered>(conditions: readonly C[]): Demand<C>[] {
  const demands: { readonly members: C[]; at_least: number }[] = []
  const byNumber = new Map<number, (typeof demands)[number]>()
  for (const condition of conditions) {
    const number = condition.any_of ?? null
    const known = number === null ? undefined : byNumber.get(number)
    const at_least = number === null ? 1 : (condition.at_least ?? 1)
    if (known) {
      known.members.push(condition)
      known.at_least = Math.max(known.at_least, at_least)
      continue
    }
    const demand = { members: [condition], at_least }
    demands.push(demand)
    if (number !== null) byNumber.set(number, demand)
  }
  return demands
}

/** Whether enough conditions of a demand hold. */
export function isMet<C>({ members, at_least }: Demand<C>, holds: (condition: C) => boolean): boolean {
  let missing = at_least
  for (const condition of members) if (missing > 0 && holds(condition)) missing -= 1
  return missing <= 0
}
