import { registerHooks } from 'node:module'

// Loaded before a server (`--import`) to remove all telemetry: replaces telemetry/points.ts with an empty module. Other
// measurements are compared with this server.

const silent = `
const nobody = { hasSubscribers: false, subscribe() {}, unsubscribe() {} }
export const counted = {}
export const pagesBehind = new Map()
export const works = nobody, calls = nobody, statements = nobody, delays = nobody, answeredCalls = nobody, marks = nobody
export const delayNames = []
export const timeWork = (kind, tags, run) => run()
export function tellDelay() {}
export function tellMark() {}`

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/server/src/telemetry/points.ts')
      ? { format: 'module', source: silent, shortCircuit: true }
      : next(url, context),
})
