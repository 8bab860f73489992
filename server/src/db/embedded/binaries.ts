import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

// Location and user of the embedded PostgreSQL's programs. Data and start-up are in embedded-postgres.ts.

/** User and group nobody: has a passwd entry on every system, which initdb requires. */
const nobody = 65534

/** PostgreSQL refuses to run as root. `namespace` runs it as root outside and as nobody inside; `user` as another user. */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number }

export interface Command {
  file: string
  args: string[]
  uid?: number
  gid?: number
}

/** File, arguments and spawn options that run `file` as `runAs`. */
export function commandAs(runAs: RunAs, file: string, args: string[]): Command {
  if (runAs.kind === 'self') return { file, args }
  if (runAs.kind === 'user') return { file, args, uid: runAs.uid, gid: runAs.gid }
  return { file: 'unshare', args: ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`, '--', file, ...args] }
}

/** PostgreSQL gets nothing of this process's environment except PATH: PGDATA, PGPORT and the like would change its behaviour. */
export const postgresEnvironment = () => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' })

function succeedsAs(runAs: RunAs, file: string, args: string[]): boolean {
  const command = commandAs(runAs, file, args)
  const { uid, gid } = command
  return spawnSync(command.file, command.args, { cwd: '/', env: postgresEnvironment(), uid, gid, stdio: 'ignore' }).status === 0
}

/**
 * Chooses the user of a cluster. An existing cluster keeps its owner, so that root can start the cluster of an ordinary user;
 * only root's own clusters need the namespace, which some container runtimes refuse: these are given to nobody permanently.
 */
export function chooseRunAs(cluster_owner: { uid: number; gid: number } | undefined): RunAs {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  if (cluster_owner && cluster_owner.uid !== 0) return { kind: 'user', uid: cluster_owner.uid, gid: cluster_owner.gid }
  return succeedsAs({ kind: 'namespace' }, 'true', []) ? { kind: 'namespace' } : { kind: 'user', uid: nobody, gid: nobody }
}

/** True if a process of `runAs` can work in `directory`; false for example below another user's closed home. */
export function canUse(runAs: RunAs, directory: string): boolean {
  return succeedsAs(runAs, '/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', directory])
}

/** Makes `directory` private to `runAs`. */
export function giveTo(runAs: RunAs, directory: string): void {
  if (runAs.kind === 'user') chownSync(directory, runAs.uid, runAs.gid)
  chmodSync(directory, 0o700)
}

/** Gives a whole cluster to another user; for a cluster of root when the namespace is no longer available. */
export function giveAllTo(runAs: RunAs & { kind: 'user' }, directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, name), runAs.uid, runAs.gid)
  }
  lchownSync(directory, runAs.uid, runAs.gid)
}

/**
 * Finds the folder with PostgreSQL's bin/, lib/ and share/ whose programs `runAs` can start. If the installed package cannot be
 * used (in a closed home, or without its links in a read-only folder), it is copied into `home`.
 */
export function findBinaries(runAs: RunAs, home: string): string {
  const packaged = findPackage()
  addLinks(packaged, 'tolerant')
  const works = (folder: string) => succeedsAs(runAs, join(folder, 'bin', 'postgres'), ['--version'])
  if (works(packaged)) return packaged

  const { version } = JSON.parse(readFileSync(join(dirname(packaged), 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-${version}`)
  if (!existsSync(copy)) {
    const part = mkdtempSync(join(home, 'part-'))
    cpSync(packaged, part, { recursive: true, verbatimSymlinks: true })
    addLinks(part, 'strict')
    chmodSync(part, 0o755)
    renameSync(part, copy)
  }
  if (works(copy)) return copy
  rmSync(copy, { recursive: true })
  throw new Error(
    `The embedded PostgreSQL does not start on this machine (tried ${packaged}). Set DATABASE_URL to another PostgreSQL.`,
  )
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    const reason = `No embedded PostgreSQL for this machine: the optional package ${name} is not installed.`
    throw new Error(`${reason} Install it, or set DATABASE_URL to another PostgreSQL.`, { cause })
  }
}

/**
 * npm packages cannot contain symbolic links; this package lists them in a file for its install script, which does not run
 * everywhere. Without the links postgres does not find its libraries.
 */
function addLinks(native: string, mode: 'tolerant' | 'strict'): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, relative('native', target))
    if (existsSync(at)) continue
    try {
      symlinkSync(relative(dirname(target), source), at)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // Another start may have created it in the meantime; in another user's folder the caller's check decides.
      if (code !== 'EEXIST' && (mode === 'strict' || (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS'))) throw error
    }
  }
}
