import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Two users in two browsers: one changes the rights of the other, and their own.

const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in to Muster' }).first()
const adminLink = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })
const ended = (page: Page) => page.getByText('Your login has expired').first()

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth'))

/** Makes a call with a login, like a program. */
async function ask(page: Page, token: string | null, method: string, path: string, body?: unknown) {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { data: body }),
  })
  return { status: answer.status(), json: (await answer.json()) as unknown }
}

test('granting or removing a role takes effect immediately, also on open pages, and ends no login', async ({ page, browser }) => {
  // Contains two complete logins, one after the other.
  test.slow()
  const [admin, ...others] = await listPlayers()
  const player = others.filter(({ team }) => team === 1)[7]
  await page.goto('/')
  await logIn(page, admin?.name ?? '')
  const helper = await (await browser.newContext()).newPage()
  await helper.goto('/')
  await logIn(helper, player?.name ?? '')
  const [asAdmin, asHelper] = [await readToken(page), await readToken(helper)]
  const { id } = (await ask(helper, asHelper, 'GET', '/users/self')).json as { id: number }
  const setRoles = async (user_id: number, roles: string[]) =>
    (await ask(page, asAdmin, 'PATCH', `/users/${user_id}`, roles)).status
  const readCorrections = async () => (await ask(helper, asHelper, 'GET', '/events/current/corrections')).status

  await expect(adminLink(helper)).toHaveCount(0)
  expect(await readCorrections()).toBe(403)
  expect(await setRoles(id, ['submission_judge'])).toBe(200)
  expect(await readCorrections()).toBe(200)
  await expect(adminLink(helper)).toBeVisible()

  expect(await setRoles(id, [])).toBe(200)
  expect(await readCorrections()).toBe(403)
  await expect(adminLink(helper)).toHaveCount(0)
  expect((await ask(helper, asHelper, 'GET', '/users/self')).status).toBe(200)
  await expect(loginButton(helper)).toHaveCount(0)
  await expect(ended(helper)).toHaveCount(0)

  const own = (await ask(page, asAdmin, 'GET', '/users/self')).json as { id: number; permissions: string[] }
  const withOne = own.permissions.includes('objective_designer')
    ? own.permissions.filter((role) => role !== 'objective_designer')
    : [...own.permissions, 'objective_designer']
  expect(await setRoles(own.id, withOne)).toBe(200)
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeVisible()
  expect(await readToken(page)).toBe(asAdmin)
  expect(await setRoles(own.id, own.permissions)).toBe(200)
  await helper.context().close()
})

test('an open page clears a login that was ended elsewhere and shows a message', async ({ page, complaints }) => {
  const player = (await listPlayers()).filter(({ team }) => team === 2)[8]
  await page.goto('/')
  await logIn(page, player?.name ?? '')
  await expect(loginButton(page)).toHaveCount(0)
  expect(
    (
      await page.request.post('/api/users/self/logout-everywhere', {
        headers: { authorization: `Bearer ${await readToken(page)}` },
      })
    ).status(),
  ).toBe(204)
  await expect(ended(page)).toBeVisible()
  await expect(loginButton(page)).toBeVisible()
  expect(await readToken(page)).toBeNull()
  // The browser itself logs each 401 answer.
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([])
  complaints.length = 0
})

for (const [what, claims] of [
  ['that this server did not issue', { user_id: 1, permissions: ['admin'], exp: 4_000_000_000 }],
  ['that expired', { user_id: 1, permissions: ['admin'], exp: 1_000_000_000 }],
] as const)
  test(`a login ${what} is cleared with a message, and the page is shown as to a visitor`, async ({ page, complaints }) => {
    const dead = `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
    await page.addInitScript((token) => {
      if (sessionStorage.getItem('begun')) return
      sessionStorage.setItem('begun', 'yes')
      localStorage.setItem('auth', token)
    }, dead)
    await page.goto('/settings')
    await expect(ended(page)).toBeVisible()
    await expect(loginButton(page)).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    expect(await readToken(page)).toBeNull()
    await page.reload()
    await expect(loginButton(page)).toBeVisible()
    await expect(ended(page)).toHaveCount(0)
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([])
    complaints.length = 0
  })
