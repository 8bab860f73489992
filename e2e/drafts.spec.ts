import type { Browser } from '@playwright/test'
import { chooseGame, expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Nothing typed is lost: a login that is ended elsewhere while a form is open, and a slow server.

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth'))

/** Ends all logins of the viewer, as another device does with "Log out everywhere". */
async function endLogin(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  expect((await page.request.post('/api/users/self/logout-everywhere', { headers })).status()).toBe(204)
}

/** The game still knows the player, and asks only for the consent. */
async function consent(page: Page): Promise<void> {
  await page.getByTestId('allow').click()
  await page.waitForURL((url) => url.port !== '' && !url.pathname.startsWith('/auth/') && !url.pathname.includes('oauth'))
}

/** Logs in with the button of the form, which leads back to its page. */
async function logInAgain(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  await expect(place.getByText('Your login has ended. Your text is kept as a draft.')).toBeVisible()
  await expect(place.getByText('do not have permission')).toHaveCount(0)
  await chooseGame(page, place.getByRole('button', { name: 'Log in again' }))
  await consent(page)
}

/** Logs in an organiser of this file's own: ending the login of the one whom all journeys share would end theirs. */
async function logInAsOrganiser(page: Page, browser: Browser): Promise<void> {
  const players = await listPlayers()
  const person = players.filter(({ team }) => team === 1)[10]
  await page.goto('/')
  await logIn(page, person?.name ?? '')
  const self = await page.request.get('/api/users/self', { headers: { authorization: `Bearer ${await readToken(page)}` } })
  const { id } = (await self.json()) as { id: number }
  const admin = await (await browser.newContext()).newPage()
  await admin.goto('/')
  await logIn(admin, players[0]?.name ?? '')
  const headers = { authorization: `Bearer ${await readToken(admin)}` }
  expect((await admin.request.patch(`/api/users/${id}`, { headers, data: ['admin'] })).status()).toBe(200)
  await admin.context().close()
  await page.reload()
}

const found = /^Draft from .* that was not sent\./

test.afterEach(({ complaints }) => {
  // The browser logs every refused request, such as a visitor's request on an admin page.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/40[13]/.test(text)))
})

test('a new event typed when the login ends is found again in its form after the next login', async ({ page, browser }) => {
  await logInAsOrganiser(page, browser)
  await page.goto('/admin/events')
  await page.getByRole('button', { name: 'New event' }).click()
  const sheet = page.getByRole('dialog', { name: 'New event' })
  await sheet.getByLabel('Name of the league').fill('Autumn Muster')
  await sheet.getByLabel('Places').fill('77')
  await endLogin(page)
  await sheet.getByRole('button', { name: 'Create event' }).click()
  await logInAgain(page, sheet)
  await expect(page).toHaveURL(/\/admin\/events$/)
  await expect(sheet.getByText(found)).toBeVisible()
  await expect(sheet.getByLabel('Name of the league')).toHaveValue('Autumn Muster')
  await expect(sheet.getByLabel('Places')).toHaveValue('77')

  await sheet.getByRole('button', { name: 'Discard draft' }).click()
  await expect(sheet.getByLabel('Name of the league')).toHaveValue('')
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.getByLabel('Name of the league')).toHaveValue('Autumn Muster')
  await sheet.getByRole('button', { name: 'Discard draft' }).click()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toHaveCount(0)
})

test('a signup that meets an ended login goes on after the next one', async ({ page }) => {
  const player = (await listPlayers()).filter(({ team }) => team === 3)[10]
  await page.goto('/')
  await logIn(page, player?.name ?? '')
  const panel = page.getByRole('region', { name: 'Spring Muster' })
  await panel.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up for Spring Muster' })
  await dialog.getByRole('slider', { name: 'Hours per day' }).fill('11')
  await dialog.getByLabel('Partner’s game account').fill('Somewhere#1234')
  await dialog.getByRole('checkbox', { name: /I have read/ }).check()
  await endLogin(page)
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await logInAgain(page, dialog)
  await expect(dialog.getByText(found)).toBeVisible()
  await expect(dialog.getByRole('slider', { name: 'Hours per day' })).toHaveValue('11')
  await expect(dialog.getByLabel('Partner’s game account')).toHaveValue('Somewhere#1234')
  await expect(dialog.getByRole('checkbox', { name: /I have read/ })).toBeChecked()
})

test('an objective typed when the login ends stays in the editor, and a reload finds it', async ({ page, browser }) => {
  await logInAsOrganiser(page, browser)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Objectives' }).click()
  await page.getByRole('button', { name: 'New objective' }).first().click()
  const editor = page.getByRole('region', { name: 'Editor' })
  const name = editor.getByLabel('Name', { exact: true })
  await name.fill('Half an idea')
  await endLogin(page)
  await page.reload()
  // The reload met the ended login, and shows the page to a visitor.
  await chooseGame(page)
  await consent(page)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Objectives' }).click()
  await page.getByRole('button', { name: '1 unsaved' }).click()
  await expect(name).toHaveValue('Half an idea')
  await expect(editor.getByText(found)).toBeVisible()
  await name.fill('A whole idea')
  await endLogin(page)
  await editor.getByRole('button', { name: /^(Create|Check and save)$/ }).click()
  const ended = page.getByText('Your login has ended.').first()
  await expect(ended).toBeVisible()
  await expect(name).toHaveValue('A whole idea')
  await logInAgain(page, editor)
  await expect(name).toHaveValue('A whole idea')
  await editor.getByRole('button', { name: 'Discard draft' }).click()
})

test('a slow save of an announcement leaves the person in the next field, and keeps what they typed since', async ({
  page,
  browser,
}) => {
  await logInAsOrganiser(page, browser)
  await page.goto('/admin/announcements')
  await page.getByLabel('Title', { exact: true }).fill('Slow lights')
  await page.getByLabel('Text', { exact: true }).fill('One')
  await page.getByRole('button', { name: 'Leads', exact: true }).click()
  const sent = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/announcements', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    sent.resolve()
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Post now' }).click()
  await sent.promise
  await page.getByLabel('Text', { exact: true }).fill('Two')
  answered.resolve()
  await expect(page.getByText('Saved. Your changes after that are not saved yet.')).toBeVisible()
  await page.keyboard.type(' and three')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Two and three')
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Slow lights' }) })
  await entry.getByRole('button', { name: 'Remove “Slow lights”' }).click()
  await expect(entry.getByText('removed', { exact: true })).toBeVisible()
})
