import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What one look at the floor answers. */
export interface FloorReport {
  /** Processor time for one page. */
  readonly page_ms: number
  /** The same for every look; told so that nothing of the work can be left out as useless. */
  readonly answer: number
}

/** How fast the machine is at a moment. */
export interface Floor {
  /** Processor time for parsing a page of 1,000 made-up items and looking each of their texts up in a map, ms. */
  measure(): Promise<number>
  stop(): Promise<void>
}

/**
 * A fixed piece of work that is done over and over while something else is measured. Machines are shared: neighbours that keep the memory
 * busy make the same work cost up to twice as much processor time an hour later, so that times of different hours compare only as
 * multiples of it. It has a process of its own, whose memory stays the same however long the measured event is.
 */
export function startFloor(): Floor {
  const child = fork(fileURLToPath(new URL('floor-process.ts', import.meta.url)))
  const ended = once(child, 'exit').then(() => undefined)
  return {
    async measure() {
      const answered = once(child, 'message')
      child.send('measure')
      const answer = await Promise.race([answered, ended])
      if (!answer) throw new Error('the process that measures the floor has ended')
      return (answer as [FloorReport])[0].page_ms
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/** What is used of a processor, counted in pages of the floor: the speed at each look counts for what was used since the one before. */
export interface FloorCount {
  /** @param used_seconds of processor time so far. */
  look(used_seconds: number): Promise<void>
  pages(): number
}

export function createFloorCount(floor: Pick<Floor, 'measure'>): FloorCount {
  let counted_seconds = 0
  let pages = 0
  return {
    async look(used_seconds) {
      const page_ms = await floor.measure()
      pages += ((used_seconds - counted_seconds) * 1000) / page_ms
      counted_seconds = used_seconds
    },
    pages: () => pages,
  }
}
