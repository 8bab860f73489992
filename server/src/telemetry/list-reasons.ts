import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { listMigrations } from '../db/migrate.ts'
import { checkDatabase } from '../features/server-state/health.ts'

/** Wall clock: a role looks for work every second or two; after this time it is stuck. */
const silent_ms = 15_000

/** A role of this process that looks for work on its own. */
export interface LookingRole {
  readonly role: string
  /** The time of its last look, by `performance.now()`. */
  lookedAt(): number
}

async function listMissingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return (await listMigrations()).filter((name) => !applied.has(name))
}

/** Why this process is not ready, in words for operators; empty: it is ready. */
export async function listReasons(db: Db, roles: readonly LookingRole[]): Promise<string[]> {
  if ((await checkDatabase(db)) !== null) return ['the database cannot be read and written']
  const missing = await listMissingMigrations(db)
  const silent = roles.filter(({ lookedAt }) => performance.now() - lookedAt() > silent_ms)
  return [
    ...missing.map((name) => `migration ${name} is not applied`),
    ...silent.map(({ role }) => `the role ${role} has not looked for work for more than ${silent_ms / 1000} s`),
  ]
}
