import { expect, listPlayers, logIn, readWorld, test } from './journey.ts'

// An organiser connects a channel of the simulated Discord, tests it, pauses and deletes the route.

interface Channel {
  readonly name: string
  readonly webhook_id: string
  readonly token: string
  readonly messages: readonly { readonly content: string }[]
}

const readChannel = async (name: string): Promise<Channel> => {
  const found = (await readWorld<Channel[]>('channels')).find((channel) => channel.name === name)
  if (!found) throw new Error(`no channel ${name}`)
  return found
}

test('a route is made with its preview, tested, paused and deleted, and its address is never shown', async ({ page }) => {
  const [organiser] = await listPlayers()
  const { webhook_id, token } = await readChannel('organisers')
  const origin = (process.env['JOURNEY_SIMULATOR_URL'] ?? '').replace(/\/$/, '')
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto('/admin/notices')
  await page.getByRole('button', { name: 'New route' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Night watch')
  await page.getByLabel('Organisers', { exact: true }).check()
  await page.getByLabel('Address').fill(`${origin}/discord/api/webhooks/${webhook_id}/${token}`)
  await page.getByLabel(/^Long queue of submissions/).check()
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('14 submissions wait for a judge')).toBeVisible()
  await page.getByRole('button', { name: 'Create route' }).click()

  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Night watch' }) })
  await expect(entry.getByText('On', { exact: true })).toBeVisible()
  await expect(page.getByText(token.slice(0, 20))).toHaveCount(0)
  await entry.getByRole('button', { name: 'Send a test: Night watch' }).click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Test 1' })
      .or(page.getByRole('listitem').filter({ hasText: 'Test 2' }))
      .getByText('Sent', { exact: true })
      .first(),
  ).toBeVisible({ timeout: 30_000 })
  const { messages } = await readChannel('organisers')
  // The standings may follow at once.
  expect(messages.map(({ content }) => content).join('\n')).toContain('This is the test of the route “Night watch”')
  await page.keyboard.press('Escape')

  await entry.getByRole('button', { name: 'Pause: Night watch' }).click()
  await expect(entry.getByText('Paused', { exact: true })).toBeVisible()
  await entry.getByRole('button', { name: 'Delete: Night watch' }).click()
  await page.getByRole('button', { name: 'Delete the route' }).click()
  await expect(entry).toHaveCount(0)
})
