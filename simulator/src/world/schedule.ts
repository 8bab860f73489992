/** Event schedule: a binary heap ordered by time, then by insertion. */
interface Entry {
  at: number
  ordinal: number
  run: (at: number) => void
}

export interface Schedule {
  add: (at: number, run: (at: number) => void) => void
  /** Runs all events due up to and including `until`, in order; events may add more. */
  runUntil: (until: number) => void
  /** Time of the next event, or null if there is none. */
  nextAt: () => number | null
  size: () => number
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.ordinal < b.ordinal)

export const createSchedule = (): Schedule => {
  const heap: Entry[] = []
  let ordinal = 0

  const add = (at: number, run: (at: number) => void) => {
    const entry = { at, ordinal: ordinal++, run }
    let hole = heap.length
    heap.push(entry)
    while (hole > 0) {
      const parentAt = (hole - 1) >> 1
      const parent = heap[parentAt]
      if (!parent || !isBefore(entry, parent)) break
      heap[hole] = parent
      hole = parentAt
    }
    heap[hole] = entry
  }

  const take = (): Entry | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || first === last) return first
    let hole = 0
    for (;;) {
      let child = hole * 2 + 1
      const left = heap[child]
      const right = heap[child + 1]
      if (!left) break
      if (right && isBefore(right, left)) child++
      const smaller = heap[child]
      if (!smaller || !isBefore(smaller, last)) break
      heap[hole] = smaller
      hole = child
    }
    heap[hole] = last
    return first
  }

  return {
    add,
    runUntil: (until) => {
      while (heap[0] && heap[0].at <= until) {
        const entry = take()
        entry?.run(entry.at)
      }
    },
    nextAt: () => heap[0]?.at ?? null,
    size: () => heap.length,
  }
}
