import type { Broadcast } from '@muster/contract/broadcast'
import { openAs, send } from './calls.ts'
import { expect, test } from './journey.ts'

const minute_ms = 60_000
/** Simulated second by second, then in strides: 24 hours altogether. */
const awake_minutes = 60
const strides = 276
const stride_ms = 5 * minute_ms

/** OBS keeps a browser source open for as long as it runs, on a machine that also plays and encodes. */
for (const kind of ['strip', 'alert'] as const) {
  test(`an overlay (${kind}) that stays open for 24 hours does not grow, and leaves the processor alone`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(600_000)
    const { page: producer } = await openAs(browser, 'Marrowlight#2313')
    const { id } = await send<{ id: number }>(producer, 'GET', '/events/current')
    const known = await send<Broadcast>(producer, 'GET', `/events/${id}/broadcast`)
    const { key } = known.key === null ? await send<Broadcast>(producer, 'POST', `/events/${id}/broadcast/key`) : known
    await producer.context().close()
    const inspector = await page.context().newCDPSession(page)
    const measure = async () => {
      await inspector.send('HeapProfiler.collectGarbage')
      const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters')
      const { usedSize } = await inspector.send('Runtime.getHeapUsage')
      return { nodes, listeners: jsEventListeners, heap_mb: usedSize / 2 ** 20 }
    }
    const address = `/overlay/${kind}?event=${id}&key=${key}`
    await page.clock.install()
    await page.goto(address)
    await expect(page.locator(kind === 'alert' ? '.ov-alert-stage' : '.ov')).toBeAttached()
    // Real time: points arrive, and the page draws them.
    await inspector.send('Performance.enable')
    const readBusy = async () => {
      const { metrics } = await inspector.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    for (let passed = 0; passed < 5; passed++) await page.clock.runFor(minute_ms)
    const before = await measure()
    const busyBefore = await readBusy()
    const since = performance.now()
    await page.waitForTimeout(20_000)
    const busy = (await readBusy()) - busyBefore
    expect(busy / ((performance.now() - since) / 1000)).toBeLessThan(0.05)
    for (let passed = 0; passed < awake_minutes; passed++) await page.clock.runFor(minute_ms)
    for (let passed = 0; passed < strides; passed++) await page.clock.fastForward(stride_ms)
    const after = await measure()
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ before, after, busy_seconds: busy }) })
    expect(after.nodes).toBeLessThan(before.nodes * 1.2 + 200)
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5)
    expect(after.heap_mb).toBeLessThan(before.heap_mb * 1.2 + 1)
  })
}
