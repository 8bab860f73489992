import { type Config, readConfig } from '@muster/server/config'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

/** The configuration of a command. */
export function readCommandConfig(database_url: string): Config {
  // The first reader of the configuration creates the secrets in this folder.
  demandOwner(dataDir())
  return readConfig({ ...process.env, DATABASE_URL: database_url })
}
