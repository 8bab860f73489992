import type { Browser } from '@playwright/test'
import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { openPage, waitForRest } from './open-page.ts'
import type { BenchResult } from './result.ts'
import { openScoreWriter } from './score-writer.ts'

const changesPerSecond = 10
/** Time for the lists to fill up; afterwards they only change. */
const fill_seconds = 30

/**
 * A page that stays open during ten changes a second: load of the main thread, and heap after a collection, at the beginning, in
 * the middle and at the end.
 */
export async function measureOpenPage(
  browser: Browser,
  address: string,
  { db, event_id, minutes }: { db: Db; event_id: EventId; minutes: number },
): Promise<BenchResult[]> {
  const page = await openPage(browser, { width: 1440, height: 900 })
  await page.goto(address)
  await waitForRest(page)
  const inspector = await page.context().newCDPSession(page)
  // Processor time of the main thread, which other programs do not affect.
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
  const measure = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    const { metrics } = await inspector.send('Performance.getMetrics')
    const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return {
      busy_s: read('TaskDuration'),
      heap_mb: read('JSHeapUsedSize') / 2 ** 20,
      nodes: read('Nodes'),
      at_s: read('Timestamp'),
    }
  }
  const write = await openScoreWriter(db, event_id, false)
  const send = (seconds: number) => write(seconds, changesPerSecond)
  await send(fill_seconds)
  const before = await measure()
  await send((minutes * 60) / 2)
  const middle = await measure()
  await send((minutes * 60) / 2)
  const after = await measure()
  await page.context().close()
  const share = (100 * (after.busy_s - before.busy_s)) / (after.at_s - before.at_s)
  const name = `open ${new URL(address).pathname}`
  const heaps = [before, middle, after].map(({ heap_mb }) => heap_mb.toFixed(1)).join(', ')
  return [
    {
      name: `${name}: main thread busy`,
      value: share,
      unit: '%',
      note: `${changesPerSecond} changes a second for ${minutes} minutes, 1,000 objectives, 30 teams; goal below 20`,
    },
    {
      name: `${name}: heap at the end against the beginning`,
      value: after.heap_mb / before.heap_mb,
      unit: '×',
      note: `${heaps} MB at beginning, middle and end, after a collection; ${before.nodes}, ${middle.nodes}, ${after.nodes} nodes; goal: flat`,
    },
  ]
}
