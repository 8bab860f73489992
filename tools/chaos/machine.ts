import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Complaint } from '../command.ts'

/** Set for the command inside the private machine: the directory for its files. */
const insideVariable = 'MUSTER_PRIVATE_MACHINE'

function run(file: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/**
 * Runs this command again with its own networks, mounts and processes, which end with it: other networks stay untouched, and
 * nothing remains. Root can do this, and on most machines every user.
 * @returns a directory for files inside the private machine; null after the command has run there, when this process only has to
 *   end.
 */
export async function enterPrivateMachine(script: string): Promise<string | null> {
  const folder = process.env[insideVariable]
  if (folder !== undefined) {
    run('ip', 'link', 'set', 'lo', 'up')
    return folder
  }
  const needs = 'This command cuts networks and fills disks on a private machine. It needs Linux with unshare, nsenter and ip'
  if (process.platform !== 'linux') throw new Complaint(`${needs}.`)
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const own = [...asRoot, '--net', '--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc', '--']
  const trial = spawnSync('unshare', [...own, 'sh', '-c', 'ip link add name trial type bridge && mount -t tmpfs none /mnt'], {
    encoding: 'utf8',
  })
  if (trial.status !== 0)
    throw new Complaint(
      `${needs}, and the right to create namespaces (as root, or on a machine that allows it to every user). Here that fails: ${trial.error?.message ?? trial.stderr.trim()}`,
    )
  const made = mkdtempSync(join(tmpdir(), 'muster-chaos-'))
  const child = spawn('unshare', [...own, process.execPath, script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [insideVariable]: made },
  })
  // No other signal reaches the first process of the private machine; everything in it ends with that process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
  process.exitCode = await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)))
  if (process.exitCode === 0) rmSync(made, { recursive: true, force: true })
  else process.stderr.write(`The logs of the processes are in ${made}.\n`)
  return null
}

/** A separate disk of this size. */
export function mountDisk(folder: string, mebibytes: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'tmpfs', folder)
}

const ballast = (folder: string) => join(folder, 'ballast')

/** Fills the disk completely. */
export function fillDisk(folder: string): void {
  const file = openSync(ballast(folder), 'a')
  try {
    for (let size = 1 << 20; size > 0; size = size >> 1) {
      const block = Buffer.alloc(size)
      while (isWritten(file, block));
    }
  } finally {
    closeSync(file)
  }
}
function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

export const freeDisk = (folder: string): void => rmSync(ballast(folder), { force: true })

// Two networks, each a bridge with this process at its first address: one to the database, and one for everything else.
const nets = { database: '10.98.0', others: '10.99.0' } as const
type Net = keyof typeof nets
export const hostOf = (net: Net) => `${nets[net]}.1`

export function layNetworks(): void {
  for (const [name, prefix] of Object.entries(nets)) {
    run('ip', 'link', 'add', 'name', name, 'type', 'bridge')
    run('ip', 'address', 'add', `${prefix}.1/24`, 'dev', name)
    run('ip', 'link', 'set', name, 'up')
  }
}

/** A network namespace connected to both networks. */
export interface Cabinet {
  /** Address in the network for everything but the database. */
  readonly address: string
  /** Address in the database's network. */
  readonly database_address: string
  /** Prefix for commands that run in the namespace. */
  readonly prefix: readonly string[]
  /** Silently drops all packets to and from the database, like a pulled cable. */
  cut(): void
  mend(): void
  close(): void
}

export async function openCabinet(number: number): Promise<Cabinet> {
  const holder = spawn('unshare', ['--net', '--', 'sh', '-c', 'echo open; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => createInterface({ input: holder.stdout }).once('line', resolve))
  const [pid, last] = [String(holder.pid), String(number + 10)]
  const prefix = ['nsenter', `--net=/proc/${pid}/ns/net`, '--']
  const cable = (net: Net) => `${net.slice(0, 4)}${number}`
  const inside = (...args: string[]) => run('nsenter', ...prefix.slice(1), 'ip', ...args)
  inside('link', 'set', 'lo', 'up')
  for (const net of Object.keys(nets) as Net[]) {
    run('ip', 'link', 'add', 'name', cable(net), 'type', 'veth', 'peer', 'name', net, 'netns', pid)
    run('ip', 'link', 'set', cable(net), 'master', net, 'up')
    inside('address', 'add', `${nets[net]}.${last}/24`, 'dev', net)
    inside('link', 'set', net, 'up')
  }
  return {
    address: `${nets.others}.${last}`,
    database_address: `${nets.database}.${last}`,
    prefix,
    cut: () => run('ip', 'link', 'set', cable('database'), 'nomaster'),
    mend: () => run('ip', 'link', 'set', cable('database'), 'master', 'database'),
    close() {
      for (const net of Object.keys(nets) as Net[]) run('ip', 'link', 'delete', cable(net))
      holder.kill('SIGKILL')
    },
  }
}

/** Makes a local port of this process reachable at `host`. */
export function passOn(host: string, port: number, to: number): Promise<{ close(): void }> {
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => into.destroy())
      from.on('close', () => into.destroy())
      from.pipe(into)
    }
  })
  return new Promise((resolve) => server.listen(port, host, () => resolve(server)))
}
