import type { WindowOutline } from '@muster/domain/definition-file/outline'

/** The place of a window on a timeline, in per cent of its width, and its row. */
export interface PlacedWindow {
  readonly key: string
  readonly left: number
  readonly width: number
  readonly lane: number
}

/** Rows of a drawing: more windows at the same time share the last one. */
export const maxLanes = 6
/** Upper bound for drawn windows; the count beside the drawing includes all. */
const maxDrawn = 300

/** Puts windows that are open at the same time into different rows. Windows outside the event end at its edge. */
export function placeWindows(windows: readonly WindowOutline[], length_ms: number): PlacedWindow[] {
  if (length_ms <= 0) return []
  const within = (time: number) => Math.min(length_ms, Math.max(0, time))
  const ends: number[] = []
  return windows
    .map(({ key, valid_from, valid_to }) => ({ key, from: within(valid_from ?? 0), to: within(valid_to ?? length_ms) }))
    .filter(({ from, to }) => to > from)
    .toSorted((one, other) => one.from - other.from)
    .slice(0, maxDrawn)
    .map(({ key, from, to }) => {
      const free = ends.findIndex((end) => end <= from)
      const lane = free >= 0 ? free : Math.min(ends.length, maxLanes - 1)
      ends[lane] = to
      return { key, left: (from / length_ms) * 100, width: ((to - from) / length_ms) * 100, lane }
    })
}
