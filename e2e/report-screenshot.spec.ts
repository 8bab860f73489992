import { openAs, send } from './calls.ts'
import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { readEventClock } from './hidden-event.ts'
import { lookOver } from './look-over.ts'

// A player reports a level with a screenshot as proof, a judge sees it large, and a rival does not see it.

const hour_ms = 3_600_000
const level = 'Reach level 90'

async function makeEvent(admin: Page): Promise<number> {
  const now = await readEventClock(admin)
  const at = (hours: number) => new Date(now + hours * hour_ms).toISOString()
  const { id } = await send<{ id: number }>(admin, 'PUT', '/events', {
    name: `Showing Muster ${Date.now() % 100_000}`,
    game_version: 'poe1',
    is_public: true,
    max_size: 10,
    waitlist_size: 0,
    application_start_time: at(-4),
    application_end_time: at(-3),
    event_start_time: at(-2),
    event_end_time: at(200),
    report_proof: 'required',
  })
  const { id: parent_id } = await send<{ id: number }>(admin, 'GET', `/events/${id}/objectives`)
  await send(admin, 'PUT', `/events/${id}/objectives`, {
    name: level,
    parent_id,
    objective_type: 'PLAYER',
    aggregation: 'MAXIMUM',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
    conditions: [],
  })
  return id
}

/** A drawn screen of the game's size, as a file. */
const drawScreen = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2560
    canvas.height = 1440
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#234'
    pen.fillRect(0, 0, 2560, 1440)
    pen.fillStyle = '#fc6'
    pen.font = '160px sans-serif'
    pen.fillText('Level 91', 900, 760)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

/** Removes the event, also after a failure. */
let removeEvent = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await removeEvent()
})

test('a screenshot is the proof of a report', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const players = await listPlayers()
  const nameOf = (team: number, place: number) => players.filter((one) => one.team === team)[place]?.name ?? ''
  const admin = await openAs(browser, nameOf(0, 0))
  const id = await makeEvent(admin.page)
  removeEvent = async () => {
    await send(admin.page, 'DELETE', `/events/${id}`)
    await admin.page.context().close()
  }
  await page.goto('/')
  await logIn(page, nameOf(3, 5))
  const rival = await openAs(browser, nameOf(2, 5))
  for (const [name, player] of [
    ['Showing Otters', page],
    ['Watching Geese', rival.page],
  ] as const) {
    const { id: team_id } = await send<{ id: number }>(admin.page, 'PUT', `/events/${id}/teams`, { name, allowed_classes: [] })
    const { id: user_id } = await send<{ id: number }>(player, 'GET', '/users/self')
    await send(admin.page, 'PUT', `/events/${id}/teams/users`, [{ user_id, team_id, is_team_lead: false }])
  }

  await page.goto(`/submissions?event=${id}`)
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem', { name: level }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Level' }).fill('91')
  const buffer = Buffer.from(await drawScreen(page), 'base64')
  await dialog.getByLabel('Add a screenshot').setInputFiles({ name: 'level.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  await lookOver(page)
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()

  await admin.page.goto(`/admin/submissions?event=${id}`)
  const shown = admin.page.getByRole('button', { name: 'Show screenshot 1 large' })
  await shown.click()
  const large = admin.page.getByRole('dialog').getByRole('img', { name: 'Screenshot 1' })
  await expect(large).toBeVisible()
  expect(await large.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight])).toEqual([1920, 1080])
  await admin.page.keyboard.press('Escape')
  await expect(shown).toBeFocused()

  await rival.page.goto(`/submissions?event=${id}`)
  await expect(rival.page.getByText('1 screenshot, for judges and the team')).toBeVisible()
  await expect(rival.page.getByRole('img', { name: 'Screenshot 1' })).toBeHidden()
  await rival.page.context().close()
})
