import { readFileSync } from 'node:fs'

/** Memory of a Muster process, MB. */
export interface ProcessMemory {
  readonly resident: number
  /** Mapped files, almost all of them Node's own program; processes with the same program share them. */
  readonly files: number
  /** The JavaScript heap, including garbage not yet collected. */
  readonly heap: number
  /** Heap in use, according to the garbage collector. */
  readonly heap_used: number
  /** Part of the heap for new objects. */
  readonly heap_new: number
  /** Buffers: bodies of answers, data from the database. */
  readonly external: number
}

const kilo = 1024
const mega = 1024 ** 2

/** Reads memory figures from Linux and from the process's metrics port. */
export async function readProcessMemory(pid: number, metrics_port: number): Promise<ProcessMemory> {
  const [rollup, answer] = [
    readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'),
    await fetch(`http://127.0.0.1:${metrics_port}/metrics`),
  ]
  const metrics = await answer.text()
  const counted = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / kilo
  const told = (name: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${name} `))
    if (line === undefined) throw new Error(`the metrics of the process lack ${name}`)
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
