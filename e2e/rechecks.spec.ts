import { openAs, send } from './calls.ts'
import { readEventClock } from './hidden-event.ts'
import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { lookOver } from './look-over.ts'

// A rival challenges a report that counts, another judge takes a second look, and a rejected player appeals.

const hour_ms = 3_600_000
const level = 'Reach level 90'

async function makeEvent(admin: Page): Promise<{ id: number; objective_id: number }> {
  const now = await readEventClock(admin)
  const at = (hours: number) => new Date(now + hours * hour_ms).toISOString()
  const { id } = await send<{ id: number }>(admin, 'PUT', '/events', {
    name: `Doubting Muster ${Date.now() % 100_000}`,
    game_version: 'poe1',
    is_public: true,
    max_size: 10,
    waitlist_size: 0,
    application_start_time: at(-4),
    application_end_time: at(-3),
    event_start_time: at(-2),
    event_end_time: at(200),
    reports: 'honour',
    second_look_percent: 100,
  })
  const { id: parent_id } = await send<{ id: number }>(admin, 'GET', `/events/${id}/objectives`)
  const { id: objective_id } = await send<{ id: number }>(admin, 'PUT', `/events/${id}/objectives`, {
    name: level,
    parent_id,
    objective_type: 'PLAYER',
    aggregation: 'MAXIMUM',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
    conditions: [],
  })
  return { id, objective_id }
}

/** Removes the event, also after a failure. */
let removeEvent = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await removeEvent()
})

test('a challenge, a second look and an appeal come back to the judges', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const players = await listPlayers()
  const nameOf = (team: number, place: number) => players.filter((one) => one.team === team)[place]?.name ?? ''
  const admin = await openAs(browser, nameOf(0, 0))
  const { id, objective_id } = await makeEvent(admin.page)
  removeEvent = async () => {
    await send(admin.page, 'DELETE', `/events/${id}`)
    await admin.page.context().close()
  }
  await page.goto('/')
  await logIn(page, nameOf(3, 6))
  const { id: ada_id } = await send<{ id: number }>(page, 'GET', '/users/self')
  const ben = await openAs(browser, nameOf(2, 6))
  for (const [name, user_id] of [
    ['Climbing Otters', ada_id],
    ['Doubting Owls', ben.user_id],
  ] as const) {
    const team = await send<{ id: number }>(admin.page, 'PUT', `/events/${id}/teams`, { name, allowed_classes: [] })
    await send(admin.page, 'PUT', `/events/${id}/teams/users`, [{ user_id, team_id: team.id, is_team_lead: false }])
  }
  const now = await readEventClock(page)
  await send(page, 'PUT', `/events/${id}/submissions`, {
    objective_id,
    timestamp: new Date(now - 30_000).toISOString(),
    number: 90,
    proof: 'https://clips.example/ninety',
    comment: '',
  })

  // The rival challenges the report, which counts on the player's word.
  await ben.page.goto(`/submissions?event=${id}`)
  await ben.page.getByRole('button', { name: 'Challenge' }).click()
  const dialog = ben.page.getByRole('dialog', { name: `Challenge “${level}”` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The clip shows another character.')
  await dialog.getByRole('button', { name: 'Challenge' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(ben.page.getByText('Challenged, counts until judges decide')).toBeVisible()
  await expect(ben.page.getByRole('button', { name: 'Challenge' })).toHaveCount(0)

  // The player sees the reason without the name.
  await page.goto(`/report?event=${id}`)
  const own = page.getByRole('complementary', { name: 'Your reports' })
  await expect(own).toContainText('Challenged, still counts')
  await expect(own).toContainText('A rival objects: The clip shows another character.')
  await lookOver(page)

  // The judge sees who challenges, and confirms the report by key.
  const judge = await openAs(browser, nameOf(1, 0))
  await judge.page.goto(`/admin/submissions?event=${id}`)
  const entry = judge.page.getByRole('article')
  await expect(entry).toContainText(`${nameOf(2, 6)} challenges it.`)
  await expect(entry).toContainText('The clip shows another character.')
  await expect(entry).toContainText('It counts until a judge decides.')
  await lookOver(judge.page)
  await judge.page.keyboard.press('a')
  await expect(judge.page.getByText('Nothing is waiting', { exact: true })).toBeVisible()

  // The judge approves a new report, and another judge rejects it in the second look.
  await send(page, 'PUT', `/events/${id}/submissions`, {
    objective_id,
    timestamp: new Date(now - 20_000).toISOString(),
    number: 91,
    proof: 'https://clips.example/ninety-one',
    comment: '',
  })
  await expect(judge.page.getByText('1 is waiting.')).toBeVisible({ timeout: 20_000 })
  await expect(entry).toContainText('ninety-one')
  await judge.page.keyboard.press('a')
  await expect(judge.page.getByText('Nothing is waiting', { exact: true })).toBeVisible()
  await admin.page.goto(`/admin/submissions?event=${id}`)
  const second = admin.page.getByRole('article')
  await expect(second).toContainText(`${nameOf(1, 0)} approved it. It was drawn at random for another judge.`)
  await second.getByRole('textbox', { name: 'Reason' }).fill('The level is not shown.')
  await second.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.page.getByText('Nothing is waiting', { exact: true })).toBeVisible()

  // The player appeals once, and the judge agrees.
  await page.goto(`/report?event=${id}`)
  await expect(own).toContainText('The level is not shown.')
  await own.getByRole('button', { name: 'Appeal' }).click()
  const appeal = page.getByRole('dialog', { name: `Appeal for “${level}”` })
  await appeal.getByRole('textbox', { name: 'Reason' }).fill('It is shown at 0:42.')
  await appeal.getByRole('button', { name: 'Appeal' }).click()
  await expect(own).toContainText('Appealed, waiting')
  await expect(own.getByRole('button', { name: 'Appeal' })).toHaveCount(0)
  await expect(entry).toContainText('It is shown at 0:42.', { timeout: 20_000 })
  await expect(entry).toContainText('It does not count now.')
  await judge.page.keyboard.press('a')
  await expect(judge.page.getByText('Nothing is waiting', { exact: true })).toBeVisible()
  await page.reload()
  await expect(own.getByText('Approved')).toHaveCount(2)

  await ben.page.context().close()
  await judge.page.context().close()
})
