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
  const placed: { team_id: number; top: number }[] = []
  for (const { team_id, top } of kept) {
    const before = placed.at(-1)
    placed.push({ team_id, top: Math.max(0, top, before ? before.top + line : 0) })
  }
  // Names pushed out at the bottom push the others back up.
  let lowest = height - line
  for (const label of placed.toReversed()) {
    label.top = Math.min(label.top, lowest)
    lowest = label.top - line
  }
  return placed
}
