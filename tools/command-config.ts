import { type Config, readConfig } from '@muster/server/config'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

/** The configuration for a command that makes no calls of the game with a login, so the client of the provider may be missing. */
export function readCommandConfig(database_url: string): Config {
  // The first reader of the configuration creates the secrets in this folder.
  demandOwner(dataDir())
  const unused = { POE_CLIENT_ID: 'unused', POE_CLIENT_SECRET: 'unused', POE_CONTACT: 'unused' }
  return readConfig({ ...unused, ...process.env, DATABASE_URL: database_url })
}
