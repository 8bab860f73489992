import { readdirSync, readFileSync } from 'node:fs'

/** The first figure of `schedstat`: the thread's processor time in nanoseconds. */
function readThread(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ', 1)[0])
  } catch {
    // The thread has just ended.
    return 0
  }
}

/** Processor time of all threads of a process so far, in ms. Linux reports it in nanoseconds. */
export function readProcessorTime(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, thread) => sum + readThread(`${tasks}/${thread}/schedstat`), 0) / 1e6
}
