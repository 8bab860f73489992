import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTo, type RunAs } from './binaries.ts'
import { isAlive } from './claims.ts'

// A running PostgreSQL server seen from outside: its lock file, process and socket.

const stop_patience_ms = 30_000
const poll_ms = 15

export interface Postmaster {
  pid: number
  socket_dir: string
  /** `starting`, `ready` or `stopping`. */
  status: string
}

export const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Reads lines 1, 5 and 8 of a server's lock file. Undefined if there is none, or an incomplete one. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const file = lockFile(cluster)
  const [pid, , , , socket_dir, , , status] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return pid ? { pid: Number(pid), socket_dir: socket_dir ?? '', status: status?.trim() ?? '' } : undefined
}

/** The holder of a server's process id: the server, another program that got the id later, or an unreaped process. */
export function whoHas(pid: number): 'postgres' | 'stranger' | 'nobody' | 'zombie' {
  if (!isAlive(pid)) return 'nobody'
  if (process.platform !== 'linux') return 'postgres'
  try {
    const command_line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (command_line === '') return 'zombie'
    // Compares the program only: other programs may have its name in their arguments.
    return basename(command_line.split('\0')[0] ?? '') === 'postgres' ? 'postgres' : 'stranger'
  } catch {
    return 'nobody' // exited in between
  }
}

const socketPath = (socket_dir: string) => join(socket_dir, '.s.PGSQL.5432')

/** The kernel's limit for the path of a socket, without the terminating zero. */
const socket_path_bytes = process.platform === 'linux' ? 107 : 103

const temporary = 'muster-socket-'

/** Inside the cluster, which is closed to other users; in a private temporary folder if that path is too long. */
export function chooseSocketDir(cluster: string, runAs: RunAs): string {
  if (Buffer.byteLength(socketPath(cluster)) <= socket_path_bytes) return cluster
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir()
  const socket_dir = mkdtempSync(join(base, temporary))
  giveTo(runAs, socket_dir)
  return socket_dir
}

/** Removes a socket's folder if it is temporary. */
export function removeSocketDir(socket_dir: string): void {
  if (basename(socket_dir).startsWith(temporary)) rmSync(socket_dir, { recursive: true, force: true })
}

export function canReach(socket_dir: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath(socket_dir), () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

/** Asks the server to end its sessions and shut down cleanly; returns when its process has exited. */
export async function shutDown(cluster: string): Promise<void> {
  const running = readPostmaster(cluster)
  if (running === undefined || whoHas(running.pid) !== 'postgres') return
  process.kill(running.pid, 'SIGINT')
  const deadline_at = Date.now() + stop_patience_ms
  while (whoHas(running.pid) === 'postgres') {
    if (Date.now() > deadline_at) throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`)
    await sleep(poll_ms)
  }
  removeSocketDir(running.socket_dir)
}
