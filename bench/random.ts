/** A small seeded generator (mulberry32): the same seed gives the same bench on every machine. */
export interface Random {
  /** An integer in [0, below). */
  readonly below: (limit: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
  readonly hex: (digits: number) => string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  }
}
