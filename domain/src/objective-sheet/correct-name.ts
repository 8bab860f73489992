import type { EntryWarning } from '../definition-file/name-warnings.ts'
import { columns, type SheetRow } from './columns.ts'
import { writeConditions } from './condition-cell.ts'

const nameAt = columns.indexOf('name')
const conditionsAt = columns.indexOf('conditions')

/** The row with the correction of a warning: in its conditions, or in its name if that is the item. */
export function correctName(row: SheetRow, { entry, at, fix }: EntryWarning): SheetRow {
  const condition = entry.conditions[at]
  if (fix === null || condition === undefined) return row
  const isItem = (row[conditionsAt] ?? '').trim() === '' && condition.value === entry.name
  if (isItem && fix.change.field === condition.field) return row.with(nameAt, fix.change.value)
  return row.with(conditionsAt, writeConditions(entry.conditions.with(at, { ...condition, ...fix.change })))
}
