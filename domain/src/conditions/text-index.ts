/**
 * Answers many questions about one text at once: which of these texts it equals, which it contains, which patterns it
 * matches. Literals and patterns each run as one automaton over the text, and answers are kept per distinct text, because
 * names and modifiers repeat endlessly between items.
 */
import { RE2JS, RE2Set } from 're2js'

export interface TextQuestion {
  readonly id: number
  readonly kind: 'equals' | 'contains' | 'pattern'
  readonly text: string
}

export interface TextIndex {
  /** Ids of the questions that this text answers with yes, each at most once per question. */
  readonly find: (text: string) => readonly number[]
}

const nothing: readonly number[] = []
/** Answers kept per index; two generations of half this size, so a full cache forgets only what was not used lately. */
const rememberedTexts = 40_000

/** Halves of a character pair: the automata read whole characters, a literal may begin or end within one. */
const surrogate = /[\ud800-\udfff]/

export function createTextIndex(questions: readonly TextQuestion[]): TextIndex {
  const equal = new Map<string, number[]>()
  for (const { kind, text, id } of questions) {
    if (kind !== 'equals') continue
    const ids = equal.get(text)
    if (ids) ids.push(id)
    else equal.set(text, [id])
  }
  const literals = questions.filter((question) => question.kind === 'contains')
  const patterns = questions.filter((question) => question.kind === 'pattern')
  if (literals.length === 0 && patterns.length === 0) return { find: (text) => equal.get(text) ?? nothing }

  const split = literals.filter((question) => surrogate.test(question.text))
  const whole = literals.filter((question) => !surrogate.test(question.text))
  const findLiterals = createScanner(whole, (text) => RE2JS.quote(text))
  const findPatterns = createScanner(patterns, (text) => text)

  function answer(text: string): readonly number[] {
    const ids = [...(equal.get(text) ?? nothing)]
    findLiterals(text, ids)
    findPatterns(text, ids)
    for (const question of split) if (text.includes(question.text)) ids.push(question.id)
    return ids.length === 0 ? nothing : ids
  }

  let young = new Map<string, readonly number[]>()
  let old = new Map<string, readonly number[]>()
  function find(text: string): readonly number[] {
    const known = young.get(text)
    if (known !== undefined) return known
    const ids = old.get(text) ?? answer(text)
    if (young.size >= rememberedTexts / 2) {
      old = young
      young = new Map()
    }
    young.set(text, ids)
    return ids
  }
  return { find }
}

function createScanner(
  questions: readonly TextQuestion[],
  toPattern: (text: string) => string,
): (text: string, ids: number[]) => void {
  if (questions.length === 0) return () => undefined
  const set = new RE2Set()
  const ids = questions.map((question) => {
    set.add(toPattern(question.text))
    return question.id
  })
  set.compile()
  return (text, found) => {
    for (const index of set.match(text)) found.push(ids[index] as number)
  }
}
