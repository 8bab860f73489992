import { expect, test } from './journey.ts'

// The game of these journeys runs 60 times as fast as ours: ten hours of the event are ten minutes.
const tenHours_ms = 600_000

test('a page that stays open while points change for ten hours of the event leaks nothing', async ({ page }) => {
  test.setTimeout(900_000)
  const heard: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Latest points' })).toContainText('+', { timeout: 120_000 })
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
  heard.length = 0
  await page.waitForTimeout(tenHours_ms)
  const after = await measure()
  // Otherwise there was nothing that it could have leaked.
  expect(heard.filter((message) => message.includes('"diff_type"')).length).toBeGreaterThan(4)
  expect(after.nodes).toBeLessThan(before.nodes * 1.3)
  expect(after.listeners).toBeLessThan(before.listeners * 1.3)
  expect(after.heap_mb).toBeLessThan(before.heap_mb * 1.3 + 2)
})
