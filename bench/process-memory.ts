import { readFileSync } from 'node:fs'

/** Memory of a Muster process, MB; docs/benchmarks.md explains the parts of `resident`. */
export interface ProcessMemory {
  readonly resident: number
  /** Files mapped into it, almost all of it Node's own program; processes that run the same share them. */
  readonly files: number
  /** What JavaScript holds, garbage included that nobody has collected yet. */
  readonly heap: number
  /** What of it is in use, as far as the collector knows. */
  readonly heap_used: number
  /** Space for what is new, part of the heap. */
  readonly heap_new: number
  /** Buffers: bodies of answers, what comes from the database. */
  readonly external: number
}

const kilo = 1024
const mega = 1024 ** 2

/** What Linux counts, and what the process tells on its port for metrics. */
export async function readProcessMemory(pid: number, metrics_port: number): Promise<ProcessMemory> {
  const [rollup, answer] = [
    readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'),
    await fetch(`http://127.0.0.1:${metrics_port}/metrics`),
  ]
  const metrics = await answer.text()
  const counted = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / kilo
  const told = (name: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${name} `))
    if (line === undefined) throw new Error(`the process tells no ${name}`)
    return Number(line.slice(name.length + 1)) / mega
  }
  const resident = counted('Rss')
  return {
    resident,
    files: resident - counted('Anonymous'),
    heap: told('nodejs_heap_size_total_bytes'),
    heap_used: told('nodejs_heap_size_used_bytes'),
    heap_new: told('nodejs_heap_space_size_total_bytes{space="new"}'),
    external: told('nodejs_external_memory_bytes'),
  }
}
