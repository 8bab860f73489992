import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connectDatabase } from './connect.ts'

const folder = fileURLToPath(new URL('../../../database/migrations/', import.meta.url))

/** The numbered SQL files of `database/migrations`, in order of name. Each runs in one transaction. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(`../../../database/migrations/${name}`, import.meta.url), 'utf8')
    migrations[name.replace(/\.sql$/, '')] = { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }
  }
  return migrations
}

/**
 * Brings the database up to date; safe when several processes start at once (the migrator holds a lock).
 * @returns names of the migrations that were applied now.
 */
export async function migrate(url: string): Promise<string[]> {
  const { db, close } = connectDatabase(url, { max_connections: 2 })
  try {
    // Numbers are given out when work begins: a smaller one may arrive after a larger one has run. None builds on a larger.
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations }, allowUnorderedMigrations: true })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error })
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await close()
  }
}
