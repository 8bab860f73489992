import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connectDatabase } from './connect.ts'

const folder = fileURLToPath(new URL('../../../database/migrations/', import.meta.url))

/** Names of the numbered SQL files of `database/migrations`, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

const numberOf = (name: string) => Number(name.slice(0, 4))

/**
 * The newest migration that a program has to know to do without what this one takes away, as its name says: 40 of
 * `0041_since_0040_drops_a_table`; 0 where nothing is taken away. Also told to versions of before, so the pattern stays.
 */
export const neededBy = (name: string): number => Number(/^\d{4}_since_(\d{4})_/.exec(name)?.[1] ?? 0)

/** Of migrations that a later version applied, those that this version cannot live with. @param known those of this version. */
export function findBreaking(unknown: readonly string[], known: readonly string[]): string[] {
  const newest = numberOf(known.at(-1) ?? '')
  return unknown.filter((name) => neededBy(name) > newest)
}

/** Applied by a later version, which took away what this one needs. */
export class DatabaseTooNew extends Error {
  readonly migrations: readonly string[]
  constructor(migrations: readonly string[]) {
    super(`A later version has changed the database (${migrations.join(', ')}).`)
    this.migrations = migrations
  }
}

/** PostgreSQL counts its versions so: 150004 is 15.4. */
export const oldestPostgres = 150_000

export class DatabaseTooOld extends Error {
  readonly version: string
  constructor(version: string) {
    super(`PostgreSQL ${version} is too old.`)
    this.version = version
  }
}

/** @throws DatabaseTooOld */
export function checkPostgres({ version_number, version }: { version_number: number; version: string }): void {
  if (version_number < oldestPostgres) throw new DatabaseTooOld(version)
}

const readVersion = sql<{ version_number: number; version: string }>`
  select current_setting('server_version_num')::int as version_number,
    split_part(current_setting('server_version'), ' ', 1) as version`

/**
 * A migration waits so long for a table and no longer: behind it wait all others who want the table, also those that only read. What is
 * given up, also because of a deadlock with work that goes on, is tried again.
 */
const lock_ms = 2000
const pause_ms = 500
const tries = 60
const givenUp = new Set<unknown>(['55P03', '40P01'])

/** Each runs in one transaction. */
async function readMigrations(names: readonly string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(`../../../database/migrations/${name}.sql`, import.meta.url), 'utf8')
    migrations[name] = {
      up: async (db: Kysely<unknown>) => void (await sql.raw(`set local lock_timeout = ${lock_ms};\n${text}`).execute(db)),
    }
  }
  return migrations
}

/**
 * Brings the database up to date; safe when several processes start at once (the migrator holds a lock), also one of a later version.
 * @param names of the migrations to apply, when not all: those that a backup was made with.
 * @returns names of the migrations that were applied now.
 * @throws DatabaseTooOld, DatabaseTooNew
 */
export async function migrate(url: string, names?: readonly string[]): Promise<string[]> {
  const wanted = names ?? (await listMigrations())
  const { db, close } = connectDatabase(url, { max_connections: 2 })
  try {
    for (const row of (await readVersion.execute(db)).rows) checkPostgres(row)
    /** What a later version applied counts as applied: this one may start while both run, and after it. */
    async function getMigrations(): Promise<Record<string, Migration>> {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
      const unknown = rows.map(({ name }) => name).filter((name) => !wanted.includes(name))
      const breaking = findBreaking(unknown, wanted)
      if (breaking.length > 0) throw new DatabaseTooNew(breaking)
      const applied = unknown.map((name): [string, Migration] => [name, { up: () => Promise.resolve() }])
      return { ...(await readMigrations(wanted)), ...Object.fromEntries(applied) }
    }
    // Numbers are given out when work begins: a smaller one may arrive after a larger one has run. None builds on a larger.
    const migrator = new Migrator({
      db,
      provider: { getMigrations },
      allowUnorderedMigrations: true,
    })
    const applied: string[] = []
    // One after the other, so that none holds its tables while the next one waits for others.
    for (let attempt = 1; ; ) {
      const { error, results = [] } = await migrator.migrateUp()
      if (error !== undefined) {
        if (attempt++ === tries || !givenUp.has((error as { code?: unknown }).code))
          throw error instanceof Error ? error : new Error('migration failed', { cause: error })
        await sleep(pause_ms)
      } else if (results.length === 0) return applied
      else applied.push(...results.map(({ migrationName }) => migrationName))
    }
  } finally {
    await close()
  }
}
