import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import type { ServerConflict } from '@muster/contract/status'
import { sql } from 'kysely'
import { type Config, serverRoles } from './config.ts'
import type { Db } from './db/connect.ts'
import { version } from './version.ts'

// Which processes work on one database: each puts a mark of itself into the name of the connections on which it listens, so the
// database forgets a process as soon as it ends.

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
  /** Null for a socket of the machine of the database. */
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
    // Processes in several containers have one volume under several names.
    folder: shorten(found ? `${found.ino} ${found.birthtimeMs}` : config.data_dir),
  }
}

/** A name for connections, of at most 63 characters. */
export const nameProcess = (mark: ProcessMark): string =>
  `muster v${mark.version.slice(0, 20)} ${mark.roles.map((role) => role[0]).join('')} ${id} ${mark.secrets} ${mark.folder}`

const shape = /^muster v(\S+) ([hjs]+) [0-9a-f]{6} ([0-9a-f]{6}) ([0-9a-f]{6})$/

/** The processes of Muster that listen on this database now, the oldest connection first. */
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
 * In which way processes on one database do not belong together. `versions`: normal while one after the other is upgraded. `secrets`:
 * each refuses the logins of the other. `folders`: several keep notes of what they asked the game, each of its own requests.
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
