import { downloadFile } from '../browser/download.ts'

/**
 * Text that a spreadsheet would read as a formula, including full-width characters and skipped prefixes; a leading apostrophe
 * turns it into text.
 */
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** More digits than a spreadsheet keeps: the last ones of an id would become zeros. */
const longNumber = /^\d{16,}$/

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) || longNumber.test(value) ? `'${value}` : value
  // Some spreadsheets split cells at semicolons or tabs, and the rest could be a formula.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Comma-separated values (RFC 4180). Texts that start like a formula are neutralised, numbers are written unchanged. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

/** Downloads rows as a file for a spreadsheet. The mark at the start says that the text is UTF-8. */
export const downloadCsv = (name: string, rows: Parameters<typeof writeCsv>[0]): void =>
  downloadFile(name, `\uFEFF${writeCsv(rows)}`, 'text/csv')
