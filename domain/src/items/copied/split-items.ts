/** The most items that one paste may have. */
export const maxPastedItems = 50

/** The text of one item within a paste. */
export interface PastedItem {
  /** Number of its first line in the paste, counted from 1. */
  readonly line: number
  readonly text: string
}

const startsWithClass = /^\s*Item Class:/
const startsWithRarity = /^\s*Rarity:/

/**
 * Splits a paste into its items. An item begins with `Item Class:`, or with `Rarity:` if the line before it is no `Item Class:`.
 * Text before the first item belongs to it, so that the reader reports the line that it cannot read.
 */
export function splitItems(paste: string): PastedItem[] {
  const items: { line: number; lines: string[] }[] = []
  let hasHeading = false
  let last = ''
  for (const [index, line] of paste.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') {
      items.at(-1)?.lines.push(line)
      continue
    }
    const isHeading = startsWithClass.test(line) || (startsWithRarity.test(line) && !startsWithClass.test(last))
    if (items.length === 0 || (isHeading && hasHeading)) items.push({ line: index + 1, lines: [] })
    hasHeading ||= isHeading
    items.at(-1)?.lines.push(line)
    last = line
  }
  return items.map(({ line, lines }) => ({ line, text: lines.join('\n').trimEnd() }))
}
