import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './places.ts'

/** Runs a program to its end. `show` lets it write to our terminal; otherwise its words are returned. */
export function runProgram(
  file: string,
  args: string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const { show = false, env = {}, cwd = root } = options
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

export interface ServiceOptions {
  name: string
  /** Arguments of node: options first, then the file. */
  args: string[]
  env: NodeJS.ProcessEnv
  /** Everything it writes goes here. */
  log_file: string
  /** True for the line of its output that says it is ready. */
  isReady: (line: string) => boolean
  /** Also shows its output here. */
  show: boolean
}

export interface Service {
  name: string
  pid: number
  /** The line that said so; rejects with its last words when it ends before. */
  ready: Promise<string>
  /** Its last words, whenever and however it ends. */
  ended: Promise<string>
  /** Asks it to end and waits; ends it by force when it takes too long. */
  stop: () => Promise<void>
  kill: () => void
}

const last_words_lines = 15
const stop_patience_ms = 10_000

/**
 * Starts a long-running program of ours on this Node. It gets a process group of its own, so that Ctrl-C reaches only
 * us and we end the programs in order.
 */
export function startService({ name, args, env, log_file, isReady, show }: ServiceOptions): Service {
  mkdirSync(dirname(log_file), { recursive: true })
  const log = createWriteStream(log_file)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const last_words: string[] = []
  const { promise: ready, resolve: becomeReady, reject: failToStart } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      if (show) console.error(`${name.padEnd(9)} ${line}`)
      last_words.push(line)
      if (last_words.length > last_words_lines) last_words.shift()
      if (isReady(line)) becomeReady(line)
    })
  }
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => {
      log.end()
      done([`${name} ended (${signal ?? `exit code ${code}`}). Its last words:`, ...last_words].join('\n'))
    })
  })
  // `ready` may be settled already; then this has no effect.
  void ended.then((words) => failToStart(new Error(words)))
  ready.catch(() => undefined)
  return { name, pid: child.pid ?? 0, ready, ended, stop: () => stopChild(child, ended), kill: () => child.kill('SIGKILL') }
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const patience = new AbortController()
  const lost = sleep(stop_patience_ms, 'lost' as const, { signal: patience.signal }).catch(() => 'ended' as const)
  if ((await Promise.race([ended, lost])) === 'lost') child.kill('SIGKILL')
  patience.abort()
  await ended
}
