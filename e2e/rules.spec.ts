import { expect, listPlayers, logIn, test } from './journey.ts'

test('the rules of a page are made from its presets, and the switch stays in the address', async ({ page }) => {
  await page.goto('/scores/races')
  await page.getByRole('button', { name: 'Show rules' }).click()
  await expect(page).toHaveURL(/rules=true/)
  const panel = page.getByRole('region', { name: 'How Races are scored' })
  await expect(panel).toContainText('1st 50, 2nd 30, 3rd 20, then 10')
  await page.getByRole('navigation', { name: 'Score pages' }).getByRole('link', { name: /Gems/ }).click()
  await expect(page.getByRole('region', { name: 'How Gems are scored' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide rules' }).click()
  await expect(page).not.toHaveURL(/rules=/)
})

test('an organiser publishes a version of the rules, and a visitor reads it without any HTML in it', async ({
  page,
  browser,
}) => {
  const organiser = (await listPlayers()).find((player) => player.team === 0)
  await page.goto('/rules')
  await expect(page.getByRole('heading', { level: 2, name: 'How points are scored' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await logIn(page, organiser?.name ?? '')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('# Be kind\n<img src=x onerror="document.title=1">\nSee [the ladder](/scores/ladder).')
  await page.getByRole('button', { name: /Publish version/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Be kind' })).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/rules')
  await expect(visitor.getByText('<img src=x')).toBeVisible()
  await expect(visitor.getByRole('main').locator('img')).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Earlier version' }).click()
  await expect(visitor.getByRole('heading', { level: 2, name: 'Stashes' })).toBeVisible()
  await expect(visitor.getByRole('note')).toContainText('The latest is')
  await visitor.context().close()
})
