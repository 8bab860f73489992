import { expect, listPlayers, logIn, readWorld, test } from './journey.ts'
import { lookOver } from './look-over.ts'

// An organiser chooses a role in the server of the simulated Discord, sees who gets it, and turns on its assignment.

interface Guild {
  readonly id: string
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly changes: readonly { readonly is: string; readonly role_id: string }[]
  readonly conversations: readonly { readonly user_id: string; readonly messages: readonly { readonly content: string }[] }[]
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
  await expect(page.getByText('Off: nothing changes on Discord')).toBeVisible()
})

test('a person switches direct messages on, gets a test, and switches them off', async ({ page }) => {
  test.setTimeout(240_000)
  const players = await listPlayers()
  const member = players.findLast(({ team, discord }) => team === 1 && discord !== undefined)
  if (!member?.discord) throw new Error('no such player of the second team has a Discord account')
  await page.goto('/settings')
  await logIn(page, member.name)
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices.getByText('Connect your Discord account above first.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByTestId(`sign-in-${member.discord.username}`).click()
  await page.getByTestId('allow').click()
  await expect(page.getByText(`Connected as ${member.discord.username}`)).toBeVisible()

  await notices.getByRole('button', { name: 'Send me direct messages' }).click()
  await expect(notices.getByText(/Last message/)).toBeVisible({ timeout: 90_000 })
  const { conversations } = await readWorld<Guild>('guild')
  const received = conversations.flatMap(({ messages }) => messages.map(({ content }) => content))
  expect(received).toEqual([expect.stringContaining('Muster sends you your notices here')])
  await lookOver(page)
  await notices.getByRole('button', { name: 'Stop direct messages' }).click()
  await expect(notices.getByRole('button', { name: 'Send me direct messages' })).toBeVisible()
})
