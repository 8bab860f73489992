import { spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { problems, StartProblem } from '@muster/server/start-problems'

// Files keep the owner of their folder: the server could not read root's files in its folder.

export interface User {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

/** The system's answers that decide who may write; replaced in tests. */
export interface System {
  /** The user of this process; null on a system without users. */
  readonly uid: number | null
  findOwner(path: string): User | null
  mayWrite(path: string): boolean
}

/** The folder itself, or its nearest existing parent. */
export const findExisting = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder ? findExisting(dirname(folder)) : folder

/** The name in `id`; "#1000" for a number without a name, which sudo accepts. */
function nameUser(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : `#${uid}`
}

/** Null for a missing path. */
export function findOwner(path: string): User | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : { uid: found.uid, gid: found.gid, name: nameUser(found.uid) }
}

export function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const system: System = { uid: process.geteuid?.() ?? null, findOwner, mayWrite }

const quote = (word: string) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/** The same command line as another user. Root needs no sudo, which small machines do not have. */
export function describeRunAs(user: string, us: number | null, [, script = '', ...args] = process.argv): string {
  const words = ['npm', 'run', '-s', basename(script, '.ts'), ...(args.length > 0 ? ['--', ...args] : [])]
  const isRoot = us === 0 && process.platform === 'linux' && !user.startsWith('#')
  return [isRoot ? `runuser -u ${user} --` : `sudo -u ${quote(user)}`, ...words.map(quote)].join(' ')
}

/**
 * Refuses to write into a folder whose owner could not use the files afterwards. Any user may write where the folder allows it,
 * except root, for whom every folder is open.
 * @throws StartProblem with the user to run the command as
 */
export function demandOwner(folder: string, { uid, ...asked }: System = system): void {
  const place = findExisting(folder)
  const owner = asked.findOwner(place)
  if (uid === null || owner === null || owner.uid === uid) return
  if (uid !== 0 && asked.mayWrite(place)) return
  if (owner.uid === 0) throw new StartProblem(problems.folderClosed(place, nameUser(uid)))
  throw new StartProblem({
    text: `${place} belongs to ${owner.name}, and this runs as ${uid === 0 ? 'root' : nameUser(uid)}.`,
    todo: `Run it as the owner: ${describeRunAs(owner.name, uid)}`,
  })
}

/**
 * Writes a file with secrets atomically, and never readable to others, not even for a moment. An existing file keeps its owner.
 * @param like the owner of a new file, if root writes it
 */
export function replacePrivateFile(file: string, text: string, like: Pick<User, 'uid' | 'gid'> | null): void {
  const next = `${file}.next`
  rmSync(next, { force: true })
  writeFileSync(next, text, { mode: 0o600, flag: 'wx' })
  const owner = findOwner(file) ?? like
  if (owner !== null && process.geteuid?.() === 0) chownSync(next, owner.uid, owner.gid)
  renameSync(next, file)
}

/**
 * The paths that a user may not read or write; checked as that user, so every parent folder counts.
 * @returns null if this process may not act as that user
 */
export function listRefused(user: User, right: 'r' | 'w', paths: readonly string[]): string[] | null {
  const us = process.geteuid?.()
  if (us !== undefined && us !== 0 && us !== user.uid) return null
  const ask = `for path; do test -${right} "$path" || printf '%s\\0' "$path"; done`
  const as = us === 0 ? { uid: user.uid, gid: user.gid } : {}
  const { stdout } = spawnSync('/bin/sh', ['-c', ask, 'sh', ...paths], { encoding: 'utf8', cwd: '/', ...as })
  return (stdout ?? '').split('\0').filter((path) => path !== '')
}
