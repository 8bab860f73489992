import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Two people, two browsers: what one does to the rights of the other.

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login with Path of Exile and Discord' }).first()

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth'))

/** A call with a login, as a program would make it: a page forgets its own as soon as it hears that it ended. */
async function ask(page: Page, token: string | null, method: string, path: string, body?: unknown) {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { data: body }),
  })
  return { status: answer.status(), json: (await answer.json()) as unknown }
}

test('a role that an admin takes away is gone with the next call, and so is the login that had it', async ({ page, browser }) => {
  // Three whole logins, one after the other.
  test.slow()
  const [admin, ...others] = await listPlayers()
  const player = others.filter(({ team }) => team === 1)[7]
  await page.goto('/')
  await logIn(page, admin?.name ?? '')
  const judge = await (await browser.newContext()).newPage()
  await judge.goto('/')
  await logIn(judge, player?.name ?? '')
  const adminToken = await readToken(page)
  const asPlayer = await readToken(judge)
  const { id } = (await ask(judge, asPlayer, 'GET', '/users/self')).json as { id: number }
  const setRoles = async (roles: string[]) => (await ask(page, adminToken, 'PATCH', `/users/${id}`, roles)).status
  const readCorrections = async (token: string | null) => (await ask(judge, token, 'GET', '/events/current/corrections')).status

  expect(await readCorrections(asPlayer)).toBe(403)
  expect(await setRoles(['submission_judge'])).toBe(200)
  await judge.goto('/')
  await expect(loginButton(judge)).toBeVisible()
  // The game would remember who signed in there, and ask no more.
  await judge.context().clearCookies()
  await logIn(judge, player?.name ?? '')
  const asJudge = await readToken(judge)
  expect(await readCorrections(asJudge)).toBe(200)

  expect(await setRoles([])).toBe(200)
  expect(await readCorrections(asJudge)).toBe(403)
  expect((await ask(judge, asJudge, 'GET', '/users/self')).status).toBe(401)
  await judge.goto('/')
  await expect(loginButton(judge)).toBeVisible()
  await judge.context().close()
})
