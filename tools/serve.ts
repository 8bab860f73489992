import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { readConfig } from '@muster/server/config'
import { createLogger } from '@muster/server/log'
import { endStart, explained, explainFile } from '@muster/server/start-problems'
import { judgePrivatePaths, readPrivatePaths } from './doctor/machine.ts'
import { environmentFile, readEnvironmentFile } from './environment.ts'
import { demandOwner } from './ownership.ts'
import { buildPages } from './pages.ts'
import { dataDir } from './places.ts'
import { heapGrowth } from './production-settings.ts'

// The server in production: no database of its own, no simulator, no demo. It becomes this process, so that a supervisor's
// signals reach it.

async function prepare(): Promise<void> {
  readEnvironmentFile()
  const folder = dataDir()
  demandOwner(folder)
  // Created before secrets are written to it.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Missing settings are reported before half a minute is spent on building pages.
  const { roles, log_level } = readConfig(process.env)
  const log = createLogger(log_level)
  for (const { state, text, todo } of judgePrivatePaths(readPrivatePaths(environmentFile(), folder)))
    if (state !== 'ok') log.warn({ todo }, text)
  if (roles.includes('http')) await buildPages()
}

await explained(prepare, (error) => explainFile(error, dataDir())).catch(endStart)
// Loading modules costs half the processor time if an earlier start has compiled them. Threads find the cache by their
// environment.
const compiled = (process.env['NODE_COMPILE_CACHE'] ||= join(dataDir(), 'compiled'))
enableCompileCache(compiled)
setFlagsFromString(heapGrowth)
await import('@muster/server/main')
