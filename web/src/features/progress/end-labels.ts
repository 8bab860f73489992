import { spread } from '../../ui/marks/axis.ts'

/** A name at the end of a line, in pixels from the top of the chart. */
export interface EndLabel {
  readonly team_id: number
  readonly top: number
}

/**
 * Positions of the names at the ends of lines: each beside its line, pushed apart without overlap, inside of the chart. Without
 * room for all, the first ones in `wanted` are kept.
 */
export function placeEndLabels(wanted: readonly EndLabel[], height: number, line: number): EndLabel[] {
  const kept = wanted.slice(0, Math.max(1, Math.floor(height / line))).toSorted((a, b) => a.top - b.top)
  const tops = spread(
    kept.map(({ top }) => top),
    line,
    height - line,
  )
  return kept.map(({ team_id }, index) => ({ team_id, top: tops[index] ?? 0 }))
}
