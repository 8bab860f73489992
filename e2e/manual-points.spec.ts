import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { lookOver } from './look-over.ts'

// Organisers of two teams give points to a third one. The admin plays for the first team, a judge for the second.

async function logInTo(page: Page, name: string): Promise<void> {
  await page.goto('/submissions')
  await logIn(page, name)
  await page.goto('/admin/corrections')
}

async function give(page: Page, team: string, points: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Give or take points' }).click()
  const sheet = page.getByRole('dialog', { name: 'Give or take points' })
  await sheet.getByLabel('Team', { exact: true }).selectOption({ label: team })
  await sheet.getByLabel('Points', { exact: true }).fill(points)
  await sheet.getByLabel('Link to a proof').fill('https://example.org/clip')
  await sheet.getByLabel('Reason').fill(reason)
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText(team)
  await lookOver(page)
  await sheet.getByRole('button', { name: 'Give or take these points' }).click()
  await expect(sheet).toHaveCount(0)
}

const rowOf = (page: Page, reason: string) =>
  page.getByRole('list', { name: 'Corrections' }).getByRole('listitem').filter({ hasText: reason })
const onBoard = (page: Page, reason: string) =>
  page.getByRole('region', { name: 'Points by organisers' }).filter({ hasText: reason })

async function withdraw(page: Page, reason: string): Promise<void> {
  await rowOf(page, reason).getByRole('button', { name: 'Withdraw' }).click()
  const sheet = page.getByRole('dialog', { name: 'Withdraw this correction?' })
  await sheet.getByLabel('Reason').fill('It was a test.')
  await sheet.getByRole('button', { name: 'Withdraw' }).click()
  await expect(sheet).toHaveCount(0)
}

test('a judge gives points, a second person approves many, and the board names both until they are withdrawn', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const players = await listPlayers()
  const [organiser, judge] = [players.find(({ team }) => team === 0), players.find(({ team }) => team === 1)]
  const { teams } = (await (await page.request.get('/api/events/current')).json()) as { teams: { id: number; name: string }[] }
  const team = teams[2] ?? { id: 0, name: '' }
  await logInTo(page, organiser?.name ?? '')
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('auth'))}`
  const edits = [{ kind: 'save_event', event: { points_need_approval_above: 1000 } }]
  const edited = await page.request.post('/api/events/current/definition/edits', { headers: { authorization }, data: { edits } })
  expect(edited.ok()).toBe(true)

  const desk = await (await browser.newContext()).newPage()
  await logInTo(desk, judge?.name ?? '')
  await give(desk, team.name, '37', 'Helped the referee')
  await give(desk, team.name, '-1001', 'Started before the signal')
  await expect(rowOf(desk, 'Started before the signal')).toContainText('Waits for a second person')
  await expect(rowOf(desk, 'Started before the signal').getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/')
  await expect(onBoard(visitor, 'Helped the referee')).toContainText('+37')
  await expect(onBoard(visitor, 'Helped the referee').getByRole('link', { name: /example.org/ })).toBeVisible()
  await expect(onBoard(visitor, 'Started before the signal')).toHaveCount(0)

  await page.reload()
  await rowOf(page, 'Started before the signal').getByRole('button', { name: 'Approve' }).click()
  const sheet = page.getByRole('dialog', { name: 'Approve these points?' })
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText(team.name)
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(rowOf(page, 'Started before the signal')).toContainText('Approved by')
  await lookOver(page)

  // The open board follows without a reload, and the receipt of the whole event explains the points.
  await expect(onBoard(visitor, 'Started before the signal')).toContainText('approved by')
  const read = async <T>(path: string) => (await (await page.request.get(`/api/events/current${path}`)).json()) as T
  const { id } = await read<{ id: number }>('/objectives')
  const receipt = await read<{ sentence: string }>(`/objectives/${id}/receipt?team_id=${team.id}`)
  expect(receipt.sentence).toBe('Points given or taken by organisers: -964.')

  await desk.reload()
  for (const reason of ['Helped the referee', 'Started before the signal']) await withdraw(desk, reason)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: 'Where the points come from' })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Points by organisers' })).toHaveCount(0)
  await desk.context().close()
  await visitor.context().close()
})
