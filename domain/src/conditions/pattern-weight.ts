/**
 * How large the program is that a pattern compiles to, judged from its text: compiling is what a huge one must be kept from.
 * Roughly an instruction for each character, times the repetitions around it.
 */

/** For more than this nothing is said but that it is more. */
export const heaviestPattern = 1_000

/**
 * A class that reaches beyond ASCII: the engine goes through a hundred thousand characters to ignore their case, which takes
 * milliseconds and leaves one instruction.
 */
const foreignClassWeight = 400

const bound = /\{(\d+)(?:,(\d*))?\}/y
const escape = /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|Q[\s\S]*?(?:\\E|$)|[\s\S])/uy
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/uy
const groupHead = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]?))?/y
const foreignClass = /^\\[pP]|^\[.*(?:\\[pPx]|[\u0080-\u{10ffff}])/su

/** At least about as much as the engine's own count of instructions; Infinity when it is beyond `heaviestPattern`. */
export function weighPattern(pattern: string): number {
  /** Sums of the groups that are open, the outermost first. */
  const open: number[] = [0]
  let at = 0
  /** Of what a repetition would repeat. */
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
        // Flags may stand between two repetitions, and then the second repeats all that the first does.
        last += before
      } else {
        const [, least = '', most = ''] = /(\d+),?(\d*)/.exec(counted) ?? []
        const times = Math.max(Number(least), Number(most), 1)
        // What is optional costs a choice each time.
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
