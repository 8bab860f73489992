import { join } from 'node:path'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { dataDir } from './places.ts'

/**
 * The database that commands work on, migrated: DATABASE_URL, or the embedded one, shared with whatever runs already.
 * `close` ends what was started here and nothing else.
 */
export async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const external = process.env['DATABASE_URL']
  const database = external
    ? { url: external, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ data_dir: join(dataDir(), 'postgres'), durable: true })
  await migrate(database.url)
  return { url: database.url, close: database.stop }
}
