import { expect, listPlayers, logIn, test } from './journey.ts'

test('a team lead sees the tracking of every team member, and keeps the filter in the address', async ({ page }) => {
  const lead = (await listPlayers()).find((one) => one.team === 2)
  await page.goto('/tracking')
  await expect(page.getByText('Log in to see how you are tracked')).toBeVisible()
  await logIn(page, lead?.name ?? '')
  const players = (await listPlayers()).filter((one) => one.team === 2).length
  // Another journey temporarily moves a player to another team (team-sort.spec.ts), which an open page does not show.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(players, { timeout: 10_000 })
  }).toPass({ timeout: 100_000 })
  const first = page.getByRole('article').first()
  for (const source of ['Connection', 'Character', 'Public tabs', 'Guild tabs', 'Ladder'])
    await expect(first).toContainText(source)
  await page.getByRole('button', { name: 'Only players with problems' }).click()
  await expect(page).toHaveURL(/missing=true/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Only players with problems' })).toHaveAttribute('aria-pressed', 'true')
})

test('an organiser sees the number of gaps, and the sources behind a tab that stays in the address', async ({ page }) => {
  await page.goto('/tracking')
  await logIn(page, (await listPlayers())[0]?.name ?? '')
  await expect(page.getByText(/^Gaps:|^No gaps so far/)).toBeVisible()
  await page.getByRole('tab', { name: 'Sources' }).click()
  await expect(page).toHaveURL(/view=sources/)
  await page.reload()
  const sources = page.getByRole('tabpanel', { name: 'Sources' })
  await expect(sources.getByRole('heading', { name: 'Public stash stream' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Connection' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Players' }).click()
  await expect(page).not.toHaveURL(/view=/)
  await expect(page.getByRole('article').filter({ hasText: 'Connection' }).first()).toBeVisible()
})
