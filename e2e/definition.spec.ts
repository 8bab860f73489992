import { readFileSync } from 'node:fs'
import { makeHiddenEvent } from './hidden-event.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { listObjections } from './look-over.ts'

const admin = 'Marrowlight#2313'

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download YAML' }).click()])
  return readFileSync(await file.path(), 'utf8')
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Apply \d+ edits?$/ }).click()
  // Toasts are dialogs too.
  const dialog = page.locator('[role=dialog]:not(.toast)')
  await expect(dialog).toContainText('You can undo this.')
  await dialog.getByRole('button').last().click()
  await expect(page.getByText('Changes applied').first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('a designer fills an empty event from an example, fixes a file by its line errors, applies and undoes it, and restores a version', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto('/')
  await logIn(page, admin)
  const { id: event_id } = await makeHiddenEvent(page, 'Filed Muster')
  await page.goto(`/admin/events/${event_id}/definition`)
  await page.getByRole('button', { name: 'Example: a weekend' }).click()
  await expect(page.getByText('"Uniques" is added, with 19 objectives below it')).toBeVisible()
  expect(await listObjections(page, 'everything')).toEqual([])
  await apply(page)
  await expect(page.getByText(/^27 objectives, 6 presets/)).toBeVisible()

  const first = await download(page)
  const text = page.getByRole('textbox', { name: 'Definition' })
  await text.fill(first.replace('name: Goldrim', 'nmae: Goldrim'))
  await expect(page.getByText('there is no "nmae" here; did you mean "name"?')).toBeVisible()
  await text.fill(first.replace('name: Goldrim', 'name: Rime of gold').replace('points: [30, 20, 10]', 'points: [30, 18, 10]'))
  await expect(page.getByText('points for 2nd: 20 → 18; affects 4 objectives')).toBeVisible()
  await apply(page)
  expect(await download(page)).toContain('name: Rime of gold')
  // The older import cannot be undone once a newer one has been applied.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('The changes could not be undone').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await download(page)).toBe(first)

  await page
    .getByRole('button', { name: /^Compare version \d+ with the current one$/ })
    .first()
    .click()
  await expect(page.getByText('renamed from "Goldrim" to "Rime of gold"')).toBeVisible()

  // A part of a definition, which removes everything else unless it is merged.
  await text.fill(`muster_definition: 1
objectives:
  - name: Late ideas
    objectives:
      - { name: Headhunter, conditions: [NAME EQ: Headhunter] }
`)
  await expect(page.getByText('"Uniques" is removed, with 19 objectives below it')).toBeVisible()
  await page.getByLabel('How to apply').selectOption({ label: 'Merge: change and add, remove nothing' })
  await expect(page.getByText('"Late ideas" is added, with 1 objective below it')).toBeVisible()
  await expect(page.getByText(/is removed/)).toHaveCount(0)
  await apply(page)
  await expect(page.getByText(/^28 objectives, 6 presets/)).toBeVisible()
})
