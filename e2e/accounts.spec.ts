import { expect, listPlayers, logIn, test } from './journey.ts'

test('a player connects Discord and can disconnect either account after a warning', async ({ page }) => {
  // A player no other journey uses, with only a game account so far.
  const others = (await listPlayers()).filter(({ team }) => team === 0).slice(5)
  const player = others.find(({ discord, twitch }) => discord !== undefined && twitch === undefined)
  if (!player?.discord) throw new Error('no such player of the first team has a Discord account')
  await page.goto('/settings')
  await logIn(page, player.name)
  await expect(page.getByRole('button', { name: 'Disconnect Path of Exile' })).toBeDisabled()
  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByTestId(`sign-in-${player.discord.username}`).click()
  await page.getByTestId('deny').click()
  // Refusing consent shows a message, and nothing is connected.
  await expect(page).toHaveURL(/\/auth\/discord\/callback/)
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  await page.goto('/settings')

  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByTestId('allow').click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText(`Connected as ${player.discord.username}`)).toBeVisible()
  const removeGame = page.getByRole('button', { name: 'Disconnect Path of Exile' })
  await expect(removeGame).toBeEnabled()
  await removeGame.click()
  const question = page.getByRole('dialog', { name: 'Disconnect Path of Exile?' })
  await expect(question).toContainText(player.name)
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText(`Connected as ${player.name}`)).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect Discord' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect Discord' }).click()
  await expect(page.getByRole('button', { name: 'Connect Discord' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Discord' })).toBeVisible()
  await expect(removeGame).toBeDisabled()
})
