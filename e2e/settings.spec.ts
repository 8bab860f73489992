import { choose } from './choices.ts'
import { expect, listPlayers, logIn, test } from './journey.ts'

test('a visitor changes settings of this browser, and they take effect immediately', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByText('Log in for more settings')).toBeVisible()
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await choose(page.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
  await expect(page.getByText(/Times look like this: .*GMT\+9/)).toBeVisible()
  await page.getByRole('group', { name: 'Ladder columns' }).getByRole('button', { name: 'Delve' }).click()
  await page.goto('/scores/ladder')
  await expect(
    page.getByRole('table', { name: 'Characters in the event' }).getByRole('columnheader', { name: 'Delve' }),
  ).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(page.getByText('7 of 21 shown')).toBeVisible()
})

test('a player chooses another name, which others see, and cannot disconnect the only account', async ({ page, complaints }) => {
  const player = (await listPlayers()).filter((one) => one.team === 3)[6]
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  const field = page.getByRole('textbox', { name: 'Your name on Muster' })
  await expect(field).toHaveValue(player?.name ?? '')
  await field.fill('  \u202Eevil  ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/must be a single line/).first()).toBeVisible()
  // The browser itself logs the refused request.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('400')))
  await field.fill('Brannoc the Bold')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Brannoc the Bold, account menu' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect Path of Exile' })).toBeDisabled()
  await expect(page.getByText('You cannot disconnect the only way you log in.')).toBeVisible()
})

test('logging out everywhere asks for confirmation, and also ends the login on another device', async ({
  page,
  browser,
  complaints,
}) => {
  const player = (await listPlayers()).filter((one) => one.team === 3)[7]
  const other = await (await browser.newContext()).newPage()
  await other.goto('/')
  await logIn(other, player?.name ?? '')
  const token = await other.evaluate(() => localStorage.getItem('auth'))
  const askWithToken = async () =>
    (await other.request.get('/api/users/self', { headers: { authorization: `Bearer ${token}` } })).status()
  expect(await askWithToken()).toBe(200)
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  expect(complaints).toEqual([])
  await page.getByRole('button', { name: 'Log out on all devices' }).click()
  await expect(page.getByText('Log in for more settings')).toBeVisible()
  expect(await askWithToken()).toBe(401)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Log in to Muster' })).toBeVisible()
  await other.context().close()
  // The browser itself logs the refused requests of the page.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('401')))
})

test('a player subscribes to the dates of their events, without a login', async ({ page, request }) => {
  const player = (await listPlayers()).filter((one) => one.team === 3)[5]
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByRole('textbox', { name: 'Address of your calendar' }).inputValue()
  const calendar = await (await request.get(address)).text()
  expect(calendar).toMatch(/^BEGIN:VCALENDAR/)
  expect(calendar).toContain('signups close')

  await page.goto('/')
  await page.getByRole('button', { name: 'Calendar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download the dates as a file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^muster-\d+\.ics$/)
})

test('a player makes a key for a bot, which reads with it until the player ends it', async ({ page, request }) => {
  const player = (await listPlayers()).filter((one) => one.team === 3)[4]
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  await expect(page.getByText('You have no keys.')).toBeVisible()
  await page.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name of the key' }).fill('Discord bot')
  await form.getByRole('checkbox', { name: /members of your team/ }).check()
  await form.getByRole('button', { name: 'Make a key' }).click()
  const secret = await page.getByRole('textbox', { name: 'The key Discord bot' }).inputValue()
  const ask = async (path: string) =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${secret}` } })).status()
  expect([await ask('/v1/events/current/scores/latest'), await ask('/events/current/plan'), await ask('/users/self')]).toEqual([
    200, 200, 403,
  ])
  await page.reload()
  await expect(page.getByText(/public data · team data · last used on/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'The key Discord bot' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Discord bot' }).click()
  await expect(page.getByText('The next call of every program with this key is refused')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await expect(page.getByText('You have no keys.')).toBeVisible()
  expect(await ask('/v1/events/current/scores/latest')).toBe(401)
})
