/**
 * What a pattern cannot match without. `^\+\d+ to (maximum )?Life$` needs " to " and "life" somewhere in the text, so a
 * text without them need not be put to the engine. Erring is only allowed towards needing less.
 */

/** Texts of which at least one occurs, letters folded, in everything the pattern matches; null when nothing can be said. */
export function findNeedles(pattern: string): readonly string[] | null {
  const parser = { pattern, at: 0 }
  const needles = readAlternatives(parser)
  return parser.at === pattern.length ? needles : null
}

/** ASCII letters in lower case; everything else as it stands. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

interface Parser {
  readonly pattern: string
  at: number
}

type Needles = readonly string[] | null

/** Branches up to a closing parenthesis or the end: one needle set for all, or null as soon as one branch needs nothing. */
function readAlternatives(parser: Parser): Needles {
  const all: string[] = []
  let isSure = true
  for (;;) {
    const branch = readBranch(parser)
    if (branch === null) isSure = false
    else all.push(...branch)
    if (parser.pattern[parser.at] !== '|') return isSure ? all : null
    parser.at += 1
  }
}

/** The better of two demands: the one whose shortest text is longer rules out more. */
function pickStronger(one: Needles, other: Needles): Needles {
  if (one === null || other === null) return one ?? other
  const shortest = (needles: readonly string[]) => Math.min(...needles.map((needle) => needle.length))
  return shortest(other) > shortest(one) ? other : one
}

const repeat = /\{\d+(?:,\d*)?\}/y
const groupHead = /\(\?(?:[imsU-]*:|P?<\w+>)|\(\?[imsU-]+\)|\((?!\?)/y
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/y
/** Escapes that stand for no particular character; the rest of the lettered ones may carry arguments. */
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
        // The engine lets a repetition after flags repeat what stood before them.
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

/** The one ASCII character that stands here; null = something that is not one; undefined = not understood. */
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
  // A repetition here has nothing before it to repeat: not this reader's business.
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
