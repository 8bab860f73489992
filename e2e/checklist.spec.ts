import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Two organisers in two browsers share the checklist of a hidden event: one takes a step, the other sees it and takes it over.

const steps = (page: Page) => page.getByRole('region', { name: 'From preparation to archive' })
const press = (page: Page, name: string) => steps(page).getByRole('button', { name, exact: true }).click()
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Admin pages' })

/** Makes a call with the login of the page. */
const ask = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth')}`, 'content-type': 'application/json' }
      const answer = await fetch(`/api${address}`, { method: verb as string, headers, ...(sent !== undefined && { body: sent }) })
      if (!answer.ok) throw new Error(await answer.text())
      const text = await answer.text()
      return (text === '' ? null : JSON.parse(text)) as { id: number; name: string; permissions: string[] }
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)],
  )

test('a step has one owner, seen by every organiser, and its state follows the event', async ({ page, browser }) => {
  // Contains two complete logins, one after the other.
  test.slow()
  const [admin, ...others] = await listPlayers()
  const player = others.filter(({ team }) => team === 2)[10]
  await page.goto('/')
  await logIn(page, admin?.name ?? '')
  const other = await (await browser.newContext()).newPage()
  await other.goto('/')
  await logIn(other, player?.name ?? '')
  const { id: user_id } = await ask(other, 'GET', '/users/self')
  // Only admins find a hidden event.
  await ask(page, 'PATCH', `/users/${user_id}`, ['admin'])
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const { id } = await ask(page, 'PUT', '/events', {
    name: `Checked Muster ${Date.now() % 100_000}`,
    game_version: 'poe1',
    max_size: 20,
    waitlist_size: 0,
    application_start_time: inDays(300),
    application_end_time: inDays(310),
    event_start_time: inDays(312),
    event_end_time: inDays(314),
  })

  await page.goto(`/admin?event=${id}`)
  await expect(page.getByRole('main')).toContainText('Next: There are no objectives.')
  await expect(steps(page).getByRole('heading', { level: 3 })).toHaveText([
    'Prepare',
    'Signups and teams',
    'Start',
    'End and archive',
  ])
  await press(page, 'Take this step: No rules are published')
  await expect(steps(page).getByRole('button', { name: 'Give back: No rules are published' })).toBeVisible()

  await other.goto(`/admin?event=${id}`)
  const owners = other.getByRole('region', { name: 'Owners' })
  await expect(owners).toContainText(admin?.name ?? '')
  await press(other, 'Take over: No rules are published')
  await expect(owners).toContainText(player?.name ?? '')
  await ask(other, 'PUT', `/events/${id}/rules`, { text: 'Play fair.', base_version: 0 })
  await page.reload()
  await expect(steps(page)).toContainText('Rules are published')
  await expect(steps(page).getByRole('button', { name: /No rules are published/ })).toHaveCount(0)

  // The navigation on a phone, by keyboard.
  await other.setViewportSize({ width: 390, height: 844 })
  await navigation(other).getByRole('button', { name: 'Overview' }).focus()
  await other.keyboard.press('Enter')
  const sheet = other.getByRole('dialog', { name: 'Admin pages' })
  await expect(sheet.getByRole('link', { name: 'Team sort' })).toBeVisible()
  await sheet.locator('summary').filter({ hasText: /^Run/ }).focus()
  await other.keyboard.press('Enter')
  await expect(sheet.getByRole('link', { name: 'Team sort' })).toBeHidden()
  await sheet.getByRole('link', { name: 'Announcements' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible()
  await expect(sheet).toHaveCount(0)

  await ask(page, 'DELETE', `/events/${id}`)
  await ask(page, 'PATCH', `/users/${user_id}`, [])
  await other.context().close()
})

test('the overview lists every objective by the way it is seen, and each leads to its editor', async ({ page }) => {
  const [admin] = await listPlayers()
  await page.goto('/')
  await logIn(page, admin?.name ?? '')
  await page.goto('/admin')
  const sights = page.getByRole('region', { name: 'How objectives are seen' })
  await expect(sights).toContainText('can be seen without the game’s key.')
  const way = sights.getByText('Read from the game', { exact: false }).first()
  await way.press('Enter')
  const link = sights.getByRole('group', { name: 'Read from the game' }).getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  await link.press('Enter')
  await expect(page).toHaveURL(/edit=\d+/)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
})
