import { readdir, readFile } from 'node:fs/promises'
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

/** Each runs in one transaction. */
async function readMigrations(names: readonly string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(`../../../database/migrations/${name}.sql`, import.meta.url), 'utf8')
    migrations[name] = { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }
  }
  return migrations
}

/**
 * Brings the database up to date; safe when several processes start at once (the migrator holds a lock).
 * @param names of the migrations to apply, when not all: those that a backup was made with.
 * @returns names of the migrations that were applied now.
 */
export async function migrate(url: string, names?: readonly string[]): Promise<string[]> {
  const wanted = names ?? (await listMigrations())
  const { db, close } = connectDatabase(url, { max_connections: 2 })
  try {
    // Numbers are given out when work begins: a smaller one may arrive after a larger one has run. None builds on a larger.
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => readMigrations(wanted) },
      allowUnorderedMigrations: true,
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error })
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await close()
  }
}
