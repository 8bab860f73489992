import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describeStart, type Image } from './dockerfile.ts'

// Starts an assembled image like a container: as another user without rights, its folder read-only except for the volumes. The
// rest of a container is missing: files and network are this machine's.

const isRoot = process.getuid?.() === 0

/** The running Node, copied to a place where every user can start it. */
function provideNode(folder: string): string {
  const bin = join(folder, 'usr', 'local', 'bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  return bin
}

/**
 * The command line in the image: in a mount namespace with a read-only program folder, and without any right of root. Without
 * root, the permissions of the folder have to suffice.
 */
function confine({ folder, workdir }: Image, uid: number, command: readonly string[]): [string, string[]] {
  const program = join(folder, workdir)
  if (!isRoot) {
    execFileSync('chmod', ['-R', 'a-w', program])
    return [command[0] ?? '', command.slice(1)]
  }
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups']
  const none = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"'
  return ['unshare', ['--mount', 'sh', '-c', readOnly, program, 'setpriv', ...user, ...none, ...command]]
}

export interface Container {
  readonly child: ChildProcess
  /** Its output so far. */
  readonly said: readonly string[]
  /** Resolves with the line; rejects if it ends before. */
  heard: (text: string) => Promise<string>
  readonly ended: Promise<number | null>
  /** Runs a command in it. @returns its exit code and output */
  exec: (command: readonly string[]) => Promise<{ code: number | null; output: string }>
  /** Runs the image's health check. */
  checkHealth: () => Promise<{ code: number | null; output: string }>
}

/** @param uid the user of the container, instead of the user named by the image, who may not exist here */
export function startContainer(image: Image, uid: number, environment: Readonly<Record<string, string>>): Container {
  const start = describeStart(image)
  const bin = provideNode(image.folder)
  const env = { PATH: `${bin}:/usr/bin:/bin:/usr/sbin:/sbin`, ...start.env, ...environment }
  for (const volume of image.volumes) {
    const folder = join(image.folder, volume)
    if (isRoot) chownSync(folder, uid, uid)
  }
  chmodSync(image.folder, 0o755)
  const run = (command: readonly string[]) => {
    const [file, args] = confine(image, uid, command)
    return spawn(file, args, { cwd: start.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const exec = (command: readonly string[]) =>
    new Promise<{ code: number | null; output: string }>((done, fail) => {
      const child = run(command)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
      child.once('error', fail)
      child.once('close', (code) => done({ code, output }))
    })

  const child = run(start.command)
  const said: string[] = []
  const waiting = new Set<() => void>()
  const ended = new Promise<number | null>((done) => child.once('close', done))
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      for (const look of waiting) look()
    })
  const heard = (text: string) =>
    new Promise<string>((done, fail) => {
      const look = () => {
        const line = said.find((one) => one.includes(text))
        if (line !== undefined) done(line)
      }
      waiting.add(look)
      look()
      void ended.then(() => fail(new Error(said.join('\n'))))
    })
  return { child, said, heard, ended, exec, checkHealth: () => exec(start.health) }
}
