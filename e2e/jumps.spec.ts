import type { Browser } from '@playwright/test'
import { expect, type Page, test as journey } from './journey.ts'

// Nothing on a page moves by itself while it loads, and nothing does when what it asks for fails. How fast it loads is not asserted:
// slow answers only give things more time to jump.

const mostJump = 0.05

/** Adds up how far things jumped, as the browser defines it: the worst five seconds with no second of rest between jumps. */
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

/** Each worker's page: a browser that has just begun takes twice as long for a page as one that has loaded another before. */
let kept: Page | undefined

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await watchJumps(page)
  // Points that come in meanwhile move rows, which is their purpose.
  await page.routeWebSocket(/scores\/ws/, () => {})
  return page
}

/** As a browser that has never been here: what comes late moves most. */
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

/** Loads a page until nothing is missing on it; answers with how far things jumped meanwhile. */
async function load(page: Page, address: string, width: number): Promise<{ worst: number; jumps: string[] }> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main .skeleton')).toHaveCount(0, { timeout: 60_000 })
  return page.evaluate(() => (window as unknown as { seenJumps: { worst: number; jumps: string[] } }).seenJumps)
}

/** The event of the journeys goes on meanwhile, and what opens in it appears: of three loads one has to be calm. */
async function expectCalm(page: Page, address: string, width: number, state: string): Promise<void> {
  const seen: { worst: number; jumps: string[] }[] = []
  await expect(async () => {
    seen.push(await load(page, address, width))
    const { worst, jumps } = seen.at(-1) ?? { worst: 1, jumps: [] }
    expect(worst, `${address}, ${width} px, ${state}: ${jumps.join('\n')}`).toBeLessThan(mostJump)
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
  test(`${address} does not jump while it loads, nor when what it asks for fails`, async ({ page, complaints }) => {
    test.setTimeout(600_000)
    for (const width of [1280, 390]) await expectCalm(page, address, width, 'as it is')
    // The list of events names what the page is about; everything else is refused.
    await page.route(/\/api\/(?!events$|events\/current\/teams$)/, (route) => route.fulfill({ status: 400, json: {} }))
    for (const width of [1280, 390]) await expectCalm(page, address, width, 'failing')
    // The browser itself reports the answers that this journey made up.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 400/.test(text)))
  })
}
