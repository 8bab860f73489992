import type { BoardLine } from '../objectives/board.ts'
import { compareTimes } from './methods/method.ts'

/** A finished cell, with its time; an unknown time comes last. */
export interface FinishedCell {
  readonly timestamp: number | null
}

/** A line of one team's board. */
export interface LineState extends BoardLine {
  /** Cells that are not finished. */
  readonly missing: readonly number[]
  /** The time of the last cell; null while cells are missing or if that time is unknown. */
  readonly timestamp: number | null
}

/** The team's progress on every line. @param finishedAt the finished cell at a position; null: a hole, or unfinished */
export const readLines = (
  lines: readonly BoardLine[],
  finishedAt: (position: number) => FinishedCell | null | undefined,
): readonly LineState[] =>
  lines.map((line) => {
    const missing = line.cells.filter((at) => !finishedAt(at))
    const times = line.cells.map((at) => finishedAt(at)?.timestamp ?? Infinity)
    const last = Math.max(...times)
    return { ...line, missing, timestamp: missing.length === 0 && last < Infinity ? last : null }
  })

/** The completed lines, in the order of their times. */
export const listStanding = (lines: readonly LineState[]): readonly LineState[] =>
  lines.filter(({ missing }) => missing.length === 0).toSorted((one, other) => compareTimes(one.timestamp, other.timestamp))
