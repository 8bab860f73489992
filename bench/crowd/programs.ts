import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { root } from '../../tools/places.ts'
import { awaitReady } from '../../tools/processes.ts'
import { endWithUs } from '@muster/server/db/embedded/end-with-us'

/** A process that reads and prints lines. */
export interface Spoken {
  readonly pid: number
  tell(line: string): void
  /** Stops the process and waits for its end. */
  stop(): Promise<void>
}

/** Starts a server and waits for its ready line. */
export async function startServer(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => undefined,
): Promise<Spoken> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  endWithUs(child, 'SIGKILL')
  await awaitReady(script, child, onLine)
  return {
    pid: child.pid ?? 0,
    tell: (line) => child.stdin.write(`${line}\n`),
    async stop() {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A process that receives orders and sends reports. */
export interface Worker<Order, Report extends { readonly kind: string }> {
  readonly pid: number
  order(order: Order): void
  /** Waits for the next report of a kind. */
  wait<K extends Report['kind']>(kind: K): Promise<Extract<Report, { kind: K }>>
  stop(): Promise<void>
}

/**
 * Starts a script of this folder.
 * @param first_client first client number, which determines its client addresses
 */
export function startWorker<Order, Report extends { readonly kind: string }>(
  name: string,
  first_client: number,
  onReport: (report: Report) => void = () => undefined,
): Worker<Order, Report> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [script, String(first_client)], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  endWithUs(child, 'SIGKILL')
  const waiting = new Map<Report['kind'], (report: Report) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as Report
    waiting.get(report.kind)?.(report)
    onReport(report)
  })
  return {
    pid: child.pid ?? 0,
    order: (one) => void child.stdin.write(`${JSON.stringify(one)}\n`),
    wait: (kind) => new Promise((resolve) => waiting.set(kind, resolve as (report: Report) => void)),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** Resident memory of a process in MB: current and peak. */
export function readMemory(pid: number): { now_mb: number; most_mb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now_mb: read('VmRSS'), most_mb: read('VmHWM') }
}
