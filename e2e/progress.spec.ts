import { readFile } from 'node:fs/promises'
import { expect, listPlayers, putUntil, test } from './journey.ts'

test('a time and a part of the event can be selected by keyboard, and the address restores them', async ({ page }) => {
  await page.goto('/scores/progress')
  await expect(page.getByRole('img', { name: /^Points of \d+ teams/ })).toBeVisible()
  const moment = page.getByRole('slider', { name: 'Selected time' })
  await moment.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/at=\d+/)
  await expect(page.getByRole('heading', { level: 2, name: /^Standings at / })).toBeVisible()
  // A new event has no earlier times to select.
  await expect(async () => {
    await page.getByRole('slider', { name: 'Shown until' }).press('ArrowLeft')
    await expect(page).toHaveURL(/to=\d+/, { timeout: 2000 })
  }).toPass()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: /^Changes up to / })).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Standings', exact: true })).toBeVisible()
})

test('new scores appear in the list of an open page', async ({ page }) => {
  const finder = (await listPlayers()).find((player) => player.team === 3)
  await page.goto('/scores/progress?of=4')
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toBeVisible()
  await putUntil(finder?.name ?? '', { family: 'unique', name: 'Bottled Faith' }, () =>
    expect(page.getByRole('row', { name: /Bottled Faith/ }).first()).toContainText('+', { timeout: 45_000 }),
  )
})

test('the chart data can be saved as a table', async ({ page }) => {
  await page.goto('/scores/progress?average=true')
  await expect(page.getByRole('img', { name: /above or below the average/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('winter-muster-vs-average.csv')
  const text = await readFile(await download.path(), 'utf8')
  // The byte order mark makes spreadsheets read UTF-8.
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head = '', ...rows] = text.slice(1).trimEnd().split('\r\n')
  expect(head.split(',').slice(0, 2)).toEqual(['time', 'hours'])
  expect(head).toContain('Tidebreakers')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.every((row) => row.split(',').length === head.split(',').length)).toBe(true)
})

test('a page section whose code fails to load is shown after a retry', async ({ page, complaints }) => {
  let refused = 0
  await page.route(/\/assets\/chart-.*\.js/, (route) => (refused++ < 2 ? route.abort('connectionrefused') : route.continue()))
  await page.goto('/scores/progress')
  await expect(page.getByRole('img', { name: /^Points of \d+ teams/ })).toBeVisible()
  expect(refused).toBeGreaterThan(1)
  // The browser itself logs the failed requests.
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
  complaints.splice(0)
})
