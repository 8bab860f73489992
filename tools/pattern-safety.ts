import { createRequire } from 'node:module'
import { parseSync, Visitor } from 'oxc-parser'
import type { checkSync as check } from 'recheck'
import type { Source } from './sources.ts'

// Finds the regular expressions of the members, and checks how their cost grows with the text. JavaScript's engine backtracks: a
// pattern such as `/=+$/` needs time quadratic in the text.

/**
 * The checker in plain JavaScript, which runs on every platform. The package's main file would start Java or a native program.
 */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof check }

export interface PatternUse {
  readonly path: string
  /** A literal, `/a+/g`; for a text that is not constant, the source of the argument. */
  readonly pattern: string
  /** Null if the text is only known at run time. */
  readonly literal: { readonly source: string; readonly flags: string } | null
}

/** Every regular expression of a file: literals, and calls of `RegExp`. */
export function listPatterns({ path, text }: Source): PatternUse[] {
  const found: PatternUse[] = []
  const add = (source: string, flags: string) => found.push({ path, pattern: `/${source}/${flags}`, literal: { source, flags } })
  const addCall = (call: { callee: unknown; arguments: unknown[] }) => {
    const [callee, first, second] = [call.callee, ...call.arguments] as (Node | undefined)[]
    if (callee?.type !== 'Identifier' || callee.name !== 'RegExp' || !first) return
    const [source, flags] = [constantOf(first), second ? constantOf(second) : '']
    if (source === null || flags === null)
      found.push({ path, pattern: text.slice(first.start, first.end).replaceAll(/\n\s*/g, ''), literal: null })
    else add(source, flags)
  }
  const visitor = new Visitor({
    Literal: (literal) => void ('regex' in literal && add(literal.regex.pattern, literal.regex.flags)),
    NewExpression: addCall,
    CallExpression: addCall,
  })
  visitor.visit(parseSync(path, text).program)
  return found
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

const constantOf = ({ type, value, quasis }: Node): string | null => {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateLiteral' && quasis?.length === 1 ? (quasis[0]?.value.cooked ?? null) : null
}

/** `a|b(c|d)` → `a`, `b(c|d)`. Nothing follows an alternative at the top level, so the total cost is their sum. */
export function splitAlternatives(source: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [sign] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/g)) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** A single repetition of one character or class after `^`: the only start is the first, and each length is tried once. */
const oneRepetition = /^\^[^*+{]*[^)*+{](?:[*+]|\{\d+(?:,\d*)?\})\??[^*+{]*$/

/** Expressions that are linear by their form. The checker would need a tenth of a second or more for each. */
function isPlainlyLinear(source: string, flags: string): boolean {
  const signs = source.replaceAll(/\\(?:[pPu]\{[^}]*\}|.)/g, 'x')
  if (!/[*+{]/.test(signs)) return true
  return oneRepetition.test(signs) && !flags.includes('m') && !signs.includes('(?<')
}

/** Without a timeout, so that a slow machine decides like a fast one. */
const thorough = { timeout: null, incubationTimeout: null, attackTimeout: null, attackLimit: 100_000_000 }

/** The growth of an expression's cost: null for linear, otherwise in the checker's words. */
export function judgePattern({ source, flags }: { readonly source: string; readonly flags: string }): string | null {
  // Flags about the start and number of matches do not affect the cost of one match.
  const kept = flags.replaceAll(/[dgy]/g, '')
  // Parts of an expression with back references cannot be checked alone.
  const parts = /\\[1-9k]/.test(source) ? [source] : splitAlternatives(source)
  for (const part of parts) {
    if (isPlainlyLinear(part, kept)) continue
    const judged = checkSync(part, kept, thorough)
    if (judged.status !== 'safe') return judged.status === 'unknown' ? judged.error.kind : judged.complexity.summary
  }
  return null
}
