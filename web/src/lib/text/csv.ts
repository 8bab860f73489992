import { downloadFile } from '../browser/download.ts'

/**
 * What a spreadsheet would take for a formula when it opens the file, also in its wide form and behind what it skips; a leading
 * apostrophe makes text of it.
 */
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** More digits than a spreadsheet keeps of a number: the last ones of an id would become zeros. */
const longNumber = /^\d{16,}$/

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) || longNumber.test(value) ? `'${value}` : value
  // Some spreadsheets part cells at semicolons or tabs, and what follows one could be a formula.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Comma-separated values (RFC 4180). Texts that begin like a formula are neutralised, numbers are written as they are. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

/** Hands rows to the person as a file for a spreadsheet. The mark at the beginning says that the text is UTF-8. */
export const downloadCsv = (name: string, rows: Parameters<typeof writeCsv>[0]): void =>
  downloadFile(name, `\uFEFF${writeCsv(rows)}`, 'text/csv')
