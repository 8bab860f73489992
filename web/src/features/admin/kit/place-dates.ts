/** A moment on the line of dates; milliseconds. */
export interface DateMark<N extends string> {
  readonly name: N
  readonly at: number
  /** Percent of the line from its beginning. */
  readonly place: number
}

/** The first stretch, mostly weeks of signups, is cut to this share; from there on the line is true to scale. */
const firstShare = 30
/** Words need so much room, in percent. */
const leastGap = 15
/** The words of the last one stand beyond it. */
const lastPlace = 86

/** Puts moments on a line, in order of time. Those that would run into each other are moved apart. */
export function placeDates<N extends string>(dates: readonly { readonly name: N; readonly at: number }[]): DateMark<N>[] {
  const sorted = dates.toSorted((one, other) => one.at - other.at)
  const [from, until] = [sorted[1]?.at ?? 0, sorted.at(-1)?.at ?? 0]
  const length = Math.max(1, until - from)
  const places = sorted.map(({ at }, index) => (index === 0 ? 0 : firstShare + ((at - from) / length) * (lastPlace - firstShare)))
  for (let index = 1; index < places.length; index++)
    places[index] = Math.max(places[index] ?? 0, (places[index - 1] ?? 0) + leastGap)
  for (let index = places.length - 1; index > 0; index--) {
    const limit = index === places.length - 1 ? lastPlace : (places[index + 1] ?? lastPlace) - leastGap
    places[index] = Math.min(places[index] ?? 0, limit)
  }
  return sorted.map((date, index) => ({ ...date, place: places[index] ?? 0 }))
}

/** Whether the first stretch is drawn shorter than it is. */
export function isFirstCut(marks: readonly DateMark<string>[]): boolean {
  const [first, second, last] = [marks[0], marks[1], marks.at(-1)]
  if (!first || !second || !last || last.at === first.at) return false
  return (second.at - first.at) / (last.at - first.at) > (second.place - first.place) / (last.place - first.place)
}

/** Where a moment lies between the placed ones, in percent; at the ends where it lies beyond them. */
export function placeMoment(marks: readonly DateMark<string>[], at: number): number {
  const next = marks.findIndex((mark) => mark.at > at)
  if (next === 0) return 0
  const [before, after] = [marks[next === -1 ? marks.length - 1 : next - 1], next === -1 ? undefined : marks[next]]
  if (!before) return 0
  if (!after) return Math.min(100, before.place + leastGap / 2)
  return before.place + ((at - before.at) / Math.max(1, after.at - before.at)) * (after.place - before.place)
}
