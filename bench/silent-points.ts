import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Loaded before a server (`--import`) to remove all telemetry: replaces telemetry/points.ts with a module of the same names that
// counts nothing. Other measurements are compared with this server.

const points = readFileSync(new URL('../server/src/telemetry/points.ts', import.meta.url), 'utf8')
const namesOf = (kind: string) => [...points.matchAll(new RegExp(`^export ${kind} (\\w+)`, 'gm'))].map(([, name]) => name)

const silent = [
  'const unheard = { hasSubscribers: false, subscribe() {}, unsubscribe() {} }',
  'export const counted = {}, pagesBehind = new Map(), timeWork = (kind, tags, run) => run()',
  ...namesOf('const')
    .filter((name) => name !== 'counted' && name !== 'pagesBehind')
    .map((name) => `export const ${name} = unheard`),
  ...namesOf('function')
    .filter((name) => name !== 'timeWork')
    .map((name) => `export function ${name}() {}`),
].join('\n')

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/server/src/telemetry/points.ts')
      ? { format: 'module', source: silent, shortCircuit: true }
      : next(url, context),
})
