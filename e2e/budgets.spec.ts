import { gzipSync } from 'node:zlib'
import { expect, test } from './journey.ts'
import { judgePages } from './lighthouse.ts'

// What a visit may cost. Only what a slow machine does not change is asserted: bytes, and what Lighthouse says about
// accessibility and practices.

const scriptBudget_bytes = 180_000

for (const [address, shows] of [
  ['/', 'Latest points'],
  ['/scores', 'Characters'],
] as const) {
  test(`${address} of a running event needs at most 180 kB of scripts until it can be used`, async ({ page }) => {
    const scripts = new Map<string, Promise<Buffer>>()
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') scripts.set(new URL(answer.url()).pathname, answer.body())
    })
    await page.goto(address)
    await expect(page.getByRole('region', { name: shows })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scores are live')
    await expect(page.locator('main .skeleton')).toHaveCount(0, { timeout: 60_000 })
    const sizes = await Promise.all([...scripts].map(async ([path, body]) => [path, gzipSync(await body).length] as const))
    expect(sizes.length).toBeGreaterThan(1)
    const sum = sizes.reduce((bytes, [, size]) => bytes + size, 0)
    const biggest = sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 12)
    expect(sum, JSON.stringify(biggest, null, 1)).toBeLessThanOrEqual(scriptBudget_bytes)
  })
}

test('scripts and styles come compressed', async ({ page }) => {
  const encodings = new Map<string, string | undefined>()
  page.on('response', (answer) => {
    if (/script|stylesheet|document/.test(answer.request().resourceType()))
      encodings.set(answer.url(), answer.headers()['content-encoding'])
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Standings' })).toBeVisible()
  expect(encodings.size).toBeGreaterThan(3)
  expect([...encodings].filter(([, encoding]) => encoding !== 'br' && encoding !== 'gzip')).toEqual([])
})

test('Lighthouse finds nothing amiss in accessibility and practices, on a phone', async ({ request }, { project }) => {
  test.setTimeout(300_000)
  const { baseURL = '', launchOptions } = project.use
  const paths = ['/', '/scores/ladder', '/profile/1']
  expect((await request.get('/api/health')).ok()).toBe(true)
  const verdicts = await judgePages(
    paths.map((path) => baseURL + path),
    { executablePath: launchOptions?.executablePath ?? '', form: 'mobile', categories: ['accessibility', 'best-practices'] },
  )
  for (const [address, { scores, findings }] of verdicts) {
    expect(scores.accessibility, `${address}: ${findings.join('\n')}`).toBe(100)
    expect(scores['best-practices'], `${address}: ${findings.join('\n')}`).toBeGreaterThanOrEqual(95)
  }
})
