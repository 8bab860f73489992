import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { largestXml_bytes } from '@muster/domain/build-codes/build-code'

/** A program that reads one build per frame and answers each; see `driver.lua`. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Working directory. */
  readonly folder: string
}

export interface WorkerLimits {
  /** Limit of the address space. */
  readonly memory_mb: number
  /** Wall clock: for one build, and for the start. */
  readonly timeout_ms: number
  readonly start_ms: number
}

/** A frame by its kind, or the reason why there is none. */
export type Reply =
  | { readonly kind: '!' | '+' | '~' | '-'; readonly text: string }
  | { readonly kind: 'ended' | 'late' | 'garbage' | 'stopped'; readonly text: string }

export interface Worker {
  /** Sends one build; send the next only after the reply. Any reply other than a calculated build ends the worker. */
  ask(xml: string): Promise<Reply>
  /** Ends the worker at once; a pending request gets the reply `stopped`. */
  stop(): void
  readonly isOver: boolean
  /** The end of its error output, for the log. */
  readonly complaint: string
}

/** Header of a frame: its length and the number of the request. */
const head_bytes = 8
const longestComplaint = 1000
/** Lower priority: calculations can wait, scores cannot. */
const niceness = 10

/** Removes control characters and line breaks from a program's messages. */
const tidy = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, ' ').trim()

// The shell sets the limits and then becomes the program. It receives nothing from Muster's environment, and so no secrets.
const launch = 'ulimit -c 0; ulimit -v "$1" && shift && exec "$@"'
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/** Starts a worker. @returns the worker and its first reply, which is `!` on success. */
export async function startWorker(program: Program, limits: WorkerLimits): Promise<{ worker: Worker; first: Reply }> {
  const { command, args, folder } = program
  const memory_kb = String(limits.memory_mb * 1024)
  const child: ChildProcessWithoutNullStreams = spawn('/bin/sh', ['-c', launch, 'sh', memory_kb, command, ...args], {
    cwd: folder,
    env: environment,
  })
  let complaint = ''
  let isOver = false
  let asked = 0
  let received: Buffer[] = []
  let length = 0
  let reply: ((reply: Reply) => void) | null = null
  let timer: NodeJS.Timeout | undefined

  function give(said: Reply): void {
    clearTimeout(timer)
    const give_to = reply
    reply = null
    give_to?.(said)
  }
  function end(said: Reply): void {
    if (isOver) return
    isOver = true
    child.kill('SIGKILL')
    give(said)
  }
  function waitForReply(limit_ms: number): Promise<Reply> {
    return new Promise((resolve) => {
      reply = resolve
      timer = setTimeout(() => end({ kind: 'late', text: `no answer within ${limit_ms / 1000} s` }), limit_ms)
    })
  }
  function read(part: Buffer): void {
    if (isOver) return
    received.push(part)
    length += part.length
    if (reply === null) return end({ kind: 'garbage', text: 'the program sent output without a request' })
    if (length < head_bytes) return
    if ((received[0]?.length ?? 0) < head_bytes) received = [Buffer.concat(received)]
    const size = received[0]?.readUInt32BE(0) ?? 0
    if (size < 1 || size > largestXml_bytes) return end({ kind: 'garbage', text: 'the answer is not a frame, or too long' })
    if (length < head_bytes + size) return
    const bytes = Buffer.concat(received)
    const isExact = length === head_bytes + size && bytes.readUInt32BE(4) === asked
    received = []
    length = 0
    const [kind, text] = [
      bytes.toString('latin1', head_bytes, head_bytes + 1),
      bytes.toString('utf8', head_bytes + 1, head_bytes + size),
    ]
    if (!isExact || !(kind === '!' || kind === '+' || kind === '~' || kind === '-'))
      return end({ kind: 'garbage', text: 'the answer is not a frame, or belongs to another request' })
    if (kind === '-') return end({ kind, text: tidy(text).slice(0, longestComplaint) })
    give({ kind, text })
  }

  child.stdout.on('data', read)
  child.stderr.on('data', (part: Buffer) => {
    complaint = tidy(complaint + part.toString('latin1')).slice(-longestComplaint)
  })
  // The program no longer reads; `close` reports the reason.
  child.stdin.on('error', () => {})
  child.on('error', (error) => end({ kind: 'ended', text: error.message }))
  child.on('close', (code, signal) => {
    const how = signal === null ? `code ${code ?? '?'}` : signal
    end({ kind: 'ended', text: complaint === '' ? `the program ended (${how})` : `the program ended (${how}): ${complaint}` })
  })
  const worker: Worker = {
    ask(xml) {
      if (isOver) return Promise.resolve({ kind: 'ended', text: 'the program ended' })
      const body = Buffer.from(xml)
      const head = Buffer.alloc(head_bytes)
      head.writeUInt32BE(body.length)
      head.writeUInt32BE(++asked, 4)
      const replied = waitForReply(limits.timeout_ms)
      child.stdin.write(Buffer.concat([head, body]))
      return replied
    },
    stop: () => end({ kind: 'stopped', text: '' }),
    get isOver() {
      // `close` reports the reason, but only after child processes of the program have closed its output as well.
      return isOver || child.exitCode !== null || child.signalCode !== null
    },
    get complaint() {
      return complaint
    },
  }
  const started = waitForReply(limits.start_ms)
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness)
  } catch {
    // The program has already ended; `close` reports it.
  }
  const first = await started
  if (first.kind !== '!') worker.stop()
  return { worker, first }
}
