import type { LadderColumn } from '../../lib/browser/preferences.ts'
import type { Column } from './columns.tsx'

/** The address parameters of the ladder. */
export interface LadderSearch {
  readonly q?: string
  readonly teams?: readonly number[]
  /** Bounds of columns, see `ranges.ts`. */
  readonly f?: string
  /** Names of uniques and gems, all of which a character has to use. */
  readonly uniques?: readonly string[]
  readonly gems?: readonly string[]
  /** The state at this hour after the start of the event; absent: now. */
  readonly hour?: number
  readonly sort?: LadderColumn
  readonly dir?: 'asc' | 'desc'
}

export interface Sort {
  readonly column: Column
  readonly direction: 'asc' | 'desc'
  readonly change: (id: LadderColumn, direction: 'asc' | 'desc') => void
}
