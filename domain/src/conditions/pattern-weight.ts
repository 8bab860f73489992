/**
 * Estimates the size of the program that a pattern compiles to from its text, because a huge pattern must not be compiled at all.
 * About one instruction per character, times the repetitions around it.
 */

/** Heavier patterns are all reported as Infinity. */
export const heaviestPattern = 1_000

/**
 * A class that reaches beyond ASCII: to ignore case, the engine walks a hundred thousand characters, which takes milliseconds but
 * produces a single instruction.
 */
const foreignClassWeight = 400

const bound = /\{(\d+)(?:,(\d*))?\}/y
const escape = /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|Q[\s\S]*?(?:\\E|$)|[\s\S])/uy
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/uy
const groupHead = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]?))?/y
const foreignClass = /^\\[pP]|^\[.*(?:\\[pPx]|[\u0080-\u{10ffff}])/su

/** Estimate of the engine's instruction count, rarely below it; Infinity above `heaviestPattern`. */
export function weighPattern(pattern: string): number {
  /** Sums of the open groups, the outermost first. */
  const open: number[] = [0]
  let at = 0
  /** Weight of the part that a following repetition would repeat. */
  let last = 0

  const take = (expression: RegExp): string | null => {
    expression.lastIndex = at
    const [found] = expression.exec(pattern) ?? [null]
    if (found !== null) at += found.length
    return found
  }
  const add = (weight: number): void => {
    open.push((open.pop() ?? 0) + weight)
    last = weight
  }

  while (at < pattern.length) {
    const taken = take(escape) ?? take(characterClass)
    if (taken !== null) {
      add(taken.startsWith('\\Q') ? taken.length : foreignClass.test(taken) ? foreignClassWeight : 1)
    } else if (pattern[at] === '(') {
      const head = take(groupHead) ?? ''
      if (!head.endsWith(')')) open.push(0)
    } else if (pattern[at] === ')') {
      at += 1
      const inside = open.length > 1 ? (open.pop() as number) : 0
      add(inside + 2)
    } else {
      const counted = take(bound)
      if (counted === null) {
        const before = '*+?'.includes(pattern[at] ?? '') ? last : 0
        at += (pattern.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
        add(1)
        // If flags stand between two repetitions, the second repeats everything the first does.
        last += before
      } else {
        const [, least = '', most = ''] = /(\d+),?(\d*)/.exec(counted) ?? []
        const times = Math.max(Number(least), Number(most), 1)
        // Each optional part costs one branch instruction.
        const repeated = (last + 1) * times
        add(repeated - last)
        last = repeated
      }
    }
    if (open.some((weight) => weight > heaviestPattern)) return Number.POSITIVE_INFINITY
  }
  const weight = open.reduce((sum, part) => sum + part, 0)
  return weight > heaviestPattern ? Number.POSITIVE_INFINITY : weight
}
