import { expect, listPlayers, logIn, test } from './journey.ts'

test('a visitor has no tasks, and sees the tasks of a selected team', async ({ page }) => {
  await page.goto('/scores/for-you')
  await expect(page.getByText('You are not assigned to a team')).toBeVisible()
  const line = page.getByRole('list', { name: 'Points on this page by team' })
  await line.getByRole('button', { name: 'Nightglass' }).click()
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toContainText('+')
})

test("a member sees the tasks of the team, the lead's message a moment later, and their own next steps", async ({
  page,
  browser,
}) => {
  const people = (await listPlayers()).filter((player) => player.team === 1)
  await page.goto('/scores/for-you')
  await logIn(page, people[3]?.name ?? '')
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toContainText('+')
  await expect(page.getByRole('region', { name: 'Your steps' })).toBeVisible()

  const lead = await browser.newPage()
  await lead.goto('/scores/for-you')
  await logIn(lead, people[0]?.name ?? '')
  const written = await lead.evaluate(async () => {
    const tree = (await (await fetch('/api/events/current/objectives')).json()) as { id: number }
    const answer = await fetch(`/api/events/current/suggestions/${tree.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('auth')}` },
      body: JSON.stringify({ extra: 'Fossils <b>first</b> 🦊' }),
    })
    return answer.status
  })
  expect(written).toBe(201)
  await lead.close()
  await page.reload()
  await expect(page.getByText('Fossils <b>first</b> 🦊')).toBeVisible()
})
