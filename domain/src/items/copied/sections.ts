/** A line of a copied item with its number for messages, counted from 1. */
export interface CopiedLine {
  readonly number: number
  readonly text: string
}
export type Section = readonly [CopiedLine, ...CopiedLine[]]

/** Longest accepted text; the game's longest items have about 6,000 characters. */
export const copiedTextLimit = 20_000

const rule = /^-{4,}$/

/** The parts between the rules, each with at least one line; blank lines do not count. */
export function splitSections(text: string): readonly Section[] {
  const sections: CopiedLine[][] = [[]]
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const shown = line.trim()
    if (rule.test(shown)) sections.push([])
    else if (shown !== '') sections.at(-1)?.push({ number: index + 1, text: shown })
  }
  return sections.flatMap(([first, ...more]) => (first ? [[first, ...more] satisfies Section] : []))
}

/** `Item Level: 84` -> ['Item Level', '84']; null for a line without a label. */
export function splitLabel(text: string): readonly [string, string] | null {
  const at = text.indexOf(':')
  if (at <= 0) return null
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Consecutive unrecognised lines: the number of the first, and their text. */
export interface UnreadLines {
  readonly line: number
  readonly text: string
}

/** Joins consecutive lines. */
export function gatherUnread(lines: readonly CopiedLine[]): readonly UnreadLines[] {
  const gathered: { line: number; texts: string[] }[] = []
  let last = 0
  for (const { number, text } of [...lines].sort((a, b) => a.number - b.number)) {
    if (number === last + 1) gathered.at(-1)?.texts.push(text)
    else gathered.push({ line: number, texts: [text] })
    last = number
  }
  return gathered.map(({ line, texts }) => ({ line, text: texts.join('\n') }))
}
