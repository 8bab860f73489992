import { expect, type Page, test } from './journey.ts'

test('the feed lists changes of points, leads to receipts, and says them only to those who want it', async ({ page }) => {
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
  // The choice is kept, and from now on points are said while another page is open.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(/[+\u2212]\d+ /, { timeout: 120_000 })
})

test('without a socket the scores are asked for, and the page says that it is not live', async ({ page, complaints }) => {
  test.setTimeout(180_000)
  await page.routeWebSocket(/scores\/ws/, (socket) => socket.close({ code: 1011 }))
  await page.clock.install()
  await page.goto('/')
  const standings = page.getByRole('region', { name: 'Standings' })
  await expect(standings).toContainText('Tidebreakers')
  await expect(page.getByRole('banner').getByRole('status')).not.toHaveText('Scores are live')
  const before = await standings.textContent()
  // It asks twice a minute: let minutes pass on the page until the server has something new to say.
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(standings).not.toHaveText(before ?? '', { timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/WebSocket/.test(text)))
})

test('a page that was offline for ten minutes says so all the time, keeps what it had, and catches up by itself', async ({
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
  // What was never here cannot be kept: the parts below come last.
  await expect(page.getByRole('region', { name: 'Next event' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A page that is never away; in a window of its own, because browsers slow down what is behind another page.
  const other = await (await browser.newContext()).newPage()
  await other.goto('/')
  await expect(other.getByRole('banner').getByRole('status')).toHaveText('Scores are live')
  await context.setOffline(true)
  await expect(status).toHaveText('Offline, scores are not up to date')
  const before = await readTotals(page)
  expect(before.length).toBeGreaterThan(1)
  // Every retry, every poll and two of the clock's questions fall into these minutes of the page. Meanwhile points change.
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
