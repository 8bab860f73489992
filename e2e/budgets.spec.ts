import { gzipSync } from 'node:zlib'
import { expect, test } from './journey.ts'
import { judgePages } from './lighthouse.ts'

// Budgets of a visit. Asserts only values that do not depend on the speed of the machine: bytes, and Lighthouse's scores for
// accessibility and best practices.

const scriptBudget_bytes = 180_000
const styleBudget_bytes = 22_000

/** Number and total size of files, compressed with gzip, and the largest ones by name. */
async function measureFiles(files: ReadonlyMap<string, Promise<Buffer>>) {
  const sizes = await Promise.all([...files].map(async ([path, body]) => [path, gzipSync(await body).length] as const))
  const biggest = sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 12)
  return {
    count: sizes.length,
    bytes: sizes.reduce((bytes, [, size]) => bytes + size, 0),
    biggest: JSON.stringify(biggest, null, 1),
  }
}

for (const [address, shows] of [
  ['/', 'Latest points'],
  ['/scores', 'Characters'],
] as const) {
  test(`${address} of a running event is usable with at most 180 kB of scripts and 22 kB of styles`, async ({ page }) => {
    const files = { script: new Map<string, Promise<Buffer>>(), stylesheet: new Map<string, Promise<Buffer>>() }
    page.on('response', (answer) => {
      const kind = answer.request().resourceType()
      if (kind === 'script' || kind === 'stylesheet') files[kind].set(new URL(answer.url()).pathname, answer.body())
    })
    await page.goto(address)
    await expect(page.getByRole('region', { name: shows })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scores are live')
    await expect(page.locator('main .skeleton')).toHaveCount(0, { timeout: 60_000 })
    const scripts = await measureFiles(files.script)
    expect(scripts.count).toBeGreaterThan(1)
    expect(scripts.bytes, scripts.biggest).toBeLessThanOrEqual(scriptBudget_bytes)
    const styles = await measureFiles(files.stylesheet)
    expect(styles.count).toBe(1)
    expect(styles.bytes, styles.biggest).toBeLessThanOrEqual(styleBudget_bytes)
  })
}

test('scripts and styles are compressed', async ({ page }) => {
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

test('Lighthouse reports no accessibility or best-practice issue on a phone', async ({ request }, { project }) => {
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
