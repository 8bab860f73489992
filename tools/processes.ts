import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithUs } from '@muster/server/db/embedded/end-with-us'
import { root } from './places.ts'

/** Runs a program to its end. `show` lets it write to our terminal, and ends it with us; otherwise its output is returned. */
export function runProgram(
  file: string,
  args: string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const { show = false, env = {}, cwd = root } = options
    const stdio = show ? 'inherit' : 'pipe'
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', stdio, stdio] })
    if (show) endWithUs(child, 'SIGTERM')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

/** One of our long-running programs. */
export interface ProgramOptions {
  name: string
  /** Relative to the repository's root; run with this Node. */
  script: string
  args?: string[]
  /** Options of Node itself. */
  node_options?: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Its port on 127.0.0.1. */
  port?: number
  /** Its output goes to `<name>.log` here; `<name>.pid` lets a later start find it if we were killed. */
  log_dir: string
  /** True for the output line that reports readiness. */
  isReady: (line: string) => boolean
  /** Also shows its output here. */
  show: boolean
}

export interface Program {
  /** The line that reported readiness; rejects with its last output if it ends before. */
  ready: Promise<string>
  /** Its last output, at any end. */
  ended: Promise<string>
  /** Asks it to end and waits; kills it after a timeout. */
  stop: () => Promise<void>
  kill: () => void
}

const last_words_lines = 15

/**
 * Waits until a server logs that it is ready; rejects with its last output if it ends before.
 * @param onLine called with each line of its output.
 */
export function awaitReady(name: string, child: ChildProcess, onLine: (line: string) => void = () => undefined): Promise<void> {
  const { promise, resolve: becomeReady, reject: failToStart } = Promise.withResolvers<void>()
  const last_words: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      onLine(line)
      if (last_words.push(line) > last_words_lines) last_words.shift()
      if (line.includes('"msg":"ready"')) becomeReady()
    })
  }
  child.once('close', () => failToStart(new Error([`${name} ended before it was ready:`, ...last_words].join('\n'))))
  return promise
}

const stop_patience_ms = 10_000

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only us and we end the programs in order. A process with the
 * same name left behind by a killed start is ended first.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { name, script, args = [], node_options = [], env, cwd = root, port, log_dir, isReady, show } = options
  mkdirSync(log_dir, { recursive: true })
  const pid_file = join(log_dir, `${name}.pid`)
  await endLeftover(pid_file, script)
  if (port !== undefined && !(await isPortFree(port))) {
    throw new Error(`Port ${port}, needed by the ${name}, is in use. Set PORT to another one, or stop what uses it.`)
  }

  const log_file = join(log_dir, `${name}.log`)
  // An existing file keeps its rights.
  rmSync(log_file, { force: true })
  const log = createWriteStream(log_file, { mode: 0o600 })
  const child = spawn(process.execPath, [...node_options, resolve(root, script), ...args], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) writeFileSync(pid_file, String(child.pid))
  const last_words: string[] = []
  const { promise: ready, resolve: becomeReady, reject: failToStart } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      if (show) console.log(`${name.padEnd(10)}${line}`)
      last_words.push(line)
      if (last_words.length > last_words_lines) last_words.shift()
      if (isReady(line)) becomeReady(line)
    })
  }
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => {
      if (existsSync(pid_file) && readFileSync(pid_file, 'utf8') === String(child.pid)) rmSync(pid_file)
      const words = [`The ${name} ended (${signal ?? `exit code ${code}`}). Its last words:`, ...last_words].join('\n  ')
      // A caller that waits for the end may read the log next.
      log.end(() => done(words))
    })
  })
  // Has no effect after readiness. A start without a waiting caller must not end us.
  void ended.then((words) => failToStart(new Error(words)))
  ready.catch(() => undefined)
  return { ready, ended, stop: () => stopChild(child, ended), kill: () => child.kill('SIGKILL') }
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const patience = new AbortController()
  const lost = sleep(stop_patience_ms, 'lost' as const, { signal: patience.signal }).catch(() => 'ended' as const)
  if ((await Promise.race([ended, lost])) === 'lost') child.kill('SIGKILL')
  patience.abort()
  await ended
}

async function endLeftover(pid_file: string, script: string): Promise<void> {
  if (!existsSync(pid_file)) return
  const pid = Number(readFileSync(pid_file, 'utf8'))
  const deadline_at = Date.now() + stop_patience_ms
  for (let signal: NodeJS.Signals = 'SIGTERM'; await isRunning(pid, script); await sleep(50)) {
    if (Date.now() > deadline_at) signal = 'SIGKILL'
    process.kill(pid, signal)
  }
  rmSync(pid_file, { force: true })
}

/** True if this process id still belongs to that program, and was not reused. */
async function isRunning(pid: number, script: string): Promise<boolean> {
  const { code, output } = await runProgram('ps', ['-p', String(pid), '-o', 'command='])
  return code === 0 && output.includes(script)
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
