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
  /** Position of the label, in percent: the value's position, or near it. */
  readonly at: number
}

/**
 * Moves ascending positions apart until neighbours are `closest` from each other, between 0 and `end`, which has room for all.
 */
export function spread(positions: readonly number[], closest: number, end: number): number[] {
  let low = 0
  const pushed = positions.map((position) => {
    const at = Math.max(low, position)
    low = at + closest
    return at
  })
  // Labels pushed out at the end push the others back.
  let high = end
  for (const [back, at] of pushed.toReversed().entries()) {
    const place = Math.min(high, at)
    pushed[pushed.length - 1 - back] = place
    high = place - closest
  }
  return pushed
}

/**
 * A position for each label, so that none overlap: from the left, above if there is space, otherwise below, otherwise moved on
 * the side with more space. null without room for all labels: the first ones are kept.
 * @param closest in percent of the scale: labels closer than this would overlap. @param end the last position of a label
 */
export function placeLabels(positions: readonly number[], closest: number, end: number): (LabelPlace | null)[] {
  const most = Math.floor(end / closest) + 1
  const sides = { above: [] as number[], below: [] as number[] }
  const last = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY }
  const wanted = positions.map((position, index) => ({ position, index })).slice(0, 2 * most)
  for (const { position, index } of wanted.sort((a, b) => a.position - b.position)) {
    const isAboveBetter = position - last.above >= closest || last.above <= last.below
    const side = sides.below.length === most || (isAboveBetter && sides.above.length < most) ? 'above' : 'below'
    last[side] = Math.max(position, last[side] + closest)
    sides[side].push(index)
  }
  const places: (LabelPlace | null)[] = positions.map(() => null)
  for (const side of ['above', 'below'] as const) {
    const moved = spread(
      sides[side].map((index) => positions[index] ?? 0),
      closest,
      end,
    )
    for (const [order, index] of sides[side].entries()) places[index] = { side, at: moved[order] ?? 0 }
  }
  return places
}
