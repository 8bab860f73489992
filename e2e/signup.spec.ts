import { expect, forgiveMissing, listPlayers, logIn, test } from './journey.ts'

// Signup for the next event, and reports after an event.

test('a player applies for the next event, changes the application and withdraws it', async ({ page }) => {
  const player = (await listPlayers()).filter((one) => one.team === 2)[4]
  await page.goto('/')
  await logIn(page, player?.name ?? '')
  const panel = page.getByRole('region', { name: 'Spring Muster' })
  await expect(panel).toContainText('Signups close in')
  await panel.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up for Spring Muster' })
  await dialog.getByRole('slider', { name: 'Hours per day' }).fill('9')
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(dialog).toContainText('Read the rules and confirm.')
  await dialog.getByRole('checkbox', { name: /I have read/ }).check()
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(panel).toContainText('You are signed up: place')
  await expect(panel).toContainText('You plan to play 9 hours a day.')

  // The event's page shows the same.
  await panel.getByRole('link', { name: 'View event' }).click()
  await expect(page).toHaveURL(/event=\d+/)
  const own = page.getByRole('region', { name: 'Signup' })
  await expect(own).toContainText('You are signed up: place')
  await own.getByRole('button', { name: 'Edit signup' }).click()
  const edit = page.getByRole('dialog', { name: /Your signup/ })
  await edit.getByRole('radio', { name: 'I am new and want help' }).check()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toHaveCount(0)

  await own.getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw from Spring Muster?' })
  await expect(question).toContainText('You give up place')
  await question.getByRole('button', { name: 'Withdraw and give up my place' }).click()
  await expect(own.getByRole('button', { name: 'Sign up' })).toBeVisible()
})

test('a visitor sees the free places and is asked to log in', async ({ page }) => {
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Spring Muster' })
  await expect(panel).toContainText('of 40 places taken')
  await expect(panel.getByRole('button', { name: 'Log in to sign up' })).toBeVisible()
})

test('the selected event stays in the address across pages, and the picker returns to the current one', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Event: Winter Muster/ }).click()
  await page.getByRole('menuitem', { name: /Spring Muster/ }).click()
  await expect(page).toHaveURL(/event=\d+/)
  await expect(page.getByRole('heading', { level: 1, name: 'Spring Muster' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' }).click()
  await expect(page).toHaveURL(/rules\?event=\d+/)
  await page.reload()
  await page.getByRole('button', { name: /Event: Spring Muster/ }).click()
  await page.getByRole('menuitem', { name: /Winter Muster/ }).click()
  await expect(page).toHaveURL(/\/rules$/)
})

test('a link to an event that does not exist shows a message and links to the current one', async ({ page, complaints }) => {
  await page.goto('/?event=999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the current event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Winter Muster' })).toBeVisible()
  // The browser itself logs the 404 answers.
  forgiveMissing(complaints)
})

test('a participant reports their playtime, and sees it again later', async ({ page }) => {
  const player = (await listPlayers()).filter((one) => one.team === 2)[5]
  await page.goto('/played')
  await expect(page.getByText('Only participants can report')).toBeVisible()
  await logIn(page, player?.name ?? '')
  await expect(page).toHaveURL('/played')
  await page.getByRole('textbox', { name: 'Days' }).fill('300')
  await page.getByRole('button', { name: 'Report played time' }).click()
  await expect(page.getByRole('main')).toContainText(/has lasted \d+ hours so far/)
  await page.getByRole('textbox', { name: 'Days' }).fill('')
  await page.getByRole('textbox', { name: 'Hours' }).fill('1')
  await page.getByRole('button', { name: 'Report played time' }).click()
  await expect(page.getByRole('main')).toContainText('You reported 1 hour.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Hours' })).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Change reported time' })).toBeVisible()
})
