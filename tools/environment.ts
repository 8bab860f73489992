import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { root } from './places.ts'

/**
 * Takes over what the file `.env` of this folder says, as the production server and the commands beside it do; what the
 * environment says already stays. `npm start` and what belongs to it never read it.
 */
export function readEnvironmentFile(folder = root): void {
  const file = join(folder, '.env')
  if (existsSync(file)) loadEnvFile(file)
}
