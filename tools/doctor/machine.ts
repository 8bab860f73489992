import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { serverRoles } from '@muster/server/config'
import { problems } from '@muster/server/start-problems'
import { findExisting, listRefused, type User } from '../ownership.ts'
import { type Finding, ok, problem, toFinding, warning } from './finding.ts'

type Roles = readonly (typeof serverRoles)[number][]

export function judgeNode(version: string): Finding {
  if (Number(version.split('.')[0]) >= 24) return ok('Node', version)
  return problem('Node', `${version} is too old.`, 'Install Node 24; or run npm ci with optional packages, which includes it.')
}

/** Sockets that one process accepts (server/src/live/hub.ts), and its other open files. */
const sockets = 20_000
const besides = 1000

/** @param limit of open files of this process */
export function judgeOpenFiles(limit: number, roles: Roles): Finding {
  const about = 'Open files'
  const todo = 'LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536 before the start.'
  if (limit < besides) return problem(about, `The limit of ${limit} is too low for a server.`, todo)
  if (!roles.includes('http') || limit >= sockets + besides) return ok(about, `up to ${limit}`)
  return warning(about, `The limit of ${limit} is enough for ${limit - besides} viewers; Muster accepts ${sockets}.`, todo)
}

/** The soft limit, from /proc/self/limits; null if it cannot be read. */
export function readOpenFiles(limits: string): number | null {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? []
  if (soft === undefined) return null
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

const megabyte = 1024 * 1024

/** @param total of the machine, or of the container, in bytes */
export function judgeMemory(total: number, workers: number): Finding {
  const total_mb = Math.round(total / megabyte)
  const about = 'Memory'
  const wanted_mb = 1024 + workers * 500
  const text = `${total_mb} MB`
  if (total_mb < 480) return problem(about, `${text} is not enough.`, 'Give it 1 GB.')
  if (total_mb < wanted_mb * 0.9)
    return warning(
      about,
      `${text} may not be enough${workers > 0 ? `: ${workers} calculators take up to 500 MB each` : ''}.`,
      `Give it ${wanted_mb} MB${workers > 0 ? ', or lower POB_CONCURRENCY' : ''}.`,
    )
  return ok(about, text)
}

interface Space {
  /** Bytes. */
  readonly free: number
  /** By the user of the server; true if this process cannot check, which `judgeAccess` reports. */
  readonly is_writable: boolean
}

/** The space of the folder, or of its future parent. */
export function readSpace(folder: string, user: User): Space {
  const place = findExisting(folder)
  const { bavail, bsize } = statfsSync(place)
  return { free: bavail * bsize, is_writable: listRefused(user, 'w', [place])?.length !== 1 }
}

export function judgeDisk({ free, is_writable }: Space, folder: string, user: string): Finding {
  const about = 'Disk'
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free for ${folder}`
  if (!is_writable) return toFinding(about, problems.folderClosed(folder, user))
  if (free < megabyte) return toFinding(about, problems.diskFull(folder))
  if (free < 512 * megabyte) return problem(about, `${text} is not enough.`, 'Free some, or move DATA_DIR.')
  if (free < 2048 * megabyte)
    return warning(about, `${text}: little for backups.`, 'Free some, keep fewer backups, or move DATA_DIR.')
  return ok(about, text)
}

/** A file or folder for its owner only. */
interface PrivatePath {
  readonly path: string
  readonly mode: number
}

/** The existing ones, with their rights: `.env`, DATA_DIR and its secrets. */
export function readPrivatePaths(environment_file: string, data_dir: string): PrivatePath[] {
  const paths = [
    environment_file,
    data_dir,
    ...['secrets.json', 'backups', 'asked-of-the-game.jsonl'].map((name) => join(data_dir, name)),
  ]
  return paths.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found === undefined ? [] : [{ path, mode: found.mode & 0o777 }]
  })
}

export function judgePrivatePaths(paths: readonly PrivatePath[]): Finding[] {
  const open = paths.filter(({ mode }) => (mode & 0o077) !== 0)
  if (open.length === 0)
    return [ok('File rights', paths.length === 0 ? 'no secrets stored yet' : 'secrets are for their owner only')]
  return open.map(({ path, mode }) =>
    problem('File rights', `Others on this machine may read ${path} (${mode.toString(8)}).`, `chmod go= ${path}`),
  )
}

/** @param closed a build folder that the user of the server may not write to; null for none */
export function judgePages(
  state: 'built' | 'to be built' | 'missing',
  roles: Roles,
  closed: string | null,
  user: string,
): Finding[] {
  const about = 'Pages'
  if (!roles.includes('http')) return []
  if (state === 'missing') return [toFinding(about, problems.pagesMissing())]
  if (state === 'built') return [ok(about, 'built')]
  if (closed !== null) return [toFinding(about, problems.pagesStale(closed, user))]
  return [ok(about, 'are built at the next start, which takes half a minute')]
}

/**
 * @param checkouts folders of Path of Building
 * @param luajit output of `luajit -v`, null if it does not start
 */
export function judgeCalculators(checkouts: readonly string[], luajit: string | null): Finding[] {
  if (checkouts.length === 0) return []
  if (luajit === null) return [problem('Build stats', 'LuaJIT does not start, which POB_DIR needs.', 'apt-get install luajit')]
  return [ok('Build stats', `${luajit} with ${checkouts.join(', ')}`)]
}
