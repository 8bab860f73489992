import type { Event } from '@muster/contract/events'
import { planDocument, readCurrent } from '@muster/domain/definition-file/plan'
import { columns, isEmptyRow, type SheetRow } from '@muster/domain/objective-sheet/columns'
import { mergeRows } from '@muster/domain/objective-sheet/merge-rows'
import type { WallClock } from '@muster/domain/objective-sheet/time-cell'
import { useDeferredValue, useMemo } from 'react'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { useZone } from '../kit/use-zone.ts'
import { useDefinition } from './use-definition.ts'

/** The input of the grid, kept as a draft. */
export interface GridInput {
  readonly rows: readonly SheetRow[]
  /** Text that is not in the rows yet. */
  readonly pasted: string
}

export const emptyGrid: GridInput = { rows: [], pasted: '' }

export const isGridInput = ({ rows }: GridInput): boolean =>
  rows.every((row) => Array.isArray(row) && row.length === columns.length && row.every((cell) => typeof cell === 'string'))

/** The local time of the organiser's time zone. */
export function useClock(): WallClock {
  const { zone } = useZone()
  return useMemo(() => ({ read: (local) => fromWallClock(local, zone), write: (at_ms) => toWallClock(at_ms, zone) }), [zone])
}

/** The event with the rows merged into it, and the edits that lead to it. */
export function useGrid(event: Event, given: readonly SheetRow[]) {
  const current = useDefinition(event)
  const clock = useClock()
  const rows = useDeferredValue(given)
  const before = useMemo(() => readCurrent(current), [current])
  const merge = useMemo(() => mergeRows(before, rows, clock), [before, rows, clock])
  const plan = useMemo(() => {
    const lines = { objectives: merge.lines, presets: new Map<string, number>() }
    return planDocument(current, before, { document: merge.document, lines })
  }, [current, before, merge])
  return { current, before, clock, merge, plan, isOld: rows !== given, isEmpty: rows.every(isEmptyRow) }
}
