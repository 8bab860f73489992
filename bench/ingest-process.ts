/** Measuring process of `ingest.bench.ts`: node ingest-process.ts WARM_ITEMS ITEMS. Prints a line of JSON. */
import { setImmediate } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import type { EventId } from '@muster/contract/ids'
import { type PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import type { GameContext } from '@muster/server/context'
import { readStashPage } from '@muster/server/gateways/game/stash-page'
import { evaluateStashChanges } from '@muster/server/jobs/evaluate-stash-changes'
import { fetchStashChanges } from '@muster/server/jobs/fetch-stash-changes'
import type { GameRound } from '@muster/server/jobs/job'
import { openBench } from './bench-context.ts'
import { createStream, differentPages, fillStreamedEvent, itemsPerPage } from './ingest-stream.ts'
import { countProcessor_ms, type PageTimes } from './page-times.ts'

const mega = 2 ** 20

/** Memory at its peak, MB. */
interface MemoryParts {
  readonly resident: number
  readonly heap: number
  readonly heap_used: number
  /** Buffers, including the bench's own pages. */
  readonly buffers: number
}

export interface Ingested {
  readonly pages: number
  readonly items: number
  readonly snapshots: number
  readonly facts: number
  readonly page: PageTimes
  readonly memory: MemoryParts
  /** Peak during the first quarter of the pages, MB resident. */
  readonly early_mb: number
  /** Parts of the memory: the pages of the bench, and program files, which processes share. */
  readonly own_pages_mb: number
  readonly files_mb: number
}

const changeIdOf = (page: number) => `${page}-${page}-${page}-${page}-${page}`

/** Runs both jobs until the stream has been read to its end and everything is evaluated. */
function createIngestion(ctx: GameContext, event: GameRound['event']) {
  const round: GameRound = { ctx, event, signal: new AbortController().signal, write: (use) => ctx.db.transact(use) }
  const fetchPage = fetchStashChanges.start()
  const evaluate = evaluateStashChanges.start()
  const evaluated = async () =>
    (await ctx.db.selectFrom('evaluation_cursors').select('snapshot_id').where('event_id', '=', event.id).executeTakeFirst())
      ?.snapshot_id ?? 0
  return async () => {
    await evaluate(round)
    let isFetching = true
    let wake = () => undefined as void
    const evaluating = (async () => {
      for (let before = -1, after = 0; isFetching || before !== after; ) {
        // Like notifications: one wakeup for everything stored in the meantime.
        const woken = new Promise<void>((resolve) => (wake = resolve))
        before = after
        await evaluate(round)
        after = await evaluated()
        if (isFetching && before === after) await woken
      }
    })()
    // A round stores all available pages; at the end of the stream it asks for a pause.
    for (let hasMore = true; hasMore; ) {
      const result = await fetchPage(round)
      if (!result.ok) throw new Error(result.error)
      hasMore = result.wait_ms === 0
      wake()
    }
    isFetching = false
    wake()
    await evaluating
  }
}

function createMemoryWatch() {
  let memory: MemoryParts = { resident: 0, heap: 0, heap_used: 0, buffers: 0 }
  return {
    look(): void {
      if (process.memoryUsage.rss() / mega <= memory.resident) return
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
      memory = { resident: rss / mega, heap: heapTotal / mega, heap_used: heapUsed / mega, buffers: external / mega }
    },
    most: () => memory,
  }
}

async function measure(context: GameContext, warm_items: number, items: number): Promise<Ingested> {
  const event_id = await fillStreamedEvent(context.db)
  const event = await context.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
  const readStream = createStream()
  const warmPages = Math.ceil(warm_items / itemsPerPage)
  const pages = Math.ceil(items / itemsPerPage)
  const watch = createMemoryWatch()
  let early_mb = 0
  let last = warmPages
  const game = {
    ...context.game,
    fetchLatestChangeId: () => Promise.resolve({ ok: true as const, value: changeIdOf(0) }),
    fetchPublicStashes: async (
      change_id: string,
      isWanted: (tab: PublicStashChange) => boolean,
      _signal?: AbortSignal,
      onNext?: (next: string) => void,
    ) => {
      const number = Number(change_id.split('-')[0])
      // A body arrives in a separate turn of the event loop.
      await setImmediate()
      onNext?.(changeIdOf(Math.min(number + 1, last)))
      if (number === last) return { ok: true as const, value: { next_change_id: change_id, stashes: [], isEmpty: true } }
      watch.look()
      if (number < warmPages + pages / 4) early_mb = watch.most().resident
      const answer = readStashPage({ schema: PublicStashPage, url: 'the game of the benchmark' }, readStream(number), isWanted)
      return answer.ok ? { ok: true as const, value: { ...answer.value, next_change_id: changeIdOf(number + 1) } } : answer
    },
  }
  const ingest = createIngestion({ ...context, game }, event)
  await ingest()
  last = warmPages + pages
  const [began, before] = [performance.now(), process.cpuUsage()]
  await ingest()
  const page = { elapsed_ms: (performance.now() - began) / pages, processor_ms: countProcessor_ms(before) / pages }
  const count = (table: 'stash_snapshots' | 'facts') => countRows(context, event_id, table)
  return {
    pages,
    items: pages * itemsPerPage,
    snapshots: await count('stash_snapshots'),
    facts: await count('facts'),
    page,
    memory: watch.most(),
    early_mb,
    own_pages_mb: Array.from({ length: differentPages }, (_, number) => readStream(number).length).reduce((a, b) => a + b) / mega,
    files_mb: Number(/^RssFile:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024,
  }
}

async function countRows({ db }: GameContext, event_id: EventId, table: 'stash_snapshots' | 'facts'): Promise<number> {
  const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.where('event_id', '=', event_id).executeTakeFirstOrThrow()).count
}

const [warm_items = 0, items = 0] = process.argv.slice(2).map(Number)
const { ctx, close } = await openBench({ durable: true })
try {
  process.stdout.write(`${JSON.stringify(await measure(ctx, warm_items, items))}\n`)
} finally {
  await close()
}
process.exit(0)
