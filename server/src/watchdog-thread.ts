import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { Watch } from './watchdog.ts'

// The thread of `watchdog.ts`. It counts its own ticks instead of reading a clock: while the machine sleeps or the process is
// stopped, the thread does not tick either.

const { turns, tick_ms, limit_ms } = workerData as Watch
/** Timeout for the main thread to report its position. Code outside JavaScript cannot be asked. */
const asking_ms = 2000
const maxFrames = 8

let seen = 0
let silent_ms = 0
const ticking = setInterval(() => {
  const now = Atomics.load(turns, 0)
  silent_ms = now === seen ? silent_ms + tick_ms : 0
  seen = now
  if (silent_ms < limit_ms) return
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
  const seconds = silent_ms / 1000
  const msg = `the event loop was blocked for ${seconds} s: this process ends now, and its supervisor should restart it. Please report this line`
  try {
    writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), where, msg })}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
