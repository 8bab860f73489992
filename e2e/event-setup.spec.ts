import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { aPng } from '@muster/server/testing/pictures'
import { expect, listPlayers, logIn, openMenu, type Page, test } from './journey.ts'

// An organiser sets up an event from scratch: corrected dates, teams with a logo, a preset, the lock, a copy with other dates,
// and the deletion of both.

const main = (page: Page) => page.getByRole('main')
/** The open dialog. Toasts are dialogs too. */
const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)')
const row = (page: Page, name: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

/** The value of a date and time field, in the browser's zone. */
const inDays = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}T20:00`
}

test('an organiser creates an event, corrects its dates, adds teams with a logo and a preset, locks it, duplicates it with other dates, and deletes both', async ({
  page,
  complaints,
}) => {
  test.setTimeout(300_000)
  const [organiser] = await listPlayers()
  const name = `Journey Muster ${Date.now() % 100_000}`
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto('/admin/events')

  await page.getByRole('button', { name: 'New event' }).click()
  await expect(sheet(page)).toHaveAccessibleName('New event')
  await sheet(page).getByLabel('Name of the league').fill(name)
  await expect(sheet(page).getByRole('status')).toContainText('The game has no league with this name')
  await sheet(page).getByLabel('Signups open').fill(inDays(1))
  await sheet(page).getByLabel('Signups close').fill(inDays(9))
  await sheet(page).getByLabel('Start').fill(inDays(10))
  await sheet(page).getByLabel('End', { exact: true }).fill(inDays(8))
  await expect(sheet(page)).toContainText('End: must not be before the start')
  await sheet(page).getByRole('button', { name: 'Create event' }).click()
  await expect(sheet(page).getByLabel('End', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await sheet(page).getByLabel('End', { exact: true }).fill(inDays(13))
  await expect(sheet(page).getByRole('list', { name: 'Dates of the event' })).toContainText('Signups close')
  // Players earn personal points for other steps than usual, and for a figure.
  await sheet(page).getByRole('radio', { name: 'Steps and figures of this event.' }).press('Space')
  const steps = sheet(page).getByRole('region', { name: 'General steps' })
  await steps.getByLabel('Step 4 from').fill('101')
  await expect(steps).toContainText('A player reaches 100 at most')
  await steps.getByLabel('Step 4 from').fill('95')
  await sheet(page).getByRole('button', { name: 'Add a figure' }).click()
  await sheet(page).getByRole('group', { name: 'Figure 1' }).getByLabel('Step 1 from').fill('250')
  await expect(sheet(page)).toContainText('A player can get 10 points: 9 for steps, 1 for figures.')
  await sheet(page).getByRole('button', { name: 'Create event' }).click()
  await expect(row(page, name)).toContainText('Hidden')
  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  await expect(steps.getByLabel('Step 4 from')).toHaveValue('95')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()

  // The public data of a finished event can be downloaded as one file.
  const refusal = { code: 'unavailable', error: 'The last changes of this event are not scored yet' }
  await page.route('**/archive', (route) => route.fulfill({ status: 503, json: refusal }), { times: 1 })
  await openMenu(page, 'Autumn Muster', 'Download archive')
  await expect(row(page, 'Autumn Muster').getByRole('alert')).toBeVisible()
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 503/.test(text)))
  const [archive] = await Promise.all([page.waitForEvent('download'), openMenu(page, 'Autumn Muster', 'Download archive')])
  expect(archive.suggestedFilename()).toMatch(/^muster-event-\d+\.jsonl\.gz$/)
  expect(gunzipSync(readFileSync(await archive.path())).toString()).toContain('"event":"Autumn Muster"')
  await expect(row(page, 'Autumn Muster').getByRole('alert')).toHaveCount(0)

  // Raw data of players can be set to expire, and the setting can be reverted.
  await openMenu(page, name, 'Raw data…')
  await sheet(page).getByLabel('Keep raw data').selectOption('90')
  await expect(sheet(page)).toContainText('it is removed permanently, and the event becomes final')
  await sheet(page)
    .getByRole('button', { name: /^Keep until/ })
    .click()
  await expect(row(page, name)).toContainText('Raw data until')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).not.toContainText('Raw data until')
  await openMenu(page, 'Autumn Muster', 'Raw data…')
  await expect(sheet(page).getByRole('table', { name: 'Data to remove' })).toContainText('Builds and their stats')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()

  // No value of one event may appear in the form of another.
  await page.getByRole('button', { name: 'New event' }).click()
  await expect(sheet(page).getByLabel('Name of the league')).toHaveValue('')

  // A template previews its contents and fills the event at once; the admin pages then show that event.
  await sheet(page)
    .getByRole('radio', { name: /^Two days/ })
    .press('Space')
  const drawing = sheet(page).getByRole('figure', { name: 'Contents of the template' })
  await expect(drawing).toContainText('27 objectives')
  const filled = `${name} weekend`
  await sheet(page).getByLabel('Name of the league').fill(filled)
  await sheet(page).getByLabel('New start').fill(inDays(40))
  await expect(sheet(page).getByRole('region', { name: 'All dates' })).toContainText('Signups close')
  await sheet(page).getByRole('button', { name: 'Create event' }).click()
  await expect(row(page, filled)).toContainText('Hidden')
  await expect(page).toHaveURL(/event=\d+/)
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Objectives' }).click()
  await expect(main(page).getByRole('treeitem', { name: /Uniques/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Events' }).click()

  await row(page, name).getByRole('link', { name: '0 teams' }).click()
  await page.getByRole('button', { name: 'New team' }).click()
  await sheet(page).getByLabel('Name', { exact: true }).fill('Journey Lanterns')
  await sheet(page).getByLabel('Abbreviation').fill('JLA')
  await sheet(page).getByLabel('Colour', { exact: true }).fill('#F2C230')
  await sheet(page).getByRole('checkbox', { name: 'Slayer' }).check()
  await sheet(page).getByRole('button', { name: 'Create team' }).click()
  await expect(sheet(page)).toHaveAccessibleName(/^Edit Journey Lanterns/)
  // One byte for each pixel, and one before each row.
  const picture = aPng(64, 64, Buffer.alloc(64 * 65))
  const choose = sheet(page).locator('input[type=file]')
  await choose.setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(sheet(page).getByRole('alert')).toContainText('Choose a PNG, JPEG or WebP picture')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(sheet(page).getByRole('img', { name: 'Preview of logo.png' })).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Upload logo' }).click()
  await expect(sheet(page).getByRole('img', { name: 'Logo of Journey Lanterns' })).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  const logo = main(page).getByRole('img', { name: 'Logo of Journey Lanterns' })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)

  // A second team name with a Cyrillic letter would look the same; the form keeps the refused name for correction.
  await page.getByRole('button', { name: 'New team' }).click()
  const secondName = sheet(page).getByLabel('Name', { exact: true })
  await secondName.fill('JOURNEY L\u0410NTERNS')
  await sheet(page).getByRole('button', { name: 'Create team' }).click()
  await expect(sheet(page).getByText('This is already taken, or looks like another name.')).toBeVisible()
  await expect(secondName).toHaveValue('JOURNEY L\u0410NTERNS')
  // The browser itself logs the refused request.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('400')))
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Presets' }).click()
  await page.getByRole('button', { name: 'New preset' }).click()
  await sheet(page).getByLabel('Name', { exact: true }).fill('Journey race')
  await sheet(page).getByLabel('Method').selectOption({ label: 'Ranked by time' })
  await sheet(page).getByRole('textbox', { name: 'Points' }).fill('50\n30\n20\nten')
  await sheet(page).getByRole('button', { name: 'Create preset' }).click()
  await expect(sheet(page)).toContainText('Not a number: ten')
  await sheet(page).getByRole('textbox', { name: 'Points' }).fill('50\n30\n20')
  await expect(sheet(page).getByLabel('Cap')).toHaveCount(0)
  await sheet(page).getByRole('button', { name: 'Create preset' }).click()
  await expect(main(page)).toContainText('50 / 30, then 20')

  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Events' }).click()
  await openMenu(page, name, 'Lock')
  await sheet(page).getByRole('button', { name: 'Lock event' }).click()
  await expect(row(page, name)).toContainText('Locked')

  await page.getByRole('button', { name: `Duplicate ${name}`, exact: true }).click()
  await sheet(page).getByLabel('New start').fill(inDays(110))
  await expect(sheet(page).getByRole('region', { name: 'All dates' })).toContainText('Signups open')
  await sheet(page)
    .getByRole('checkbox', { name: /^Teams/ })
    .check()
  await sheet(page).getByRole('button', { name: 'Duplicate event' }).click()
  const copy = `${name} (copy)`
  await expect(row(page, copy)).toContainText('1 team')

  await openMenu(page, name, 'Delete')
  await expect(sheet(page)).toContainText('Unlock it first')
  await sheet(page).getByRole('button', { name: 'Unlock' }).click()
  await sheet(page).getByRole('button', { name: 'Unlock event' }).click()
  await expect(row(page, name).getByText('Locked')).toHaveCount(0)
  for (const each of [copy, filled, name]) {
    await openMenu(page, each, 'Delete')
    const act = sheet(page).getByRole('button', { name: /^Delete (0|27) objectives and 0 points$/ })
    await expect(act).toBeDisabled()
    await page.getByLabel(`Type ${each} to confirm`).fill(each)
    await expect(act).toBeEnabled()
    // By keyboard, like everything here.
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toHaveCount(0)
    await expect(main(page).getByText(each, { exact: true })).toHaveCount(0)
  }
})
