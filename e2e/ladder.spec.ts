import { expect, type Page, test } from './journey.ts'

// Filters of the ladder by uniques and gems, and the ladder at an earlier hour.

const characters = (page: Page) => page.getByRole('region', { name: 'Characters' })
const countShown = async (page: Page): Promise<number> =>
  Number(/^(\d+) of/.exec((await characters(page).getByRole('status').first().textContent()) ?? '')?.[1])

/** Waits until builds are known; the simulated game has them after a few minutes. */
async function openUses(page: Page): Promise<void> {
  test.setTimeout(180_000)
  const count = async () => {
    const uses = (await (await page.request.get('/api/events/current/ladder/uses')).json()) as { gems: string[] }
    return uses.gems.length
  }
  await expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(1)
  await page.goto('/scores/ladder')
  await characters(page).getByRole('button', { name: 'Uniques and gems' }).click({ timeout: 45_000 })
}

test('a visitor filters by a gem, shares the address and removes the filter', async ({ page }) => {
  await openUses(page)
  const sheet = page.getByRole('dialog', { name: 'Uniques and gems' })
  await sheet.getByRole('button', { name: 'Gems', exact: true }).click()
  const option = sheet.getByRole('listitem').last()
  const name = (await option.locator('bdi').textContent()) ?? ''
  await sheet.getByRole('searchbox').fill(name)
  await sheet.getByRole('checkbox', { name }).first().check()
  await expect(page).toHaveURL(/gems=/)
  await page.keyboard.press('Escape')
  await expect.poll(() => countShown(page)).toBeGreaterThan(0)
  const left = await countShown(page)
  await page.reload()
  await expect(characters(page).getByRole('button', { name: 'Uniques and gems: 1' })).toBeVisible({ timeout: 45_000 })
  await expect.poll(() => countShown(page)).toBeGreaterThan(0)
  await characters(page).getByRole('button', { name, exact: true }).click()
  await expect(page).not.toHaveURL(/gems=/)
  await expect.poll(() => countShown(page)).toBeGreaterThanOrEqual(left)
})

test('an hour of the past stays in the address and is chosen by keyboard', async ({ page }) => {
  await page.goto('/scores/ladder?hour=1')
  const slider = characters(page).getByRole('slider', { name: 'Hours after the start' })
  await slider.focus({ timeout: 45_000 })
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/hour=0/)
  await expect(slider).toHaveAttribute('aria-valuetext', /^Hour 0: /)
  await expect(characters(page).getByText('No characters match')).toBeVisible()
  await characters(page).getByRole('button', { name: 'Show now' }).click()
  await expect(page).not.toHaveURL(/hour=/)
  await expect.poll(() => countShown(page)).toBeGreaterThan(0)
})
