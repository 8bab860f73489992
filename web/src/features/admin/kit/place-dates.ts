/** A moment on the timeline; milliseconds. */
export interface DateMark<N extends string> {
  readonly name: N
  readonly at: number
  /** Percent of the line from its start. */
  readonly place: number
}

/** The first stretch, mostly weeks of signups, is shortened to this percentage; the rest of the line is true to scale. */
const firstShare = 30
/** Minimum space for a label, in percent. */
const minGap = 15
/** The label of the last moment extends beyond it. */
const lastPlace = 86

/** Positions moments on a line, by time. Moments too close to each other are moved apart. */
export function placeDates<N extends string>(dates: readonly { readonly name: N; readonly at: number }[]): DateMark<N>[] {
  const sorted = dates.toSorted((one, other) => one.at - other.at)
  const [from, until] = [sorted[1]?.at ?? 0, sorted.at(-1)?.at ?? 0]
  const length = Math.max(1, until - from)
  const places = sorted.map(({ at }, index) => (index === 0 ? 0 : firstShare + ((at - from) / length) * (lastPlace - firstShare)))
  for (let index = 1; index < places.length; index++)
    places[index] = Math.max(places[index] ?? 0, (places[index - 1] ?? 0) + minGap)
  for (let index = places.length - 1; index > 0; index--) {
    const limit = index === places.length - 1 ? lastPlace : (places[index + 1] ?? lastPlace) - minGap
    places[index] = Math.min(places[index] ?? 0, limit)
  }
  return sorted.map((date, index) => ({ ...date, place: places[index] ?? 0 }))
}

/** Whether the first stretch is drawn shorter than its scale. */
export function isFirstCut(marks: readonly DateMark<string>[]): boolean {
  const [first, second, last] = [marks[0], marks[1], marks.at(-1)]
  if (!first || !second || !last || last.at === first.at) return false
  return (second.at - first.at) / (last.at - first.at) > (second.place - first.place) / (last.place - first.place)
}

/** The position of a moment between the placed ones, in percent; clamped to the ends. */
export function placeMoment(marks: readonly DateMark<string>[], at: number): number {
  const next = marks.findIndex((mark) => mark.at > at)
  if (next === 0) return 0
  const [before, after] = [marks[next === -1 ? marks.length - 1 : next - 1], next === -1 ? undefined : marks[next]]
  if (!before) return 0
  if (!after) return Math.min(100, before.place + minGap / 2)
  return before.place + ((at - before.at) / Math.max(1, after.at - before.at)) * (after.place - before.place)
}
