import { join } from 'node:path'
import type { EventId } from '@muster/contract/ids'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import type { Row } from '@muster/server/db/schema'
import { findEvent } from '@muster/server/features/events/store'
import { Complaint } from './command.ts'
import { isFromFile } from './environment.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

/**
 * The database of commands: DATABASE_URL, otherwise the embedded one, shared with running programs. `close` ends a server only if
 * it was started here.
 */
export async function openDatabaseAsItIs(): Promise<{ url: string; close: () => Promise<void> }> {
  const external = process.env['DATABASE_URL']
  if (external) {
    // On stderr, because results go to stdout: it reminds users of the demo that this is another database.
    if (isFromFile('DATABASE_URL')) process.stderr.write('Using the database from .env.\n')
    return { url: external, close: () => Promise.resolve() }
  }
  demandOwner(dataDir())
  const database = await startEmbeddedPostgres({ data_dir: join(dataDir(), 'postgres'), durable: true })
  return { url: database.url, close: database.stop }
}

/** The same, migrated. */
export async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const database = await openDatabaseAsItIs()
  await migrate(database.url)
  return database
}

/** Opens the database of `openDatabase` for the duration of a command. */
export async function useDatabase<T>(
  options: Parameters<typeof connectDatabase>[1],
  use: (db: Db, database_url: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase()
  const { db, close } = connectDatabase(database.url, options)
  try {
    return await use(db, database.url)
  } finally {
    await close()
    await database.close()
  }
}

/** The event that a command names. @throws Complaint if there is none */
export async function getNamedEvent(db: Db, wanted: EventId | 'current'): Promise<Row<'events'>> {
  const event = await findEvent(db, wanted)
  if (!event) throw new Complaint(wanted === 'current' ? 'No event is current.' : `There is no event ${wanted}.`)
  return event
}
