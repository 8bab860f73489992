import type { LadderColumn } from '../../lib/browser/preferences.ts'
import type { Column } from './columns.tsx'

/** The address parameters of the ladder. */
export interface LadderSearch {
  readonly q?: string
  readonly teams?: readonly number[]
  /** Bounds of columns, see `ranges.ts`. */
  readonly f?: string
  readonly sort?: LadderColumn
  readonly dir?: 'asc' | 'desc'
}

export interface Sort {
  readonly column: Column
  readonly direction: 'asc' | 'desc'
  readonly change: (id: LadderColumn, direction: 'asc' | 'desc') => void
}
