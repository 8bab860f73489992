import type { Browser } from '@playwright/test'
import { expect, type Page, test as journey } from './journey.ts'

// Content must not shift while a page loads, or when its requests fail. Loading time is not asserted: slow answers only make
// shifts more likely.

const maxJump = 0.05

/** Measures layout shifts as browsers define the score: the worst five seconds without a pause of one second between shifts. */
async function watchJumps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { worst: 0, jumps: [] as string[] }
    Object.assign(window, { seenJumps: seen })
    let sum = 0
    let began = 0
    let last = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
        if (shift.hadRecentInput) continue
        const isSame = shift.startTime - last < 1000 && shift.startTime - began < 5000
        if (!isSame) [sum, began] = [0, shift.startTime]
        sum += shift.value
        last = shift.startTime
        seen.worst = Math.max(seen.worst, sum)
        const what = shift.sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : 'text'))
        seen.jumps.push(`${shift.value.toFixed(3)} at ${Math.round(shift.startTime)} ms: ${what.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** One page for each worker: a new browser takes twice as long for its first page. */
let kept: Page | undefined

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await watchJumps(page)
  // New points move rows intentionally.
  await page.routeWebSocket(/scores\/ws/, () => {})
  return page
}

/** Clears the cache, because late content on a first visit shifts most. */
async function forget(page: Page, origin: string): Promise<void> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.clearBrowserCache')
  await inspector.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await inspector.detach()
}

const test = journey.extend({
  page: async ({ browser, baseURL }, use) => {
    kept ??= await openPage(browser)
    await forget(kept, baseURL ?? '')
    await use(kept)
    await kept.unrouteAll()
  },
})

/**
 * Loads a page completely.
 * @returns the measured layout shifts
 */
async function load(page: Page, address: string, width: number): Promise<{ worst: number; jumps: string[] }> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main .skeleton')).toHaveCount(0, { timeout: 60_000 })
  return page.evaluate(() => (window as unknown as { seenJumps: { worst: number; jumps: string[] } }).seenJumps)
}

/** The event continues during the journey, and newly opened content appears: one of three loads has to be without shifts. */
async function expectCalm(page: Page, address: string, width: number, state: string): Promise<void> {
  const seen: { worst: number; jumps: string[] }[] = []
  await expect(async () => {
    seen.push(await load(page, address, width))
    const { worst, jumps } = seen.at(-1) ?? { worst: 1, jumps: [] }
    expect(worst, `${address}, ${width} px, ${state}: ${jumps.join('\n')}`).toBeLessThan(maxJump)
  }).toPass({ timeout: 120_000, intervals: [0] })
}

const addresses = [
  '/',
  '/?event=1',
  '/scores/ladder',
  '/scores/for-you?team=3',
  '/scores/progress',
  '/scores/uniques',
  '/scores/races',
  '/scores/collections',
  '/scores/dailies',
  '/scores/heist',
  '/scores/delve',
  '/scores/ladder?rules=true',
  '/streams',
  '/rules',
  '/settings',
  '/submissions',
  '/tracking',
  '/played',
  '/profile/1',
  '/no-such-page',
]

for (const address of addresses) {
  test(`${address} does not shift while it loads, nor when its requests fail`, async ({ page, complaints }) => {
    test.setTimeout(600_000)
    for (const width of [1280, 390]) await expectCalm(page, address, width, 'as it is')
    // The list of events says which event the page shows; every other request is refused.
    await page.route(/\/api\/(?!events$|events\/current\/teams$)/, (route) => route.fulfill({ status: 400, json: {} }))
    for (const width of [1280, 390]) await expectCalm(page, address, width, 'failing')
    // The browser itself logs the answers made up by this journey.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 400/.test(text)))
  })
}
