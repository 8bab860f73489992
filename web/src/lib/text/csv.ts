import { writeCsv } from '@muster/domain/objective-sheet/table'
import { downloadFile } from '../browser/download.ts'

/** Downloads rows as a file for a spreadsheet. The mark at the start says that the text is UTF-8. */
export const downloadCsv = (name: string, rows: Parameters<typeof writeCsv>[0]): void =>
  downloadFile(name, `\uFEFF${writeCsv(rows)}`, 'text/csv')
