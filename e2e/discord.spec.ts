import { expect, listPlayers, logIn, readWorld, test } from './journey.ts'

// An organiser chooses a role in the server of the simulated Discord, sees who gets it, and switches the giving on.

interface Guild {
  readonly id: string
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly changes: readonly { readonly is: string; readonly role_id: string }[]
}

test('roles are chosen, shown before anything happens, and given after a confirmation', async ({ page, browser }) => {
  test.setTimeout(240_000)
  // A player no other journey uses connects Discord.
  const players = await listPlayers()
  const member = players
    .filter(({ team }) => team === 3)
    .slice(7)
    .find(({ discord }) => discord !== undefined)
  if (!member?.discord) throw new Error('no such player of the fourth team has a Discord account')
  const other = await (await browser.newContext()).newPage()
  await other.goto('/settings')
  await logIn(other, member.name)
  await other.getByRole('button', { name: 'Connect Discord' }).click()
  await other.getByTestId(`sign-in-${member.discord.username}`).click()
  await other.getByTestId('allow').click()
  await expect(other.getByText(`Connected as ${member.discord.username}`)).toBeVisible()
  await other.context().close()

  const { id, roles } = await readWorld<Guild>('guild')
  await page.goto('/')
  await logIn(page, players[0]?.name ?? '')
  await page.goto('/admin/discord')
  await page.getByLabel('Server id').fill(id)
  const role = page.getByLabel('Role of Nightglass')
  await role.selectOption('Badgers')
  await expect(role.getByRole('option', { name: 'Moderators' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save roles' }).click()
  await expect(page.getByRole('heading', { name: /^To give: Badgers/ })).toBeVisible()
  expect((await readWorld<Guild>('guild')).changes).toEqual([])

  await page.getByRole('button', { name: 'Switch on' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/given and 0 .*taken/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('On: roles follow the teams')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Given: Badgers/ })).toBeVisible({ timeout: 90_000 })
  const { changes } = await readWorld<Guild>('guild')
  const told = changes.map(({ is, role_id }) => `${is} ${roles.find((one) => one.id === role_id)?.name}`)
  expect(new Set(told)).toEqual(new Set(['give Badgers']))
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Off: nothing changes at Discord')).toBeVisible()
})
