import type { LadderColumn } from '../../lib/browser/preferences.ts'
import type { Column } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'

/** A range of a column, both ends included; null = open. */
export interface Range {
  readonly least: number | null
  readonly most: number | null
}
export type Ranges = Partial<Readonly<Record<LadderColumn, Range>>>

/** Columns that hold numbers; the level is filtered by level although it is ordered by experience. */
export const rangeColumns = [
  'rank',
  'level',
  'dps',
  'ehp',
  'delve',
  'armour',
  'evasion',
  'es',
  'hp',
  'mana',
  'ele_max_hit',
  'phys_max_hit',
  'movement_speed',
  'personal',
  'atlas',
] as const satisfies readonly LadderColumn[]
/** Columns that are yes or no: 1 and 0. */
export const flagColumns = ['pantheon', 'uber_lab'] as const satisfies readonly LadderColumn[]
const all: readonly LadderColumn[] = [...rangeColumns, ...flagColumns]

const readBound = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null)

/** The form in the address: `level:90~,delve:100~300`. Invalid parts are ignored. */
export function parseRanges(text: string | undefined): Ranges {
  const ranges: Partial<Record<LadderColumn, Range>> = {}
  for (const part of (text ?? '').split(',')) {
    const [name, bounds] = part.split(':')
    const column = all.find((each) => each === name)
    const [least = null, most = null] = (bounds ?? '').split('~').map((bound) => readBound(bound))
    if (column && (least !== null || most !== null)) ranges[column] = { least, most }
  }
  return ranges
}

/** undefined without any range, so that it leaves the address. */
export function writeRanges(ranges: Ranges): string | undefined {
  const parts = all.flatMap((column) => {
    const { least = null, most = null } = ranges[column] ?? {}
    return least === null && most === null ? [] : [`${column}:${least ?? ''}~${most ?? ''}`]
  })
  return parts.length > 0 ? parts.join(',') : undefined
}

/** Rows within all ranges; an unknown value is within none. */
export function filterByRanges(rows: readonly LadderRow[], ranges: Ranges, columns: readonly Column[]): readonly LadderRow[] {
  const wanted = columns.flatMap((column) => {
    const range = ranges[column.id]
    return range ? [{ read: column.id === 'level' ? (row: LadderRow) => row.entry.level : column.read, range }] : []
  })
  if (wanted.length === 0) return rows
  return rows.filter((row) =>
    wanted.every(({ read, range: { least, most } }) => {
      const value = read(row)
      return typeof value === 'number' && value >= (least ?? value) && value <= (most ?? value)
    }),
  )
}
