export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

/** A scale with some space at both ends and five to eight round ticks. If all values are equal, it has no length. */
export function spanAxis(values: readonly number[]): Axis {
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (!Number.isFinite(low) || low === high) return { from: 0, to: 0, ticks: [] }
  const room = (high - low) * 0.08
  const [from, to] = [low - room, high + room]
  const rough = (to - from) / 6
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10))
  const ticks: number[] = []
  // Adding zero turns -0 into 0.
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick + 0)
  return { from, to, ticks }
}

export interface LabelPlace {
  readonly side: 'above' | 'below'
  /** Position of the label, in percent: the value's position, or a little to the right of it. */
  readonly at: number
}

/**
 * A position for each label, so that none overlap: from the left, above if there is space, otherwise below, otherwise pushed to
 * the right on the side with more space.
 * @param closest in percent of the scale: labels closer than this would overlap.
 */
export function placeLabels(positions: readonly number[], closest: number): LabelPlace[] {
  const last = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY }
  const places: LabelPlace[] = positions.map((at) => ({ side: 'above', at }))
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  for (const index of order) {
    const position = positions[index] ?? 0
    const side = position - last.above >= closest || last.above <= last.below ? 'above' : 'below'
    const at = Math.max(position, last[side] + closest)
    places[index] = { side, at }
    last[side] = at
  }
  return places
}
