/** Pseudo-random numbers that depend only on the seed, on every machine. */
export interface Draws {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  /** The same list in a random order. */
  readonly shuffle: <T>(list: readonly T[]) => T[]
}

/** mulberry32: 32-bit integers throughout, so that rounding cannot change the result. */
export function createDraws(seed: number): Draws {
  let state = seed >>> 0
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  function shuffle<T>(list: readonly T[]): T[] {
    const left = [...list]
    return list.map(() => {
      const place = below(left.length)
      const drawn = left[place] as T
      left[place] = left.at(-1) as T
      left.pop()
      return drawn
    })
  }
  return { below, shuffle }
}
