import { spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { problems, StartProblem } from '@muster/server/start-problems'

// Files keep the owner of their folder: a file of root in the folder of the server would be closed to the server.

export interface User {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

/** The questions to the system that decide who may write; tests answer them differently. */
export interface System {
  /** The user of this process; null where the system has no such users. */
  readonly uid: number | null
  findOwner(path: string): User | null
  mayWrite(path: string): boolean
}

/** The folder itself, or the nearest one above it that exists. */
export const findExisting = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder ? findExisting(dirname(folder)) : folder

/** As `id` knows the user; "#1000" for a number without a name, which sudo understands. */
function nameUser(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : `#${uid}`
}

/** Null for a path that does not exist. */
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

/** This command line again, as another user. Root needs no sudo, which small machines do not have. */
export function describeRunAs(user: string, us: number | null, [, script = '', ...args] = process.argv): string {
  const words = ['npm', 'run', '-s', basename(script, '.ts'), ...(args.length > 0 ? ['--', ...args] : [])]
  const isRoot = us === 0 && process.platform === 'linux' && !user.startsWith('#')
  return [isRoot ? `runuser -u ${user} --` : `sudo -u ${quote(user)}`, ...words.map(quote)].join(' ')
}

/**
 * Refuses to write into a folder whose owner could not use the files afterwards. Anyone may write where the folder allows it, but for
 * root, to whom every folder is open.
 * @throws StartProblem that says as whom to run the command
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
 * Writes a file with secrets, whole or not at all, and never open to others, not even for a moment. A file that exists keeps its owner.
 * @param like the owner of a new file, where root writes it
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
 * Of these paths, those that a user may not read or write; the system is asked as that user, so every folder on the way counts.
 * @returns null where this process may not ask as that user
 */
export function listRefused(user: User, right: 'r' | 'w', paths: readonly string[]): string[] | null {
  const us = process.geteuid?.()
  if (us !== undefined && us !== 0 && us !== user.uid) return null
  const ask = `for path; do test -${right} "$path" || printf '%s\\0' "$path"; done`
  const as = us === 0 ? { uid: user.uid, gid: user.gid } : {}
  const { stdout } = spawnSync('/bin/sh', ['-c', ask, 'sh', ...paths], { encoding: 'utf8', cwd: '/', ...as })
  return (stdout ?? '').split('\0').filter((path) => path !== '')
}
