import { join } from 'node:path'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { readEnvironmentFile } from './environment.ts'
import { dataDir } from './places.ts'

/**
 * The database that commands work on, migrated: DATABASE_URL of the environment or of the file `.env`, else the embedded one,
 * shared with whatever runs already. `close` ends what was started here and nothing else.
 */
export async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const isGiven = Boolean(process.env['DATABASE_URL'])
  readEnvironmentFile()
  const external = process.env['DATABASE_URL']
  // Answers go to stdout. Whoever only tried the demo here should see that this is another database.
  if (external && !isGiven) process.stderr.write('Using the database from .env.\n')
  const database = external
    ? { url: external, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ data_dir: join(dataDir(), 'postgres'), durable: true })
  await migrate(database.url)
  return { url: database.url, close: database.stop }
}
