import { expect, listPlayers, putUntil, test } from './journey.ts'

// Pages for a visitor who is not logged in.

test('the home page shows a running event with points that update live', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Winter Muster')
  const standings = page.getByRole('region', { name: 'Standings' })
  for (const team of ['The Lanterns', 'Gravewardens', 'Tidebreakers', 'Nightglass']) await expect(standings).toContainText(team)
  const before = await standings.textContent()
  await expect(standings).not.toHaveText(before ?? '', { timeout: 60_000 })
})

test('a new item in a public tab updates an open page without a reload', async ({ page }) => {
  const finder = (await listPlayers()).find((player) => player.team === 1)
  await page.goto('/scores/collections')
  const card = page.getByRole('article').filter({ hasText: 'Orbs of Alchemy in one tab' })
  await expect(card).not.toContainText('1st')
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  const first = card.getByRole('row').or(card.getByRole('listitem')).filter({ hasText: '1st' })
  await putUntil(finder?.name ?? '', { family: 'currency', name: 'Orb of Alchemy', count: 100 }, () =>
    expect(first).toContainText('GRV', { timeout: 45_000 }),
  )
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
})

test('the ladder keeps its search, filter and order in the address', async ({ page }) => {
  await page.goto('/scores/ladder')
  const characters = page.getByRole('region', { name: 'Characters' })
  await expect(characters.getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 })
  await characters.getByRole('button', { name: 'Tidebreakers' }).click()
  await expect(page).toHaveURL(/teams=/)
  await page.reload()
  await expect(characters.getByRole('row', { name: /TID|Tidebreakers/ }).first()).toBeVisible()
  await expect(characters.getByRole('row', { name: /NGL|Nightglass/ })).toHaveCount(0)
})

test('the collections show what each team has collected', async ({ page }) => {
  await page.goto('/scores/collections')
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  await expect(page.getByText('Chaos Orbs in one tab')).toBeVisible()
  await expect(page.getByText('Fossils of any kind')).toBeVisible()
})

test('an unknown address shows an error with a link home', async ({ page }) => {
  await page.goto('/nothing/here')
  await expect(page.getByText('Could not find page')).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test('/scores leads to the ladder', async ({ page }) => {
  await page.goto('/scores')
  await expect(page).toHaveURL(/\/scores\/ladder/)
})

test('range filters of the ladder hide players outside the range, and stay in the address', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/scores/ladder')
  const characters = page.getByRole('region', { name: 'Characters' })
  await expect(characters.getByRole('row').nth(3)).toBeVisible({ timeout: 90_000 })
  await characters.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('spinbutton', { name: 'Rank min' }).fill('3')
  await sheet.getByRole('spinbutton', { name: 'Rank max' }).fill('3')
  await expect(page).toHaveURL(/f=rank/)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(characters.getByRole('button', { name: 'Filters: 1' })).toBeVisible()
  await expect(characters.getByRole('row')).toHaveCount(2)
})

test('a ladder that fails to load keeps the page open, and works after a retry', async ({ page, complaints }) => {
  test.setTimeout(120_000)
  let isDown = true
  await page.route('**/api/events/*/ladder', (route) => (isDown ? route.fulfill({ status: 400, json: {} }) : route.continue()))
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/scores/ladder')
  const characters = page.getByRole('region', { name: 'Characters' })
  await expect(characters.getByRole('alert')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.05)
  isDown = false
  await characters.getByRole('button', { name: 'Retry' }).click()
  await expect(characters.getByRole('button', { name: 'Filters' })).toBeVisible({ timeout: 90_000 })
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 400/.test(text)))
})
