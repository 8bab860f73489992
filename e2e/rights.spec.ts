import { type Browser } from '@playwright/test'
import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Two people, two browsers: what one does to the rights of the other, and to their own other devices.

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login with Path of Exile and Discord' })
const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth'))

/** A call with a login, as a program would make it. */
async function ask(page: Page, token: string | null, method: string, path: string, body?: unknown) {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { data: body }),
  })
  return { status: answer.status(), json: (await answer.json().catch(() => null)) as unknown }
}

/** A browser of its own, in which somebody has logged in. */
async function openBrowserOf(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/')
  await logIn(page, name)
  return page
}

/** Nobody else's journey is about them. */
const findPlayer = async () => {
  const player = (await listPlayers()).filter(({ team }) => team === 1)[8]
  if (!player) throw new Error('the world has too few players')
  return player.name
}

// Several whole logins each, one after the other.
test.beforeEach(() => test.slow())

test('a role that an admin takes away is gone with the next call, and so is the login that had it', async ({ page, browser }) => {
  const [admin] = await listPlayers()
  await page.goto('/')
  await logIn(page, admin?.name ?? '')
  const name = await findPlayer()
  const judge = await openBrowserOf(browser, name)
  const adminToken = await readToken(page)
  const { id } = (await ask(judge, await readToken(judge), 'GET', '/users/self')).json as { id: number }
  const setRoles = async (roles: string[]) => (await ask(page, adminToken, 'PATCH', `/users/${id}`, roles)).status
  const readCorrections = async () => (await ask(judge, await readToken(judge), 'GET', '/events/current/corrections')).status

  expect(await readCorrections()).toBe(403)
  expect(await setRoles(['submission_judge'])).toBe(200)
  await judge.goto('/')
  await expect(loginButton(judge)).toBeVisible()
  await logIn(judge, name)
  expect(await readCorrections()).toBe(200)

  expect(await setRoles([])).toBe(200)
  expect(await readCorrections()).toBe(401)
  await judge.goto('/')
  await expect(loginButton(judge)).toBeVisible()
  await judge.context().close()
})

test('whoever logs out everywhere is logged out on every device', async ({ browser }) => {
  const name = await findPlayer()
  const here = await openBrowserOf(browser, name)
  const elsewhere = await openBrowserOf(browser, name)
  const kept = await readToken(elsewhere)
  expect((await ask(elsewhere, kept, 'GET', '/users/self')).status).toBe(200)

  await here.goto('/settings')
  await here.getByRole('button', { name: 'Log out everywhere' }).click()
  await here.getByRole('button', { name: 'Log out on all devices' }).click()
  await expect(loginButton(here).first()).toBeVisible()
  expect(await readToken(here)).toBeNull()

  expect((await ask(elsewhere, kept, 'GET', '/users/self')).status).toBe(401)
  await elsewhere.goto('/')
  await expect(loginButton(elsewhere).first()).toBeVisible()
  expect(await readToken(elsewhere)).toBeNull()
  await here.context().close()
  await elsewhere.context().close()
})
