import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { Watch } from './watchdog.ts'

// The thread of `watchdog.ts`. It counts its own ticks instead of reading a clock: while a machine sleeps, or while the whole
// process is stopped, the thread does not tick either. A tick counts in proportion to the processor time that the process got: on
// an overloaded machine a loop may wait for its turn for seconds, and a restart would only cost more.

const { turns, tick_ms, limit_ms } = workerData as Watch
/** Timeout for the main thread to report its position. Code outside JavaScript does not answer. */
const asking_ms = 2000
const maxFrames = 8
/** Minimum share of a tick that counts: a loop that waits without working, as for a lock, is blocked too. */
const leastShare = 1 / 10

let seen = 0
let used_ms = 0
let counted_ms = 0
const ticking = setInterval(() => {
  const now = Atomics.load(turns, 0)
  const { user, system } = process.cpuUsage()
  const worked_ms = (user + system) / 1000 - used_ms
  used_ms += worked_ms
  counted_ms = now === seen ? counted_ms + Math.max(tick_ms * leastShare, Math.min(tick_ms, worked_ms)) : 0
  seen = now
  if (counted_ms < limit_ms) return
  clearInterval(ticking)
  askWhere(endProcess)
}, tick_ms)

function askWhere(tell: (where: string[]) => void): void {
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => tell(params.callFrames.slice(0, maxFrames).map(writeFrame)))
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  setTimeout(tell, asking_ms, [])
}

const writeFrame = ({ functionName, url, location }: Debugger.CallFrame) =>
  `${functionName || 'anonymous'} (${url}:${location.lineNumber + 1})`

/** Writes the line directly, because the logger needs the main thread. */
function endProcess(where: string[]): void {
  const msg = `the event loop was blocked for at least ${limit_ms / 1000} s: this process ends now, and its supervisor should restart it. Please report this line`
  try {
    writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), where, msg })}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
