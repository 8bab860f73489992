import { expect, listPlayers, logIn, type Page, test } from './journey.ts'

// A designer works in the running event: a category, many objectives at once, an edit with a preview, a move by keyboard with
// undo, and the deletion of everything. All objectives are in a category of this journey.

/** The open dialog. Toasts are dialogs too. */
const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)')
const tree = (page: Page) => page.getByRole('tree', { name: 'Objectives' })
const row = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name}`) })
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

/** Confirms a change. The event is running, so the dialog previews the effect first. */
async function agree(page: Page, question: string): Promise<void> {
  const asked = sheet(page).filter({ hasText: question })
  await expect(asked.locator('.what-if')).toHaveAttribute('aria-busy', 'false')
  await asked.getByRole('button').last().click()
  await expect(sheet(page)).toHaveCount(0)
}

async function checkAndSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check and save' }).click()
  await agree(page, 'Save this change?')
}

test('a designer adds a category, fills it from a list, tests an item, moves an objective by keyboard, undoes the move, and deletes everything', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const [organiser] = await listPlayers()
  const category = `Journey ${Date.now() % 100_000}`
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto('/admin/events/1/categories/root')
  await expect(row(page, 'Uniques')).toBeVisible()

  await page.getByRole('button', { name: 'New category' }).click()
  await nameField(page).fill(category)
  await checkAndSave(page)
  await expect(row(page, category)).toBeVisible()

  await row(page, category).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: `Create many in ${category}` }).click()
  await sheet(page).getByLabel('Names, or a table').fill('Goldrim, Wurm, , Goldrim,  Tabula')
  await expect(sheet(page)).toContainText('in the list twice')
  await sheet(page).getByRole('button', { name: 'Create 3 objectives' }).click()
  await agree(page, `Create 3 objectives in ${category}?`)
  await row(page, category).click()
  await expect(row(page, 'Wurm')).toBeVisible()

  const bench = page.getByRole('region', { name: 'Workbench' })
  await row(page, 'Wurm').click()
  await page
    .getByLabel('Item', { exact: true })
    .fill(
      'Item Class: Helmets\nRarity: Unique\nWurm\nLeather Cap\n--------\nItem Level: 20\n--------\n+1 to Strength\n--------\nTidal Bond: 3',
    )
  await expect(bench.getByText('1 line was not recognised')).toBeVisible()
  await expect(bench.getByText('Line 10')).toBeVisible()
  await expect(bench.getByText('1 of 1').first()).toBeVisible()
  await page.getByLabel('Value of condition 1').fill("Wurm's Molt")
  // Open suggestions hide the rest of the page from assistive technology.
  await page.keyboard.press('Tab')
  await expect(bench.getByText('0 of 1').first()).toBeVisible()
  await expect(page.getByText("An item counts if its name is Wurm's Molt.")).toBeVisible()
  await page.getByRole('button', { name: 'More for condition 1' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add alternative' }).press('Enter')
  await page.getByLabel('Value of condition 2').fill('Wurm')
  await page.keyboard.press('Tab')
  await expect(bench.getByText('1 of 1').first()).toBeVisible()
  await expect(page.getByText("any of these holds: its name is Wurm's Molt; its name is Wurm.")).toBeVisible()
  await page.getByLabel('How many of group 1 must match').selectOption('All 2 of these')
  await expect(bench.getByText('1 of 2 hold, 2 needed')).toBeVisible()
  await page.getByRole('button', { name: 'Remove condition 2' }).click()
  await checkAndSave(page)
  await expect(page.getByText('Unsaved')).toHaveCount(0)

  await tree(page).focus()
  await page.keyboard.press('Alt+ArrowUp')
  // The creation can still be undone as well.
  const moved = page.locator('.toast').filter({ hasText: `Wurm was moved to ${category}` })
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()

  await row(page, category).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(sheet(page)).toContainText('This deletes 3 objectives')
  const deletes = sheet(page).getByRole('button', { name: /^Delete 3 objectives/ })
  await expect(deletes).toBeDisabled()
  await sheet(page).getByRole('textbox').fill(category)
  await deletes.click()
  await expect(row(page, category)).toHaveCount(0)
})
