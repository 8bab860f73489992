import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

// Production settings of Node and the allocator. docs/benchmarks.md has the savings of each.

/** By default V8 lets the heap grow to four times its live size before it collects. NODE_OPTIONS does not accept this flag. */
export const heapGrowth = '--heap-growing-percent=100'

/** The settings for Node and the allocator in a file of this repository. */
export function readSettings(file: string): Map<string, string> {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(/\b(NODE_OPTIONS|MALLOC_\w+)=(\S+)/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value]))
}

/** The unit's settings, so that benches measure the production form; the environment takes precedence. */
export function readUnitSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries([...readSettings('deploy/muster.service')].map(([name, value]) => [name, process.env[name] ?? value]))
}
