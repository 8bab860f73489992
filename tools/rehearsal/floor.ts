import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The result of one measurement. */
export interface FloorReport {
  /** Processor time per page. */
  readonly page_ms: number
  /** Always the same; reported so that the engine cannot skip the work as unused. */
  readonly answer: number
}

/** The current speed of the machine. */
export interface Floor {
  /** Processor time in ms for parsing a page of 1,000 generated items and looking up each text in a map. */
  measure(): Promise<number>
  stop(): Promise<void>
}

/**
 * A fixed piece of work, repeated while something else is measured. Machines are shared: neighbours with heavy memory use can
 * double the processor time of the same work within an hour, so times of different hours compare only as multiples of this work.
 * It runs in its own process, whose memory stays the same however long the measured event is.
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

/** Converts used processor time to floor pages; each measurement covers the time since the previous one. */
export interface FloorCount {
  /** @param used_seconds processor time so far. */
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
