import { expect, test } from './journey.ts'

// A past event stays readable from the archive and by link: standings, history and pages.

test('the archive links to a past event, and its pages show that it is over', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Other events' })
    .getByRole('link', { name: /Autumn Muster/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn Muster' })).toBeVisible()
  await expect(page).toHaveURL(/\?event=\d+/)
  const standings = page.getByRole('region', { name: 'Final standings' })
  await expect(standings.getByRole('row').nth(1)).toContainText('Hollow Crown')
  const winner = await standings.getByRole('row').nth(1).innerText()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scoring' }).click()
  // All players are on the ladder, with their equipment and their contribution.
  const characters = page.getByRole('region', { name: 'Characters' })
  await expect(characters).toContainText('18 characters')
  const points = /\d+/.exec(
    await page.getByRole('list', { name: 'Points on this page by team' }).getByRole('listitem').first().innerText(),
  )?.[0]
  expect(points).toBeDefined()
  expect(winner).toContain(points)

  await page.getByRole('navigation', { name: 'Score pages' }).getByRole('link', { name: 'For You' }).click()
  await page.getByRole('link', { name: 'See how it went' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Progress' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Complete the first voidstone/ }).first()).toBeVisible()
})

test('a page that this event lacks, but another event has, links to the ladder', async ({ page }) => {
  await page.goto('/')
  const past = await page
    .getByRole('region', { name: 'Other events' })
    .getByRole('link', { name: /Autumn Muster/ })
    .getAttribute('href')
  await page.goto(`/scores/gems${past?.slice(past.indexOf('?')) ?? ''}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Could not find page' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the ladder' }).click()
  await expect(page.getByRole('region', { name: 'Team scores' })).toContainText('Hollow Crown')
})
