import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

// What Node and the allocator are told in production. docs/benchmarks.md says what each setting saves.

/** By itself V8 lets the heap grow to four times of what is in use before it collects. NODE_OPTIONS does not take it. */
export const heapGrowth = '--heap-growing-percent=100'

/** What a file of this repository says to Node and to the allocator. */
export function readSettings(file: string): Map<string, string> {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(/\b(NODE_OPTIONS|MALLOC_\w+)=(\S+)/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value]))
}

/** As the unit says it, so that what is measured is what runs; the environment goes before. */
export function readUnitSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries([...readSettings('deploy/muster.service')].map(([name, value]) => [name, process.env[name] ?? value]))
}
