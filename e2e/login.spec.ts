import { chooseGame, expect, listPlayers, logIn, test } from './journey.ts'

test('a player logs in through the consent page, returns to the same page, and sees their own team first', async ({ page }) => {
  const player = (await listPlayers()).filter((one) => one.team === 3)[2]
  await page.goto('/scores/ladder')
  await logIn(page, player?.name ?? '')
  await expect(page).toHaveURL(/\/scores\/ladder/)
  const scoreline = page.getByRole('list', { name: 'Points on this page by team' })
  await expect(scoreline.getByRole('listitem').first()).toContainText(/Nightglass|NGL/)
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('Nightglass')
  await expect(page.getByRole('region', { name: 'Standings' })).toContainText('your team')
})

test('logging out removes the login from this browser', async ({ page }) => {
  const player = (await listPlayers())[5]
  await page.goto('/')
  await logIn(page, player?.name ?? '')
  await page.getByRole('button', { name: new RegExp((player?.name ?? '').replace(/#.*/, '')) }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in to Muster' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('a player who refuses consent sees a message and can try again', async ({ page }) => {
  const player = (await listPlayers())[7]
  await page.goto('/')
  await chooseGame(page)
  await page.getByTestId(`sign-in-${player?.name}`).click()
  await page.getByTestId('deny').click()
  await expect(page).toHaveURL(/\/auth\/poe\/callback/)
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('only a team lead has a link to the admin area, a plain player does not', async ({ page }) => {
  const [lead, , , , other] = await listPlayers()
  await page.goto('/')
  await logIn(page, lead?.name ?? '')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await page.context().clearCookies()
  await logIn(page, other?.name ?? '')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toHaveCount(0)
})
