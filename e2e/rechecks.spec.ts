import { openAs, send } from './calls.ts'
import { readEventClock } from './hidden-event.ts'
import { expect, logIn, test } from './journey.ts'
import { lookOver } from './look-over.ts'
import { findPlayer, levelObjective, makeRunningEvent } from './running-event.ts'

// A rival challenges a report that counts, another judge takes a second look, and a rejected player appeals.

/** Removes the event, even after a failure. */
let removeEvent = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await removeEvent()
})

test('a challenge, a second look and an appeal come back to the judges', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const admin = await openAs(browser, await findPlayer(0, 0))
  const { id, addLevel, join, remove } = await makeRunningEvent(admin.page, 'Doubting Muster', {
    reports: 'honour',
    second_look_percent: 100,
  })
  removeEvent = remove
  const objective_id = await addLevel()
  await page.goto('/')
  await logIn(page, await findPlayer(3, 6))
  const rival = await findPlayer(2, 6)
  const ben = await openAs(browser, rival)
  await join(page, 'Climbing Otters')
  await join(ben.page, 'Doubting Owls')
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
  const dialog = ben.page.getByRole('dialog', { name: `Challenge “${levelObjective}”` })
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

  // The judge sees who challenges, and confirms the report with the keyboard.
  const judge = await openAs(browser, await findPlayer(1, 0))
  await judge.page.goto(`/admin/submissions?event=${id}`)
  const entry = judge.page.getByRole('article')
  await expect(entry).toContainText(`${rival} challenges it.`)
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
  await expect(second).toContainText(`${await findPlayer(1, 0)} approved it. It was drawn at random for another judge.`)
  await second.getByRole('textbox', { name: 'Reason' }).fill('The level is not shown.')
  await second.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.page.getByText('Nothing is waiting', { exact: true })).toBeVisible()

  // The player appeals once, and the judge agrees.
  await page.goto(`/report?event=${id}`)
  await expect(own).toContainText('The level is not shown.')
  await own.getByRole('button', { name: 'Appeal' }).click()
  const appeal = page.getByRole('dialog', { name: `Appeal for “${levelObjective}”` })
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
