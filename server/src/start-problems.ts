import { userInfo } from 'node:os'
import { pino } from 'pino'
import { DatabaseTooNew, DatabaseTooOld } from './db/migrate.ts'
import { createLogger } from './log.ts'

// All known reasons why Muster cannot start, with one text for the log, the commands and the doctor.

export interface Problem {
  /** A sentence that describes the problem. */
  readonly text: string
  /** A sentence with the remedy. */
  readonly todo: string
}

/** An expected failure of the machine, the settings or the database; shown without a stack trace. */
export class StartProblem extends Error {
  readonly todo: string

  constructor({ text, todo }: Problem, cause?: unknown) {
    super(text, { cause })
    this.todo = todo
  }
}

const recipe = 'docs/operations.md, "The database", lists the commands.'

export const problems = {
  settings: (list: readonly { name: string; message: string }[]): Problem => ({
    text: list.map(({ name, message }) => `${name} ${message}.`).join(' '),
    todo: 'Correct .env or the environment. "npm run -s setup" asks for every value; docs/settings.md explains each setting.',
  }),
  unreadable: (paths: readonly string[], user: string): Problem => ({
    text: `The user ${user} may not read ${paths.join(', ')}.`,
    todo: `As root: chown -R ${user} ${paths.join(' ')}`,
  }),
  secretsDamaged: (file: string): Problem => ({
    text: `${file} is damaged: it does not contain the secrets that Muster generated.`,
    todo: 'Restore the file from a copy or a backup. Without these secrets all users have to log in and reconnect their accounts.',
  }),
  folderClosed: (folder: string, user: string): Problem => ({
    text: `The user ${user} may not write to ${folder}.`,
    todo: `As root: chown -R ${user} ${folder}; or run this as the owner of the folder.`,
  }),
  diskFull: (folder: string): Problem => ({
    text: `The disk with ${folder} is full.`,
    todo: 'Free some space (for example, keep fewer backups), or move DATA_DIR.',
  }),
  pagesMissing: (): Problem => ({
    text: 'The pages are not built, and their build tool, vite, is not installed.',
    todo: 'As the owner of the program folder: npm ci --include=dev && npm run -s build',
  }),
  pagesStale: (folder: string, user: string): Problem => ({
    text: `The pages are older than their sources, and the user ${user} may not write to ${folder}.`,
    todo: 'As the owner of the program folder: npm run -s build',
  }),
  pagesFail: (output: string): Problem => ({
    text: `Could not build the pages: ${output}`,
    todo: 'Reinstall all packages with "npm ci --include=dev", then run "npm run -s build".',
  }),
  portTaken: (name: string, at: string): Problem => ({
    text: `${name}: another program is listening on ${at}.`,
    todo: `Stop that program ("ss -ltnp" shows it), or set another ${name}.`,
  }),
  portClosed: (name: string, at: string, code: string): Problem => ({
    text: `${name}: Muster cannot listen on ${at} (${code}).`,
    todo:
      code === 'EACCES'
        ? `Only root may use ports below 1024. Set another ${name}, and let the reverse proxy listen there.`
        : 'Use an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
  }),
  databaseUnreached: (at: string, reason: string): Problem => ({
    text: `PostgreSQL does not respond at ${at} (${reason}).`,
    todo: 'Start PostgreSQL, or correct the host and port in DATABASE_URL. Also check the firewall between the two machines.',
  }),
  databaseStarting: (): Problem => ({
    text: 'PostgreSQL is starting or stopping, and does not accept connections yet.',
    todo: 'Wait until it has started; its own log shows the progress.',
  }),
  databasePassword: (reason: string): Problem => ({
    text: `PostgreSQL refuses the user or the password of DATABASE_URL (${reason}).`,
    todo: `Correct DATABASE_URL, or set the password with "alter role". ${recipe}`,
  }),
  databasePeer: (reason: string): Problem => ({
    text: `PostgreSQL only accepts the system user with the same name as the role (${reason}).`,
    todo: 'Run this as that user. Or give the role a password, and use the host 127.0.0.1 in DATABASE_URL.',
  }),
  databaseRole: (reason: string): Problem => ({
    text: `PostgreSQL does not accept this user (${reason}).`,
    todo: `Create the role, or allow this machine in pg_hba.conf. ${recipe}`,
  }),
  databaseMissing: (reason: string): Problem => ({
    text: `The database named in DATABASE_URL does not exist (${reason}).`,
    todo: `Create it with the user of DATABASE_URL as its owner. ${recipe}`,
  }),
  databaseEncryption: (reason: string): Problem => ({
    text: `The encrypted connection to PostgreSQL failed (${reason}).`,
    todo: 'Add the certificate of its authority to DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE. If the server has no TLS: ?sslmode=disable.',
  }),
  databaseTooOld: (version: string): Problem => ({
    text: `PostgreSQL ${version} is too old.`,
    todo: 'Muster needs PostgreSQL 15 or newer.',
  }),
  databaseTooNew: (migrations: readonly string[]): Problem => ({
    text: `A later version of Muster has removed something from the database that this version needs (${migrations.join(', ')}).`,
    todo: 'Install that version or a later one. Or restore the backup from before the upgrade into an empty database.',
  }),
  databaseRights: (user: string): Problem => ({
    text: `${user} may not create tables in the database.`,
    todo: `As the owner of the database: grant create on schema public to ${user}`,
  }),
  databaseReadOnly: (): Problem => ({
    text: 'The database is read-only.',
    todo: 'Use the primary in DATABASE_URL, not a replica; or free space on the disk of the database.',
  }),
  databaseFull: (): Problem => ({
    text: 'The disk of the database is full.',
    todo: 'Free space on that disk; Muster needs no repair.',
  }),
  databaseCrowded: (reason: string): Problem => ({
    text: `PostgreSQL has no free connection (${reason}).`,
    todo: 'Raise max_connections of PostgreSQL, or the limit of the role or database. docs/operations.md, "Scale out", lists the numbers.',
  }),
} satisfies Record<string, (...facts: never[]) => Problem>

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code ?? '')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The user name of this process. */
export function ownName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run with a user id that has no name.
    return `#${process.geteuid?.()}`
  }
}

/** Host and port, without user and password. */
function describeServer(url: string): string {
  try {
    const { host, searchParams } = new URL(url.replace('@/', '@localhost/'))
    return searchParams.get('host') ?? (host || 'localhost')
  } catch {
    return 'the address of DATABASE_URL'
  }
}

const byState: Readonly<Record<string, (reason: string) => Problem>> = {
  '28P01': problems.databasePassword,
  '28000': (reason) => (/\b(peer|ident)\b/i.test(reason) ? problems.databasePeer(reason) : problems.databaseRole(reason)),
  '3D000': problems.databaseMissing,
  '42501': () => problems.databaseRights('The user of DATABASE_URL'),
  '25006': problems.databaseReadOnly,
  '53100': problems.databaseFull,
  '53300': problems.databaseCrowded,
  '57P03': problems.databaseStarting,
}
const network = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|ENOENT|EACCES)/
const certificates = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)/

/** Explains an error of connecting to or migrating a database; null if the error is unknown. */
export function explainDatabase(error: unknown, url: string): Problem | null {
  if (error instanceof DatabaseTooOld) return problems.databaseTooOld(error.version)
  if (error instanceof DatabaseTooNew) return problems.databaseTooNew(error.migrations)
  const [code, message] = [codeOf(error), messageOf(error)]
  if (Object.hasOwn(byState, code)) return byState[code]?.(message) ?? null
  if (certificates.test(code) || message.includes('does not support SSL')) return problems.databaseEncryption(message)
  if (network.test(code)) return problems.databaseUnreached(describeServer(url), code)
  // The driver sets no code for these errors.
  return /timeout|Connection terminated/.test(message) ? problems.databaseUnreached(describeServer(url), message) : null
}

/** Explains an error of listening on a port. @param name the setting of the port */
export function explainListening(error: unknown, name: string, host: string, port: number): Problem | null {
  const [code, at] = [codeOf(error), `${host.includes(':') ? `[${host}]` : host}:${port}`]
  if (code === 'EADDRINUSE') return problems.portTaken(name, at)
  return /^(EACCES|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/.test(code) ? problems.portClosed(name, at, code) : null
}

/** Explains an error of the file system. @param folder used if the error names no path */
export function explainFile(error: unknown, folder: string): Problem | null {
  const [code, path = folder] = [codeOf(error), (error as NodeJS.ErrnoException | null)?.path]
  if (code === 'ENOSPC' || code === 'EDQUOT') return problems.diskFull(folder)
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? problems.folderClosed(path, ownName()) : null
}

/** Runs a step of the start. @throws StartProblem for an error that `explain` recognises; otherwise the error itself */
export async function explained<T>(step: () => T | Promise<T>, explain: (error: unknown) => Problem | null): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const problem = error instanceof StartProblem ? null : explain(error)
    throw problem === null ? error : new StartProblem(problem, error)
  }
}

/** Ends a failed start with one line in the log. */
export function endStart(error: unknown): never {
  // By default a thread writes the log, and the process may end before it has finished.
  const log = createLogger('fatal', pino.destination({ dest: 1, sync: true }))
  if (error instanceof StartProblem) log.fatal({ todo: error.todo }, error.message)
  else {
    // Only these properties: others may contain an address with its password.
    const { message, stack, code } = error as NodeJS.ErrnoException
    log.fatal(
      { err: { message, stack, code }, todo: 'This is a bug in Muster. Please report it with this line.' },
      'Muster could not start',
    )
  }
  process.exit(1)
}
