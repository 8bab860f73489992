import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// An organiser's tasks during an event: announcements, jobs, roles. Everything is restored at the end.

async function openAsOrganiser(page: Page, path: string): Promise<void> {
  const [organiser] = await listPlayers()
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto(path)
}

// For leads only: an announcement for everyone would disturb the other journeys.
test('an announcement is posted, seen by its audience, dismissed, removed and restored', async ({ page, browser }) => {
  test.slow()
  const title = 'Guild tabs at nine'
  const text = 'Tabs stand still for ten minutes.'
  await openAsOrganiser(page, '/admin/announcements')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Text', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Leads', exact: true }).click()
  await page.getByRole('button', { name: 'Post now' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  // The organiser leads the first team.
  await page.goto('/')
  const banner = page.getByRole('region', { name: 'Announcements', exact: true })
  await expect(banner.getByText(text)).toBeVisible()
  await banner.getByRole('button', { name: `Dismiss “${title}”` }).click()
  await expect(banner.getByText(text)).toHaveCount(0)
  const visitor = await (await browser.newContext()).newPage()
  const told = visitor.waitForResponse((answer) => answer.url().includes('/announcements'))
  await visitor.goto('/')
  expect(await (await told).json()).toEqual([])

  await page.goto('/admin/announcements')
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(entry.getByText('shown now')).toBeVisible()
  await expect(banner.getByText(text)).toHaveCount(0)
  await entry.getByRole('button', { name: `Remove “${title}”` }).click()
  await expect(entry.getByText('removed', { exact: true })).toBeVisible()
  await entry.getByRole('button', { name: `Restore “${title}”` }).click()
  await expect(entry.getByText('shown now')).toBeVisible()
  await entry.getByRole('button', { name: `Remove “${title}”` }).click()
  await expect(entry.getByText('removed', { exact: true })).toBeVisible()
})

test('a job is stopped after a warning and started again, and the log shows both', async ({ page }) => {
  test.slow()
  await openAsOrganiser(page, '/admin/recurring-jobs')
  const row = page.getByRole('row', { name: /Guild access/ })
  await row.getByRole('button', { name: 'Stop: Guild access?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop: Guild access?' })
  await expect(dialog.getByText('New guild tabs are not noticed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop reading' }).click()
  await expect(row.getByText('stopped', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Start: Guild access' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await expect(row.getByRole('button', { name: 'Stop: Guild access?' })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('stopped a job: Guild access').first()).toBeVisible()
  await expect(page.getByText(/started a job until .*: Guild access/).first()).toBeVisible()
})

test('a role is granted after a search and taken away, and the log shows it', async ({ page }) => {
  test.slow()
  const players = await listPlayers()
  const name = players.filter(({ team }) => team === 2)[9]?.name ?? ''
  await openAsOrganiser(page, '/admin/user-management')
  await page.getByRole('searchbox', { name: 'Search by name or account' }).fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /Change roles of/ }).click()
  await page.getByRole('checkbox', { name: /Submission judge/ }).check()
  await page.getByRole('button', { name: 'Give Submission judge' }).click()
  await expect(row.getByText('Submission judge')).toBeVisible()
  await expect(page.getByText(/ gave .* Submission judge/).first()).toBeVisible()
  await row.getByRole('button', { name: /Change roles of/ }).click()
  await page.getByRole('checkbox', { name: /Submission judge/ }).uncheck()
  await page.getByRole('button', { name: 'Take away Submission judge' }).click()
  await expect(row.getByText('Submission judge')).toHaveCount(0)
})
