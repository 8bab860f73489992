import type { Sighting } from './contest.ts'

export interface SightingLog {
  add: (sighting: Sighting) => void
  /** In insertion order. */
  list: () => Sighting[]
}

/** Number of array elements per sighting. */
const WIDTH = 6
/** Stands for "no account". */
const NOBODY = -1

/** Sightings as plain numbers: a weekend has 1.5 million, and the garbage collector would visit each object. */
export const createSightingLog = (): SightingLog => {
  const numbers: number[] = []
  return {
    add: ({ earliest, latest, number, least, certain, by = NOBODY }) =>
      void numbers.push(earliest, latest, number, least, certain ? 1 : 0, by),
    list: () =>
      Array.from({ length: numbers.length / WIDTH }, (_, at) => {
        const [earliest = 0, latest = 0, number = 0, least = 0, certain, by = NOBODY] = numbers.slice(
          at * WIDTH,
          (at + 1) * WIDTH,
        )
        return { earliest, latest, number, least, certain: certain === 1, ...(by === NOBODY ? {} : { by }) }
      }),
  }
}
