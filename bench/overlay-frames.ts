import type { Browser } from '@playwright/test'
import { overlayKinds } from '@muster/contract/broadcast'
import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { insertRows } from '@muster/server/testing/builders'
import { openPage, watchTasks } from './open-page.ts'
import type { BenchResult } from './result.ts'
import { openScoreWriter } from './score-writer.ts'

const key = 'a-key-of-the-benchmark'
/** The machine of a streamer also runs the game and encodes its picture. */
const slowdown = 6
const seconds = 20
/** The server looks for changes at the same rate. */
const changesPerSecond = 2

/**
 * Every overlay on a slow processor while points arrive: frames a second that wait for no task of the page, and the longest task.
 * In processor time, because other programs would change the frames that are drawn. Each of two states a second may cost a frame:
 * only alerts and new lines move, and the browser moves them without the page.
 */
export async function measureOverlays(browser: Browser, url: string, db: Db, event_id: EventId): Promise<BenchResult[]> {
  await insertRows(db, 'broadcasts', { event_id, key })
  const write = await openScoreWriter(db, event_id, true)
  const results: BenchResult[] = []
  for (const kind of overlayKinds) {
    const page = await openPage(browser, { width: 1920, height: 1080 })
    await page.goto(`${url}/overlay/${kind}?event=${event_id}&key=${key}`)
    await page.locator(kind === 'alert' ? '.ov-alert-stage' : '.ov').waitFor({ state: 'attached' })
    const inspector = await page.context().newCDPSession(page)
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await write(2, changesPerSecond)
    const { late_frames, longest_ms, busy_ms } = await watchTasks(browser, page, () => write(seconds, changesPerSecond))
    await page.context().close()
    results.push({
      name: `${kind}: frames a second`,
      value: 60 - late_frames / seconds,
      unit: '',
      note: `processor ${slowdown} times slower, ${changesPerSecond} changes a second; longest task ${longest_ms.toFixed(1)} ms, main thread busy ${(busy_ms / seconds / 10).toFixed(1)} %; goal at least 58`,
    })
  }
  return results
}
