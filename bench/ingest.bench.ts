/**
 * From the bytes of the public stash stream's pages to stored snapshots and facts: the two jobs as they run in production,
 * side by side in one process with production's settings, on a PostgreSQL that waits for its disk. The network and the game's
 * limits are left out. The floor is JSON.parse of the same bytes. ITEMS=10000000 measures that many.
 */
import { join } from 'node:path'
import { heapGrowth, readUnitSettings } from '../tools/production-settings.ts'
import { root } from '../tools/places.ts'
import { runProgram } from '../tools/processes.ts'
import type { Ingested } from './ingest-process.ts'
import { createStream, differentPages } from './ingest-stream.ts'
import { measureParsing } from './page-times.ts'
import type { BenchResult } from './result.ts'

const items = Number(process.env['ITEMS'] ?? 2_000_000)
/** Read before anything counts: a server that follows the stream has compiled its code within minutes, and runs for days. */
const warm_items = 400_000

async function ingest(): Promise<Ingested> {
  const args = [heapGrowth, join(root, 'bench', 'ingest-process.ts'), String(warm_items), String(items)]
  const { code, output } = await runProgram(process.execPath, args, { env: readUnitSettings() })
  if (code !== 0) throw new Error(`ingestion failed:\n${output}`)
  return JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '') as Ingested
}

/**
 * Before and after, and the cheaper of the two. By this process, to which nobody has said how to use memory: with production's
 * settings parsing alone is dearer, because it leaves more to collect than there is room for, and what is compared with it looked cheaper.
 */
function createFloor() {
  const readStream = createStream()
  const texts = Array.from({ length: differentPages }, (_, number) => readStream(number).toString('utf8'))
  // The first rounds find a heap that is still small.
  measureParsing(texts)
  const before = measureParsing(texts)
  return () => {
    const after = measureParsing(texts)
    return {
      elapsed_ms: Math.min(before.elapsed_ms, after.elapsed_ms),
      processor_ms: Math.min(before.processor_ms, after.processor_ms),
    }
  }
}

const say = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 0 })

export async function run(): Promise<BenchResult[]> {
  const measureFloor = createFloor()
  const { pages, page, memory, own_pages_mb, files_mb, early_mb, ...counted } = await ingest()
  const parsing = measureFloor()
  const rest = memory.resident - files_mb - memory.heap - memory.buffers
  return [
    {
      name: 'items from bytes to snapshots and facts',
      value: (counted.items * 1000) / (page.elapsed_ms * pages),
      unit: 'a second',
      note: `${say(counted.items)} items on ${say(pages)} pages, after ${say(warm_items)} that do not count, so that all code is compiled; with these ${say(counted.snapshots)} snapshots, ${say(counted.facts)} facts`,
    },
    {
      name: 'a page, against JSON.parse of its bytes',
      value: page.elapsed_ms / parsing.elapsed_ms,
      unit: '×',
      note: `warm; goal 1.8; parsing alone, with Node’s own settings, takes ${parsing.elapsed_ms.toFixed(2)} ms`,
    },
    {
      name: 'processor time of a page, against the same',
      value: page.processor_ms / parsing.processor_ms,
      unit: '×',
      note: `warm; of this process, its collector included and the database’s not; parsing takes ${parsing.processor_ms.toFixed(2)} ms`,
    },
    {
      name: 'largest memory of the process',
      value: memory.resident,
      unit: 'MB',
      note: `resident; heap ${say(memory.heap)}, of it in use ${say(memory.heap_used)}; buffers ${say(memory.buffers)}, ${say(own_pages_mb)} of them the bench’s pages; program files ${say(files_mb)}; the rest ${say(rest)}; goal 400`,
    },
    {
      name: 'largest memory, against that of the first quarter',
      value: memory.resident / early_mb,
      unit: '×',
      note: 'goal: flat',
    },
  ]
}
