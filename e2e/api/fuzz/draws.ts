/** Seeded random numbers, so that a failing run can be repeated. */
export interface Draws {
  /** At least 0, below 1. */
  fraction(): number
  /** An integer of at least 0, below `end`. */
  below(end: number): number
  /** True in the given percentage of cases. */
  percent(cases: number): boolean
  pick<T>(list: readonly T[]): T
}

/** mulberry32: 32 bits of state, uniform enough here. */
export function createDraws(seed: number): Draws {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(fraction() * end)
  return {
    fraction,
    below,
    percent: (cases) => fraction() * 100 < cases,
    pick(list) {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('cannot pick from an empty list')
      return found
    },
  }
}
