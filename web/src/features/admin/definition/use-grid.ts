import type { Event } from '@muster/contract/events'
import { listEntryWarnings } from '@muster/domain/definition-file/name-warnings'
import { planDocument, readCurrent } from '@muster/domain/definition-file/plan'
import { columns, isEmptyRow, type SheetRow } from '@muster/domain/objective-sheet/columns'
import { mergeRows } from '@muster/domain/objective-sheet/merge-rows'
import { emptySchedule, type Schedule } from '@muster/domain/objective-sheet/schedule'
import type { WallClock } from '@muster/domain/objective-sheet/time-cell'
import { useDeferredValue, useMemo } from 'react'
import { useItemLibrary } from '../../../api/items/item-library.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { useZone } from '../kit/use-zone.ts'
import { useDefinition } from './use-definition.ts'

/** The input of the grid, kept as a draft. */
export interface GridInput {
  readonly rows: readonly SheetRow[]
  /** Text that is not in the rows yet. */
  readonly pasted: string
  readonly schedule: Schedule
}

export const emptyGrid: GridInput = { rows: [], pasted: '', schedule: emptySchedule }

export const isGridInput = ({ rows }: GridInput): boolean =>
  rows.every((row) => Array.isArray(row) && row.length === columns.length && row.every((cell) => typeof cell === 'string'))

/** The local time of a time zone; empty for the device's. */
export const clockOf = (zone: string): WallClock => ({
  read: (local) => fromWallClock(local, zone),
  write: (at_ms) => toWallClock(at_ms, zone),
})

/** The event with the rows merged into it, and the edits that lead to it. */
export function useGrid(event: Event, given: readonly SheetRow[]) {
  const current = useDefinition(event)
  const { zone } = useZone()
  const clock = useMemo(() => clockOf(zone), [zone])
  const rows = useDeferredValue(given)
  const before = useMemo(() => readCurrent(current), [current])
  const merge = useMemo(() => mergeRows(before, rows, clock), [before, rows, clock])
  const plan = useMemo(() => {
    const lines = { objectives: merge.lines, presets: new Map<string, number>() }
    return planDocument(current, before, { document: merge.document, lines })
  }, [current, before, merge])
  const library = useItemLibrary(event.game_version)
  const warnings = useMemo(
    () => (library === null ? [] : listEntryWarnings(merge.document, merge.lines, library)),
    [merge, library],
  )
  return { current, before, clock, merge, warnings, plan, isOld: rows !== given, isEmpty: rows.every(isEmptyRow) }
}
