/**
 * Text that a spreadsheet would read as a formula, including full-width characters and skipped prefixes; a leading apostrophe
 * turns it into text.
 */
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** More digits than a spreadsheet keeps: the last ones of an id would become zeros. */
const longNumber = /^\d{16,}$/

/** Whether a text has to begin with an apostrophe, or has one more than it needs. */
function isGuarded(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return formula.test(bare) || longNumber.test(bare)
}

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = isGuarded(value) ? `'${value}` : value
  // Some spreadsheets split cells at semicolons or tabs, and the rest could be a formula.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Comma-separated values (RFC 4180). Texts that start like a formula are neutralised, numbers are written unchanged. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

/** A quoted cell and the position after it; null if no quote closes it before the next separator or line. */
function readQuoted(text: string, from: number, separators: string): { cell: string; end: number } | null {
  let cell = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return null
    cell += text.slice(at, quote)
    const next = text[quote + 1]
    if (next === '"') {
      cell += '"'
      at = quote + 2
      continue
    }
    const isEnd = next === undefined || separators.includes(next) || next === '\n' || next === '\r'
    return isEnd ? { cell, end: quote + 1 } : null
  }
}

/** The separator of a table: tabs when copied from a spreadsheet, semicolons in files of some languages. */
function findSeparator(text: string): string {
  const counts = { '\t': 0, ';': 0, ',': 0 }
  let isStart = true
  for (let at = 0; at < text.length; at++) {
    const quoted = isStart && text[at] === '"' ? readQuoted(text, at, '\t;,') : null
    if (quoted) at = quoted.end
    const letter = text[at]
    if (letter === '\n' || letter === '\r') break
    isStart = letter === '\t' || letter === ';' || letter === ','
    if (letter === '\t' || letter === ';' || letter === ',') counts[letter] += 1
  }
  if (counts['\t'] > 0) return '\t'
  return counts[';'] > counts[','] ? ';' : ','
}

/**
 * The cells of a table with tabs, commas or semicolons, copied from a spreadsheet or written by `writeCsv`. A quote inside a cell
 * is an ordinary character.
 */
export function readTable(given: string): string[][] {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given
  const separator = findSeparator(text)
  const cellEnd = separator === '\t' ? /[\t\r\n]/g : separator === ';' ? /[;\r\n]/g : /[,\r\n]/g
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at, separator) : null
    cellEnd.lastIndex = quoted?.end ?? at
    const end = cellEnd.exec(text)?.index ?? text.length
    const cell = quoted?.cell ?? text.slice(at, end)
    row.push(cell.startsWith("'") && isGuarded(cell) ? cell.slice(1) : cell)
    at = end + 1
    if (text[end] === separator) {
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    if (text[end] === '\r' && text[at] === '\n') at += 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}
