import { expect, type Page, test } from './journey.ts'

test('the feed lists point changes, links to receipts, and announces them only if switched on', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto('/rules')
  await page.getByRole('button', { name: 'Score feed' }).click()
  const sheet = page.getByRole('dialog', { name: 'Score feed' })
  await expect(sheet.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true')
  await expect(sheet.getByRole('listitem').first()).toContainText(/[+\u2212]\d/, { timeout: 60_000 })
  await sheet.getByRole('button', { name: 'All teams' }).click()
  await sheet
    .getByRole('button', { name: /^Why: / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('Total', { timeout: 60_000 })
  await page.keyboard.press('Escape')
  // The choice is stored, and points are now announced on other pages as well.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(/[+\u2212]\d+ /, { timeout: 120_000 })
})

test('without a socket the page polls the scores and shows that it is not live', async ({ page, complaints }) => {
  test.setTimeout(180_000)
  await page.routeWebSocket(/scores\/ws/, (socket) => socket.close({ code: 1011 }))
  await page.clock.install()
  await page.goto('/')
  const standings = page.getByRole('region', { name: 'Standings' })
  await expect(standings).toContainText('Tidebreakers')
  await expect(page.getByRole('banner').getByRole('status')).not.toHaveText('Scores are live')
  const before = await standings.textContent()
  // The page polls twice a minute: advance its clock until the server has something new.
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(standings).not.toHaveText(before ?? '', { timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/WebSocket/.test(text)))
})

test('a page that is offline for ten minutes shows it throughout, keeps its content, and catches up when back online', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  test.setTimeout(300_000)
  const readTotals = (of: Page) => of.getByRole('region', { name: 'Standings' }).locator('.c-points').allTextContents()
  await page.clock.install()
  await page.goto('/')
  const status = page.getByRole('banner').getByRole('status')
  await expect(status).toHaveText('Scores are live')
  await expect(page.getByRole('region', { name: 'Standings' })).toContainText('Tidebreakers')
  // Only loaded content can be kept; the lower parts of the page load last.
  await expect(page.getByRole('region', { name: 'Next event' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A page that stays online. It needs its own window, because browsers slow down background pages.
  const other = await (await browser.newContext()).newPage()
  await other.goto('/')
  await expect(other.getByRole('banner').getByRole('status')).toHaveText('Scores are live')
  await context.setOffline(true)
  await expect(status).toHaveText('Offline, scores are not up to date')
  const before = await readTotals(page)
  expect(before.length).toBeGreaterThan(1)
  // These minutes of page time cover every retry, every poll and two clock requests. Points change meanwhile.
  const onServer = await readTotals(other)
  await expect(async () => {
    await page.clock.runFor(60_000)
    expect(await readTotals(other)).not.toEqual(onServer)
  }).toPass({ timeout: 120_000, intervals: [1000] })
  await page.clock.runFor(10 * 60_000)
  await expect(status).toHaveText('Offline, scores are not up to date')
  expect(await readTotals(page)).toEqual(before)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await context.setOffline(false)
  await expect(status).toHaveText('Scores are live', { timeout: 60_000 })
  await expect(async () => {
    const [here, there] = await Promise.all([readTotals(page), readTotals(other)])
    expect(here).toEqual(there)
    expect(here).not.toEqual(before)
  }).toPass({ timeout: 120_000 })
  await other.context().close()
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(text)))
})
