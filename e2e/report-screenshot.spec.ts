import { openAs } from './calls.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { lookOver } from './look-over.ts'
import { findPlayer, levelObjective, makeRunningEvent } from './running-event.ts'

// A player reports a level with a screenshot as proof, a judge sees it large, and a rival does not see it.

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

/** Removes the event, even after a failure. */
let removeEvent = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await removeEvent()
})

test('a screenshot is the proof of a report', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const admin = await openAs(browser, await findPlayer(0, 0))
  const { id, addLevel, join, remove } = await makeRunningEvent(admin.page, 'Showing Muster', { report_proof: 'screenshot' })
  removeEvent = remove
  await addLevel()
  await page.goto('/')
  await logIn(page, await findPlayer(3, 5))
  const rival = await openAs(browser, await findPlayer(2, 5))
  await join(page, 'Showing Otters')
  await join(rival.page, 'Watching Geese')

  await page.goto(`/submissions?event=${id}`)
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem', { name: levelObjective }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Level' }).fill('91')
  const submit = dialog.getByRole('button', { name: 'Submit', exact: true })
  await dialog.getByRole('textbox', { name: 'Proof (required)' }).fill('https://example.org/level')
  await expect(dialog.getByText('Add a screenshot.')).toBeVisible()
  await expect(submit).toBeDisabled()
  // The keyboard's focus is on a hidden field: its button shows it.
  await dialog.getByRole('textbox', { name: 'Proof (required)' }).press('Tab')
  await expect(dialog.locator('label:has(:focus-visible)')).toHaveCSS('outline-style', 'solid')
  const buffer = Buffer.from(await drawScreen(page), 'base64')
  await dialog.getByLabel('Add a screenshot').setInputFiles({ name: 'level.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  await lookOver(page)
  await submit.click()
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
