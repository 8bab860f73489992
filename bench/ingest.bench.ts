/**
 * From the bytes of public stash stream pages to stored snapshots and facts: both jobs as in production, in parallel in one
 * process with production settings, on a durable PostgreSQL. Network and rate limits of the game are excluded. The floor is
 * JSON.parse of the same bytes. ITEMS=10000000 sets the number of items.
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
/** Items before the measurement: a real server has compiled its code within minutes and then runs for days. */
const warm_items = 400_000

async function ingest(): Promise<Ingested> {
  const args = [heapGrowth, join(root, 'bench', 'ingest-process.ts'), String(warm_items), String(items)]
  const { code, output } = await runProgram(process.execPath, args, { env: readUnitSettings() })
  if (code !== 0) throw new Error(`ingestion failed:\n${output}`)
  return JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '') as Ingested
}

/**
 * Measures parsing before and after, and uses the lower value. Runs in this process, with the default memory settings: production
 * settings make parsing alone more expensive, because garbage collection has too little room, and would flatter the comparison.
 */
function createFloor() {
  const readStream = createStream()
  const texts = Array.from({ length: differentPages }, (_, number) => readStream(number).toString('utf8'))
  // The heap is still small in the first rounds.
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
      note: `${say(counted.items)} items on ${say(pages)} pages, after a warm-up of ${say(warm_items)} items to compile the code; stored ${say(counted.snapshots)} snapshots, ${say(counted.facts)} facts`,
    },
    {
      name: 'a page, against JSON.parse of its bytes',
      value: page.elapsed_ms / parsing.elapsed_ms,
      unit: '×',
      note: `warm; goal 1.8; parsing alone, with Node’s own settings, takes ${parsing.elapsed_ms.toFixed(2)} ms`,
    },
    {
      name: 'processor time of a page, against JSON.parse',
      value: page.processor_ms / parsing.processor_ms,
      unit: '×',
      note: `warm; this process with its garbage collector, without the database; parsing takes ${parsing.processor_ms.toFixed(2)} ms`,
    },
    {
      name: 'largest memory of the process',
      value: memory.resident,
      unit: 'MB',
      note: `resident; heap ${say(memory.heap)}, in use ${say(memory.heap_used)}; buffers ${say(memory.buffers)}, including ${say(own_pages_mb)} for the bench’s pages; program files ${say(files_mb)}; the rest ${say(rest)}; goal 400`,
    },
    {
      name: 'largest memory, against that of the first quarter',
      value: memory.resident / early_mb,
      unit: '×',
      note: 'goal: flat',
    },
  ]
}
