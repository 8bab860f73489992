import { readFileSync } from 'node:fs'

// Loaded before a program (--import): its wall clock is off by as many milliseconds as the file SKEW_FILE says at the start and
// at every SIGUSR2, as on a machine whose clock somebody set wrong. What measures durations goes on as it did there, too.

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
