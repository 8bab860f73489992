import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { longestXml_bytes } from './calculator.ts'

/** A program that reads a build per frame and answers each, as `driver.lua` describes it. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Where it runs. */
  readonly folder: string
}

export interface WorkerLimits {
  /** Address space. */
  readonly memory_mb: number
  /** Wall clock: for one build, and to become ready. */
  readonly timeout_ms: number
  readonly start_ms: number
}

/** What came back: a frame by its kind, or why there is none. */
export type Reply =
  | { readonly kind: '!' | '+' | '~' | '-'; readonly text: string }
  | { readonly kind: 'ended' | 'late' | 'garbage' | 'stopped'; readonly text: string }

export interface Worker {
  /** Sends one build; the next only after the reply. Whatever is no calculated build is the end of the worker. */
  ask(xml: string): Promise<Reply>
  /** Ends it at once; a question under way is replied to with `stopped`. */
  stop(): void
  readonly isOver: boolean
  /** The end of what it said besides, for the log. */
  readonly complaint: string
}

/** Of a frame: how long it is, and which question it belongs to. */
const head_bytes = 8
const longestComplaint = 1000
/** Calculations can wait, scores cannot. */
const niceness = 10

/** Control characters and lines of a program's messages, on one line. */
const tidy = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, ' ').trim()

// The shell sets the limits, then becomes the program. It is given nothing of our environment, so nothing secret either.
const launch = 'ulimit -c 0; ulimit -v "$1" && shift && exec "$@"'
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/** Starts a worker. @returns it and its first reply, which is `!` if all is well. */
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
    if (reply === null) return end({ kind: 'garbage', text: 'it spoke without being asked' })
    if (length < head_bytes) return
    if ((received[0]?.length ?? 0) < head_bytes) received = [Buffer.concat(received)]
    const size = received[0]?.readUInt32BE(0) ?? 0
    if (size < 1 || size > longestXml_bytes) return end({ kind: 'garbage', text: 'the answer is no frame, or too long' })
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
      return end({ kind: 'garbage', text: 'the answer is no frame, or that of another question' })
    if (kind === '-') return end({ kind, text: tidy(text).slice(0, longestComplaint) })
    give({ kind, text })
  }

  child.stdout.on('data', read)
  child.stderr.on('data', (part: Buffer) => {
    complaint = tidy(complaint + part.toString('latin1')).slice(-longestComplaint)
  })
  // It no longer reads: `close` says why.
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
      // `close` says why it ended, but only once everything that it started has closed its output as well.
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
    // It has ended already, which `close` tells.
  }
  const first = await started
  if (first.kind !== '!') worker.stop()
  return { worker, first }
}
