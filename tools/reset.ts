import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listClaims } from '@muster/server/db/embedded/claims'
import { removeEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { dataDir } from './places.ts'

// Restores the state of a fresh clone: removes the data folder without asking; refuses while Muster runs.

const data_dir = dataDir()

async function reset(): Promise<void> {
  // Only folders made by Muster: a mistyped DATA_DIR must not remove another one.
  const isOurs = ['postgres', 'secrets.json', 'logs'].some((name) => existsSync(join(data_dir, name)))
  if (!isOurs) return console.log(`There is no Muster data in ${data_dir}.`)
  const running = listClaims(data_dir, 'start')[0]
  if (running !== undefined) return refuse(`Muster is running (process ${running.pid}). Stop it first.`)
  const outcome = await removeEmbeddedPostgres(join(data_dir, 'postgres'))
  if ('in_use_by' in outcome) return refuse(`The database is in use (process ${outcome.in_use_by}). Stop that first.`)
  rmSync(data_dir, { recursive: true })
  const elsewhere = outcome.removed.filter((folder) => !folder.startsWith(data_dir))
  console.log(`Removed ${[data_dir, ...elsewhere].join(' and ')}.`)
}

function refuse(message: string): void {
  console.error(message)
  process.exitCode = 1
}

await reset()
