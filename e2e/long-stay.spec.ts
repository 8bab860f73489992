import { expect, test } from './journey.ts'

// The game of these journeys runs 300 times as fast as ours: ten hours of the event are two minutes.
const tenHours_ms = 120_000

test('a page that stays open for ten hours of the event leaks nothing', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Latest points' })).toContainText('+', { timeout: 60_000 })
  const inspector = await page.context().newCDPSession(page)
  const measure = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters')
    const { usedSize } = await inspector.send('Runtime.getHeapUsage')
    return { nodes, listeners: jsEventListeners, heap_mb: usedSize / 2 ** 20 }
  }
  // The lists fill up first; from then on they only change.
  await page.waitForTimeout(10_000)
  const before = await measure()
  await page.waitForTimeout(tenHours_ms)
  const after = await measure()
  expect(after.nodes).toBeLessThan(before.nodes * 1.3)
  expect(after.listeners).toBeLessThan(before.listeners * 1.3)
  expect(after.heap_mb).toBeLessThan(before.heap_mb * 1.3 + 2)
})
