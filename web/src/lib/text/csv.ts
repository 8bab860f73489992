/** What a spreadsheet would take for a formula when it opens the file; a leading apostrophe makes text of it. */
const formula = /^[=+\-@\t\r]/

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Comma-separated values (RFC 4180). Texts that begin like a formula are neutralised, numbers are written as they are. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

/** Gives the browser a file to keep. */
export function downloadText(name: string, text: string): void {
  // The mark at the beginning tells spreadsheets that the text is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
