/**
 * Counter-based randomness: a draw is a hash of (seed, stream name, index), so the draws of one entity do not depend on the draws
 * of another. Uses only integer arithmetic, so that every machine gives the same numbers.
 */

const scramble = (value: number): number => {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

/** 32-bit hash of a text (FNV-1a with a finisher). Different values of `basis` give independent hashes. */
export const hashText = (text: string, basis: number): number => {
  let x = (0x811c9dc5 ^ basis) | 0
  for (let i = 0; i < text.length; i++) x = Math.imul(x ^ text.charCodeAt(i), 0x01000193)
  return scramble(x)
}

const draw = (keyA: number, keyB: number, index: number): number => scramble(scramble(keyA + Math.imul(index, 0x9e3779b1)) ^ keyB)

/** One unsigned 32-bit draw of a stream. */
export const rng = (seed: number, stream: string, index: number): number =>
  draw(hashText(stream, seed), hashText(stream, seed ^ 0x5bd1e995), index)

const bytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const renderByte = (word: number): string => bytes[word & 255] ?? ''

export interface Draws {
  /** At least 0, less than 1. */
  float: () => number
  /** At least 0, less than `below`. */
  int: (below: number) => number
  /** Both limits included. */
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  pickWeighted: <T extends { weight: number }>(list: readonly T[]) => T
  /** Lower-case hex text of this many digits. */
  hex: (digits: number) => string
  /** Mean 0, deviation 1 (a sum of uniform numbers, to avoid transcendental functions). */
  normal: () => number
}

/** A cursor over one stream, starting at index 0. */
export const createDraws = (seed: number, stream: string): Draws => {
  const keyA = hashText(stream, seed)
  const keyB = hashText(stream, seed ^ 0x5bd1e995)
  let index = 0
  const next = () => draw(keyA, keyB, index++)
  const float = () => next() / 4294967296
  const int = (below: number) => Math.floor(float() * below)
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[int(list.length)]
    if (chosen === undefined) throw new Error('cannot pick from an empty list')
    return chosen
  }
  return {
    float,
    int,
    pick,
    between: (least, most) => least + int(most - least + 1),
    chance: (probability) => float() < probability,
    pickWeighted: (list) => {
      let total = 0
      for (const entry of list) total += entry.weight
      let left = float() * total
      for (const entry of list) {
        left -= entry.weight
        if (left < 0) return entry
      }
      return pick(list)
    },
    hex: (digits) => {
      let text = ''
      while (text.length < digits) {
        const word = next()
        text += renderByte(word >>> 24) + renderByte(word >>> 16) + renderByte(word >>> 8) + renderByte(word)
      }
      return text.slice(0, digits)
    },
    normal: () => {
      let sum = 0
      for (let i = 0; i < 12; i++) sum += float()
      return sum - 6
    },
  }
}

/** A version 4 UUID from a stream's draws. */
export const drawUuid = (draws: Draws): string => {
  const hex = draws.hex(32)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
