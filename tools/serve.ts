import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Config, readConfig } from '@muster/server/config'
import { judgePrivatePaths, readPrivatePaths } from './doctor/machine.ts'
import { readEnvironmentFile } from './environment.ts'
import { buildPages } from './pages.ts'
import { dataDir, root } from './places.ts'
import { heapGrowth } from './production-settings.ts'

// The server in production: no database of its own, no simulator, no demo. It becomes this process, so that a supervisor's
// signals reach it.

/** What is missing is said before half a minute is spent on the pages. */
function checkConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

readEnvironmentFile()
// Before secrets are put there.
mkdirSync(dataDir(), { recursive: true, mode: 0o700 })
const { roles } = checkConfig()
for (const { state, text, todo } of judgePrivatePaths(readPrivatePaths(join(root, '.env'), dataDir())))
  if (state !== 'ok') console.error(`${text} ${todo}`)
if (roles.includes('http')) await buildPages()
// Loading the program costs half the processor time when an earlier start has compiled it. Threads know of it by their environment.
const compiled = (process.env['NODE_COMPILE_CACHE'] ||= join(dataDir(), 'compiled'))
enableCompileCache(compiled)
setFlagsFromString(heapGrowth)
await import('@muster/server/main')
