import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import type { ServerConflict } from '@muster/contract/status'
import { sql } from 'kysely'
import { type Config, serverRoles } from './config.ts'
import type { Db } from './db/connect.ts'
import { version } from './version.ts'

// Shows which processes use a database: each puts a mark into the name of its listening connections, so the database forgets a
// process as soon as it ends.

type Role = (typeof serverRoles)[number]

export interface ProcessMark {
  readonly version: string
  readonly roles: readonly Role[]
  /** Hashes of the secrets and of DATA_DIR: equal for processes of one installation. */
  readonly secrets: string
  readonly folder: string
}

export interface RunningProcess extends ProcessMark {
  readonly connected_at: Date
  /** Null for a Unix socket on the database's machine. */
  readonly address: string | null
}

const id = randomBytes(3).toString('hex')
const shorten = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)

export function markProcess(config: Pick<Config, 'roles' | 'token_secret' | 'encryption_secret' | 'data_dir'>): ProcessMark {
  const found = statSync(config.data_dir, { throwIfNoEntry: false })
  return {
    version,
    roles: config.roles,
    secrets: shorten(`mark of ${config.token_secret.reveal()} ${config.encryption_secret.reveal()}`),
    // Processes in several containers may see one volume under different names.
    folder: shorten(found ? `${found.ino} ${found.birthtimeMs}` : config.data_dir),
  }
}

/** A connection name of at most 63 characters. */
export const nameProcess = (mark: ProcessMark): string =>
  `muster v${mark.version.slice(0, 20)} ${mark.roles.map((role) => role[0]).join('')} ${id} ${mark.secrets} ${mark.folder}`

const shape = /^muster v(\S+) ([hjs]+) [0-9a-f]{6} ([0-9a-f]{6}) ([0-9a-f]{6})$/

/** The Muster processes listening on this database, oldest connection first. */
export async function listProcesses(db: Db): Promise<RunningProcess[]> {
  const { rows } = await sql<{ name: string; connected_at: Date; address: string | null }>`
    select application_name as name, min(backend_start) as connected_at, min(host(client_addr)) as address from pg_stat_activity
    where datname = current_database() and application_name like 'muster v%' group by 1 order by 2, 1`.execute(db)
  return rows.flatMap(({ name, connected_at, address }) => {
    const [, running = '', initials = '', secrets = '', folder = ''] = shape.exec(name) ?? []
    const roles = serverRoles.filter((role) => initials.includes(role.slice(0, 1)))
    return running === '' ? [] : [{ version: running, roles, secrets, folder, connected_at, address }]
  })
}

/**
 * Conflicts between processes on one database. `versions` is normal during a rolling upgrade. `secrets`: each process refuses the
 * logins of the other. `folders`: several processes keep separate journals of requests to the game.
 */
export function findConflicts(processes: readonly ProcessMark[]): ServerConflict[] {
  const differ = (of: readonly ProcessMark[], by: 'version' | 'secrets' | 'folder') => new Set(of.map((one) => one[by])).size > 1
  const asking = processes.filter(({ roles }) => roles.includes('jobs'))
  return [
    ...(differ(processes, 'version') ? (['versions'] as const) : []),
    ...(differ(processes, 'secrets') ? (['secrets'] as const) : []),
    ...(differ(asking, 'folder') ? (['folders'] as const) : []),
  ]
}
