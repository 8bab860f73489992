import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// Two people, two browsers: what one does to the rights of the other, and to their own.

const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in with Path of Exile and Discord' }).first()
const adminLink = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })
const ended = (page: Page) => page.getByText('Your login has expired').first()

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth'))

/** A call with a login, as a program would make it. */
async function ask(page: Page, token: string | null, method: string, path: string, body?: unknown) {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { data: body }),
  })
  return { status: answer.status(), json: (await answer.json()) as unknown }
}

test('a role that an admin gives or takes counts at once, on the page that is open too, and nobody is logged out', async ({
  page,
  browser,
}) => {
  // Two whole logins, one after the other.
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

test('a login that was ended elsewhere is cleared and said on the page that is open', async ({ page, complaints }) => {
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
  // The browser itself writes a line about each answer 401.
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([])
  complaints.length = 0
})

for (const [what, claims] of [
  ['that this server never gave', { user_id: 1, permissions: ['admin'], exp: 4_000_000_000 }],
  ['that expired', { user_id: 1, permissions: ['admin'], exp: 1_000_000_000 }],
] as const)
  test(`a login ${what} is cleared and said, and the page is that of a visitor`, async ({ page, complaints }) => {
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
