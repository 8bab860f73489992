import { expect, listPlayers, logIn, putUntil, test } from './journey.ts'

// Pages for branches of the objective tree.

test('a unique found by a player is marked in the table, and the count of its set increases', async ({ page }) => {
  const finder = (await listPlayers()).find((player) => player.team === 2)
  await page.goto('/scores/uniques')
  await page.getByRole('searchbox', { name: 'Set or item' }).fill('mageblood')
  await expect(page).toHaveURL(/q=mageblood/)
  const row = page.getByRole('row', { name: /Mageblood/ })
  await expect(row).toBeVisible()
  const first = row.getByRole('img', { name: /1st place/ })
  await expect(row.getByRole('img').first()).toBeVisible()
  await expect(first).toHaveCount(0)
  await putUntil(finder?.name ?? '', { family: 'unique', name: 'Mageblood' }, () =>
    expect(first).toBeVisible({ timeout: 45_000 }),
  )
  await row.getByRole('button', { name: /Mageblood/ }).click()
  await expect(page.getByText(/1st place, 40 points/).last()).toBeVisible()
})

test('items have pictures from the game’s image host, and drawings if pictures are switched off', async ({ page }) => {
  for (const address of ['/scores/uniques', '/scores/collections']) {
    await page.goto(address)
    const picture = page.locator('.item-box img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveAttribute('src', /\/cdn\/gen\/image\//)
    await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  }
  await page.goto('/settings')
  await page.getByRole('checkbox', { name: 'Load item pictures from the game’s image host' }).uncheck()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/scores/collections')
  await expect(page.locator('.item-box .item-icon').first()).toBeVisible()
  await expect(page.locator('.item-box img')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('/cdn/'))).toEqual([])
})

test('a selected set stays in the address, gives keyboard access to its items, and can be closed', async ({ page }) => {
  await page.goto('/scores/uniques')
  const set = page.getByRole('button', { name: 'Belts' })
  await set.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/set=\d+/)
  await expect(page.getByRole('heading', { level: 2, name: 'Belts' })).toBeFocused()
  await expect(page.getByRole('row', { name: /Headhunter|Tabula Rasa/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Belts' })).toBeVisible()
  await page.getByRole('button', { name: 'All sets' }).click()
  await expect(page).not.toHaveURL(/set=/)
})

test('the choice of visible sets is stored in this browser', async ({ page }) => {
  await page.goto('/scores/uniques')
  const chip = page.getByRole('button', { name: 'First place taken' })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await chip.click()
  await page.reload()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => localStorage.getItem('preferences'))).toContain('"showFirstAvailable":false')
})

test('a visitor views the page as a team, and keeps the team on the next page', async ({ page }) => {
  await page.goto('/scores/uniques')
  const line = page.getByRole('list', { name: 'Points on this page by team' })
  await line.getByRole('button', { name: 'Nightglass' }).click()
  await expect(page).toHaveURL(/team=\d+/)
  await expect(page.getByRole('button', { name: 'Missing only for NGL' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Score pages' }).getByRole('link', { name: /Gems/ }).click()
  await expect(page).toHaveURL(/scores\/gems.*team=\d+/)
  await line.getByRole('button', { name: 'Nightglass' }).click()
  await expect(page).not.toHaveURL(/team=/)
})

test('a custom category has a page, and its earlier name still works', async ({ page }) => {
  await page.goto('/scores/ladder')
  await page.getByRole('navigation', { name: 'Score pages' }).getByRole('link', { name: /Cards/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
  const address = page.url()
  await page.goto(address.replace('/cards-', '/what-it-was-called-before-'))
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
  await page.goto('/scores/nothing-of-ours')
  await expect(page.getByText('Could not find page')).toBeVisible()
})

test('a player sees what their own team lacks', async ({ page }) => {
  const player = (await listPlayers()).filter((one) => one.team === 1)[3]
  await page.goto('/scores/gems')
  await logIn(page, player?.name ?? '')
  await page.getByRole('button', { name: 'Missing only for us' }).click()
  await expect(page).toHaveURL(/missing=true/)
  const own = page.getByRole('table', { name: 'Items' }).locator('tbody td.own-column:not(.num)')
  await expect(own.first()).toBeVisible()
  await expect(own.filter({ hasNot: page.getByRole('img', { name: 'missing' }) })).toHaveCount(0)
})
