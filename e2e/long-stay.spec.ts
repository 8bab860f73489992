import { expect, type Page, test } from './journey.ts'

const minute_ms = 60_000
/** Simulated second by second. */
const awake_minutes = 120
/** Then like a background page: each timer fires once per stride. Ten hours altogether. */
const strides = 96
const stride_ms = 5 * minute_ms
/** Minimum number of changes received; with fewer, a leak could go unnoticed. */
const minChanges = 400

/** Counts active timers on the page: intervals, and timeouts that have neither fired nor been cleared. */
async function watchTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting = new Set<unknown>()
    Object.assign(window, { waitingTimers: waiting })
    const { setTimeout, setInterval, clearTimeout, clearInterval } = window
    Object.assign(window, {
      setTimeout: (act: () => void, delay?: number, ...rest: unknown[]) => {
        const id: unknown = setTimeout(() => {
          waiting.delete(id)
          act.apply(window, rest as [])
        }, delay)
        waiting.add(id)
        return id
      },
      setInterval: (act: () => void, delay?: number, ...rest: unknown[]) => {
        const id = setInterval(act, delay, ...rest)
        waiting.add(id)
        return id
      },
      clearTimeout: (id: number) => {
        waiting.delete(id)
        clearTimeout(id)
      },
      clearInterval: (id: number) => {
        waiting.delete(id)
        clearInterval(id)
      },
    })
  })
}

test('a page that stays open for ten hours while points change leaks nothing', async ({ page }) => {
  test.setTimeout(600_000)
  let changes = 0
  let asked = 0
  const underWay = new Set<unknown>()
  // The server sends changes in batches, at most twice a second. Here they are delivered one by one: as many messages as
  // hours would bring.
  await page.routeWebSocket(/scores\/ws/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const diffs = JSON.parse(String(message)) as { sequence: number }[]
      for (const ofOne of Map.groupBy(diffs, ({ sequence }) => sequence).values()) {
        socket.send(JSON.stringify(ofOne))
        changes++
      }
    })
  })
  page.on('request', (request) => underWay.add(request))
  const finish = (request: unknown) => {
    underWay.delete(request)
    asked++
  }
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  // Time passes only on the page, not on the server: all its timers and requests happen between real changes.
  await page.clock.install()
  await watchTimers(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Latest points' })).toContainText('+', { timeout: 120_000 })
  const inspector = await page.context().newCDPSession(page)
  const measure = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters')
    const { usedSize } = await inspector.send('Runtime.getHeapUsage')
    const timers = await page.evaluate(() => (window as unknown as { waitingTimers: Set<unknown> }).waitingTimers.size)
    return { nodes, listeners: jsEventListeners, heap_mb: usedSize / 2 ** 20, timers }
  }
  /** Waits until all requests of a step are answered before the next step. */
  const pass = async (times: number, live: () => Promise<void>) => {
    for (let passed = 0; passed < times; passed++) {
      await live()
      await expect.poll(() => underWay.size, { intervals: [10, 20, 50, 100] }).toBe(0)
    }
  }
  const liveMinute = () => page.clock.runFor(minute_ms)
  // The lists fill up first; afterwards they only change.
  await pass(10, liveMinute)
  const before = await measure()
  ;[changes, asked] = [0, 0]
  await pass(awake_minutes, liveMinute)
  await pass(strides, () => page.clock.fastForward(stride_ms))
  await expect(async () => {
    await pass(1, liveMinute)
    expect(changes).toBeGreaterThanOrEqual(minChanges)
  }).toPass({ timeout: 300_000, intervals: [1000] })
  const after = await measure()
  // Without requests for hours, the page would no longer be running.
  expect(asked).toBeGreaterThan(awake_minutes + strides)
  expect(after.nodes).toBeLessThan(before.nodes * 1.2)
  expect(after.listeners).toBeLessThan(before.listeners * 1.2)
  expect(after.timers).toBeLessThan(before.timers * 1.2)
  expect(after.heap_mb).toBeLessThan(before.heap_mb * 1.3 + 2)
})
