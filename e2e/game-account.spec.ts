import { expect, listPlayers, logIn, test } from './journey.ts'
import { join, leaveNothing } from './passkey-person.ts'

test('a player without a login at the game states their account, and an organiser confirms it', async ({
  page,
  browser,
  complaints,
}) => {
  const name = 'Sorrel By Word'
  const admin = await (await browser.newContext()).newPage()
  await admin.goto('/')
  await logIn(admin, (await listPlayers())[0]?.name ?? '')
  await join(page, admin, name)

  const panel = page.getByRole('region', { name: 'Spring Muster' })
  await panel.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up for Spring Muster' })
  const account = dialog.getByRole('textbox', { name: 'Your account in the game' })
  await account.fill('Sorrel')
  await dialog.getByRole('checkbox', { name: /I have read/ }).check()
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(dialog).toContainText('Enter the whole name with its number')
  await account.fill('SorrelByWord#4711')
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(panel).toContainText('You are signed up: place')
  await panel.getByRole('link', { name: 'View event' }).click()
  const event_id = new URL(page.url()).searchParams.get('event')

  await admin.goto(`/admin/signups?event=${event_id}`)
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('SorrelByWord#4711')
  await expect(row).toContainText('not confirmed')
  await row.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Confirm SorrelByWord#4711' }).click()
  await expect(row.getByText('confirmed', { exact: true })).toBeVisible()

  await page.goto('/settings')
  await expect(page.getByText('Confirmed: deposits in the guild’s log count as yours.')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Your account in the game' })
  await expect(field).toHaveValue('SorrelByWord#4711')
  await field.fill('SorrelAgain#4712')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByText('Waits for a lead or an organiser to confirm it.')).toBeVisible()

  await leaveNothing(page, name)
  await admin.context().close()
  // Without a signup or a team the browser logs the answer 404, and after the deletion 401.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 40[14]/.test(text)))
})
