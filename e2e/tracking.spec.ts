import { expect, listPlayers, logIn, test } from './journey.ts'

test('a team lead sees what is read of everybody in the team, and keeps the filter in the address', async ({ page }) => {
  const lead = (await listPlayers()).find((one) => one.team === 2)
  await page.goto('/tracking')
  await expect(page.getByText('Log in to see how you are tracked')).toBeVisible()
  await logIn(page, lead?.name ?? '')
  await expect(page.getByRole('article')).toHaveCount((await listPlayers()).filter((one) => one.team === 2).length)
  const first = page.getByRole('article').first()
  for (const source of ['Connection', 'Character', 'Public tabs', 'Guild tabs', 'Ladder'])
    await expect(first).toContainText(source)
  await page.getByRole('button', { name: 'Only who misses something' }).click()
  await expect(page).toHaveURL(/missing=true/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Only who misses something' })).toHaveAttribute('aria-pressed', 'true')
})
