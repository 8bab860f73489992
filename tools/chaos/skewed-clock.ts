import { readFileSync } from 'node:fs'

// Preloaded with --import: shifts the wall clock by the milliseconds in SKEW_FILE, read at the start and at every SIGUSR2, as on
// a machine with a wrong clock. Measurements of durations are not affected, as on such a machine.

const Real = Date
const realNow = Date.now
const readSkew = () => Number(readFileSync(process.env['SKEW_FILE'] ?? '', 'utf8'))
let skew_ms = readSkew()
const now = () => realNow() + skew_ms

globalThis.Date = new Proxy(Real, {
  construct: (_, args: [], target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target) as object,
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skew_ms })
process.on('SIGUSR2', () => {
  skew_ms = readSkew()
})
