/**
 * Finds the needles of a pattern: texts of which at least one occurs, in lower case, in everything that the pattern matches.
 * `^\+\d+ to (maximum )?Life$` needs "life" somewhere in the text, so the engine is not run on texts without it. The reader gives
 * up on unknown syntax: a missing needle costs time, a wrong needle would lose a match.
 * @returns null if no needle is certain
 */
export function findNeedles(pattern: string): readonly string[] | null {
  const parser = { pattern, at: 0 }
  const needles = readAlternatives(parser)
  return parser.at === pattern.length ? needles : null
}

/** Turns ASCII letters to lower case and leaves all other characters. */
export const foldCase = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

interface Parser {
  readonly pattern: string
  at: number
}

type Needles = readonly string[] | null

/** Reads branches up to a closing parenthesis or the end. Returns the needles of all branches, or null if one branch has none. */
function readAlternatives(parser: Parser): Needles {
  let all: Needles = []
  for (;;) {
    const branch = readBranch(parser)
    all = all && branch && [...all, ...branch]
    if (parser.pattern[parser.at] !== '|') return all
    parser.at += 1
  }
}

/** Picks the needles whose shortest text is longer: they rule out more items. */
function pickStronger(one: Needles, other: Needles): Needles {
  if (one === null || other === null) return one ?? other
  const shortest = (needles: readonly string[]) => Math.min(...needles.map((needle) => needle.length))
  return shortest(other) > shortest(one) ? other : one
}

const repeat = /\{\d+(?:,\d*)?\}/y
const groupHead = /\(\?(?:[imsU-]*:|P?<\w+>)|\(\?[imsU-]+\)|\((?!\?)/y
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/y
/** Escapes that represent more than one character. Other escaped letters may take arguments. */
const freeEscape = /\\[dDwWsSbBAznrtfva]/y

function take(parser: Parser, expression: RegExp): string | null {
  expression.lastIndex = parser.at
  const found = expression.exec(parser.pattern)?.[0] ?? null
  if (found !== null) parser.at += found.length
  return found
}

function readBranch(parser: Parser): Needles {
  const { pattern } = parser
  let best: Needles = null
  let run = ''
  const endRun = () => {
    if (run !== '') best = pickStronger(best, [foldCase(run)])
    run = ''
  }
  while (parser.at < pattern.length && pattern[parser.at] !== '|' && pattern[parser.at] !== ')') {
    const character = pattern[parser.at] as string
    if (character === '(') {
      const head = take(parser, groupHead)
      if (head === null) return giveUp(parser)
      if (head.endsWith(')')) {
        // A repetition after flags repeats the part before them.
        if (take(parser, repeat) !== null) return giveUp(parser)
        continue
      }
      endRun()
      const inner = readAlternatives(parser)
      if (pattern[parser.at] !== ')') return giveUp(parser)
      parser.at += 1
      if (readRepetition(parser) !== 'optional') best = pickStronger(best, inner)
      continue
    }
    const literal = readLiteral(parser)
    if (literal === undefined) return giveUp(parser)
    const repetition = readRepetition(parser)
    if (literal === null || repetition === 'optional') endRun()
    else run += literal
    if (repetition !== 'once') endRun()
  }
  endRun()
  return best
}

/** Reads one ASCII character. Returns null for a class or any other character, undefined for unknown syntax. */
function readLiteral(parser: Parser): string | null | undefined {
  const character = parser.pattern[parser.at] as string
  if (character === '[') return take(parser, characterClass) === null ? undefined : null
  if (character === '\\') {
    if (take(parser, freeEscape) !== null) return null
    const escaped = parser.pattern[parser.at + 1]
    if (escaped === undefined || /[\w\u0080-\uffff]/.test(escaped)) return undefined
    parser.at += 2
    return escaped
  }
  // A repetition operator with nothing before it.
  if ('*+?'.includes(character)) return undefined
  parser.at += 1
  return '.^${'.includes(character) || character > '\u007f' ? null : character
}

function readRepetition(parser: Parser): 'once' | 'optional' | 'repeated' {
  const character = parser.pattern[parser.at]
  const counted = take(parser, repeat)
  if (counted === null && (character === undefined || !'*+?'.includes(character))) return 'once'
  if (counted === null) parser.at += 1
  if (parser.pattern[parser.at] === '?') parser.at += 1
  return character === '+' ? 'repeated' : 'optional'
}

function giveUp(parser: Parser): null {
  parser.at = -1
  return null
}
