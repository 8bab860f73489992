import { readdirSync, readFileSync } from 'node:fs'

/** The first figure of `schedstat`: nanoseconds that a thread has run. */
function readThread(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ', 1)[0])
  } catch {
    // A thread that ended a moment ago.
    return 0
  }
}

/** Processor time that all threads of a process have used so far, ms. Linux tells it by the nanosecond. */
export function readProcessorTime(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, thread) => sum + readThread(`${tasks}/${thread}/schedstat`), 0) / 1e6
}
