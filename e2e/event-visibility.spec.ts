import { expect, listPlayers, logIn, openMenu, type Page, test } from './journey.ts'

// An organiser prepares a second event beside the running one: the admin pages show it, a second event of its league needs a
// confirmation, and visitors see no objectives before its start.

/** The open dialog. Toasts are dialogs too. */
const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)').last()
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
const head = (page: Page) => page.getByRole('navigation', { name: 'Admin pages' })

/** The value of a date and time field, in the browser's zone. */
const inDays = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}T20:00`
}

async function fillEvent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New event' }).click()
  await sheet(page).getByLabel('Name of the league').fill(name)
  await sheet(page).getByLabel('Signups open').fill(inDays(200))
  await sheet(page).getByLabel('Signups close').fill(inDays(208))
  await sheet(page).getByLabel('Start').fill(inDays(210))
  await sheet(page).getByLabel('End', { exact: true }).fill(inDays(213))
  await expect(sheet(page).getByRole('radio', { name: /^When play begins/ })).toBeChecked()
  await sheet(page).getByRole('button', { name: 'Create event' }).click()
}

async function deleteEvent(page: Page, name: string): Promise<void> {
  await openMenu(page, name, 'Delete')
  await page.getByLabel(`Type ${name} to confirm`).fill(name)
  // The label of the button counts the objectives to be deleted.
  await expect(sheet(page).getByRole('button', { name: /^Delete \d+ objectives? / })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(0)
}

/** Adds an objective through the API, with the login of the page; returns the id of the event. */
const addObjective = (page: Page, name: string) =>
  page.evaluate(async (league) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth')}`, 'content-type': 'application/json' }
    const events: { id: number; name: string }[] = await (await fetch('/api/events', { headers })).json()
    const id = events.find((event) => event.name === league)?.id ?? 0
    const root: { id: number } = await (await fetch(`/api/events/${id}/objectives`, { headers })).json()
    const objective = { name: 'Secret relic', parent_id: root.id, objective_type: 'ITEM', aggregation: 'EARLIEST' }
    const body = JSON.stringify({ ...objective, number_field: 'STACK_SIZE', required_number: 1, conditions: [] })
    const answer = await fetch(`/api/events/${id}/objectives`, { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    return id
  }, name)

test('the admin pages switch to a new event, which asks before it shares its league, and hides its objectives from visitors', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000)
  const [organiser] = await listPlayers()
  const name = `Quiet Muster ${Date.now() % 100_000}`
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto('/admin/events')
  await fillEvent(page, name)
  await expect(page.getByText(`The admin pages are now about ${name}`)).toBeVisible()
  await expect(head(page)).toContainText(name)
  await expect(head(page)).toContainText('Draft')
  await expect(page.getByText('This is not the event visitors see.')).toBeVisible()

  // The same league in capitals.
  const twin = name.toUpperCase()
  await fillEvent(page, twin)
  await expect(sheet(page)).toHaveAccessibleName('Read the same league twice?')
  await expect(sheet(page)).toContainText(`${name} (no. `)
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet(page)).toHaveAccessibleName('New event')
  await sheet(page).getByRole('button', { name: 'Create event' }).click()
  await sheet(page).getByRole('button', { name: 'Save it anyway' }).click()
  await expect(head(page)).toContainText(twin)
  // The browser itself logs the refusals.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 409/.test(text)))
  await deleteEvent(page, twin)

  const id = await addObjective(page, name)
  await openMenu(page, name, 'Show to everyone')
  await expect(sheet(page)).toContainText('hidden until then')
  await sheet(page).getByRole('button', { name: 'Show to everyone' }).click()
  await expect(page.getByText(`${name} is visible to everyone`)).toBeVisible()
  await page.goto(`/admin/events/${id}/categories/root?event=${id}`)
  await expect(page.getByRole('main')).toContainText('Secret relic')
  await expect(page.getByRole('main')).toContainText('hidden until then')

  const visitor = await (await fetch(new URL(`/api/events/${id}/objectives`, page.url()))).json()
  expect(visitor).toMatchObject({ name: 'default', children: [] })

  await page.getByRole('button', { name: 'View the site as…' }).click()
  await page.getByRole('menuitem', { name: 'A visitor' }).click()
  await expect(page.getByText('You see the site as a visitor.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in to sign up' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scoring' }).click()
  await expect(page).toHaveURL(/view_as=visitor/)
  await expect(page.getByText('You see the site as a visitor.')).toBeVisible()
  await expect(page.getByText('Secret relic')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the admin pages' }).click()
  await expect(head(page)).toContainText(name)
  await page.getByRole('link', { name: 'Go to Winter Muster' }).click()
  await expect(head(page)).toContainText('Winter Muster')
  await expect(page.getByText('This is not the event visitors see.')).toHaveCount(0)

  await page.goto('/admin/events')
  await deleteEvent(page, name)
})
