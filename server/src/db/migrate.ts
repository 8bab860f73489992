import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connectDatabase } from './connect.ts'

const folder = fileURLToPath(new URL('../../../database/migrations/', import.meta.url))

/** Names of the numbered SQL files in `database/migrations`, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

const numberOf = (name: string) => Number(name.slice(0, 4))

/**
 * The newest migration that a program must know to work without the parts removed by this one: 40 for
 * `0041_since_0040_drops_a_table`, 0 for a migration that removes nothing. Released programs also read these names, so the
 * pattern must not change.
 */
export const neededBy = (name: string): number => Number(/^\d{4}_since_(\d{4})_/.exec(name)?.[1] ?? 0)

/** Migrations of a later version that removed something this version needs. @param known the migrations of this version. */
export function findBreaking(unknown: readonly string[], known: readonly string[]): string[] {
  const newest = numberOf(known.at(-1) ?? '')
  return unknown.filter((name) => neededBy(name) > newest)
}

/** A later version removed something from the database that this version needs. */
export class DatabaseTooNew extends Error {
  readonly migrations: readonly string[]
  constructor(migrations: readonly string[]) {
    super(`A later version has changed the database (${migrations.join(', ')}).`)
    this.migrations = migrations
  }
}

/** In PostgreSQL's notation: 150004 is 15.4. */
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
 * Lock timeout of a migration: while it waits, every other statement on the table queues behind it, reads too. A migration that
 * gave up, for example after a deadlock with other work, is retried.
 */
const lock_ms = 2000
const pause_ms = 500
const tries = 60
const givenUp = new Set<unknown>(['55P03', '40P01'])

/** The text of each migration by its name. @param names a subset: the migrations of a backup. */
export async function readMigrations(names?: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const name of names ?? (await listMigrations())) texts.set(name, await readFile(join(folder, `${name}.sql`), 'utf8'))
  return texts
}

/** Runs in one transaction. */
const toMigration = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(`set local lock_timeout = ${lock_ms};\n${text}`).execute(db)),
})

/**
 * Migrates the database; safe when several processes start at once (the migrator holds a lock), even with different versions.
 * @returns names of the migrations applied by this call.
 * @throws DatabaseTooOld, DatabaseTooNew
 */
export async function migrate(url: string, migrations?: ReadonlyMap<string, string>): Promise<string[]> {
  const texts = migrations ?? (await readMigrations())
  const wanted = [...texts.keys()]
  const { db, close } = connectDatabase(url, { max_connections: 2 })
  try {
    for (const row of (await readVersion.execute(db)).rows) checkPostgres(row)
    /** Migrations of a later version count as applied: this version may run beside it, or after it. */
    async function getMigrations(): Promise<Record<string, Migration>> {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
      const unknown = rows.map(({ name }) => name).filter((name) => !wanted.includes(name))
      const breaking = findBreaking(unknown, wanted)
      if (breaking.length > 0) throw new DatabaseTooNew(breaking)
      const known = [...texts].map(([name, text]) => [name, toMigration(text)] as const)
      const applied = unknown.map((name) => [name, { up: () => Promise.resolve() }] as const)
      return Object.fromEntries([...known, ...applied])
    }
    // A migration gets its number when work on it begins, so a smaller number may arrive after a larger one was applied.
    const migrator = new Migrator({
      db,
      provider: { getMigrations },
      allowUnorderedMigrations: true,
    })
    const applied: string[] = []
    // One migration per transaction, so that none locks its tables while the next one waits for others.
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
