import { readFileSync } from 'node:fs'

// Loaded before a program (--import): from SIGUSR2 on its wall clock is off by as many milliseconds as the file SKEW_FILE says,
// as on a machine whose clock somebody set wrong. What measures durations goes on as it did there, too.

const Real = Date
const realNow = Date.now
let skew_ms = 0
const now = () => realNow() + skew_ms

globalThis.Date = new Proxy(Real, {
  construct: (_, args: [], target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target) as object,
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
process.on('SIGUSR2', () => {
  skew_ms = Number(readFileSync(process.env['SKEW_FILE'] ?? '', 'utf8'))
})
