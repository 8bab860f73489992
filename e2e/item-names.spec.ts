import { expect, logIn, type Page, test } from './journey.ts'
import { listObjections } from './look-over.ts'
import { makeHiddenEvent } from './hidden-event.ts'

// A designer fills an event of their own from a ready-made set, and corrects names with the buttons of their warnings.

const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

test('a designer ticks a set of uniques into the grid, corrects a misspelled row, and corrects a condition while typing', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto('/')
  await logIn(page, 'Marrowlight#2313')
  const event = await makeHiddenEvent(page, 'Named Muster')
  await page.goto(`/admin/events/${event.id}/definition`)

  await page.getByText('Ready-made sets').click()
  await page.getByRole('combobox', { name: 'Set', exact: true }).fill('uniques belt')
  await option(page, 'Uniques: Belt').click()
  await page.getByRole('button', { name: /^Tick all \d+$/ }).click()
  await page.getByRole('checkbox', { name: /^Auxium/ }).uncheck()
  const category = page.getByRole('combobox', { name: 'Into the category' })
  await expect(category).toHaveValue('Uniques: Belt')
  await category.fill('Belts')
  await page.getByRole('button', { name: /^Add \d+ objectives to Belts$/ }).click()
  await expect(page.getByText(/^\d+ ready: \d+ new/)).toBeVisible()
  expect(await listObjections(page, 'everything')).toEqual([])

  const name = page.getByRole('textbox', { name: 'Name, row 1', exact: true })
  await expect(name).toHaveValue("Arn's Anguish")
  await name.fill("Arns's Anguish")
  await page.getByRole('button', { name: "Did you mean Arn's Anguish?" }).click()
  await expect(name).toHaveValue("Arn's Anguish")
  await expect(page.getByText('No known item')).toHaveCount(0)

  await page.getByRole('button', { name: /^Apply \d+ edits$/ }).click()
  const dialog = page.locator('[role=dialog]:not(.toast)')
  await expect(dialog.getByRole('button').last()).toBeEnabled({ timeout: 90_000 })
  await dialog.getByRole('button').last().click()
  await expect(dialog).toBeHidden({ timeout: 90_000 })

  await page.goto(`/admin/events/${event.id}/categories/root`)
  const tree = page.getByRole('tree', { name: 'Objectives' })
  await tree.getByRole('treeitem', { name: /^Belts/ }).click()
  await tree.getByRole('treeitem', { name: /^Ascent From Flesh/ }).click()
  const value = page.getByLabel('Value of condition 1')
  await value.fill('headhun')
  await expect(option(page, 'Headhunter')).toBeVisible()
  await value.press('ArrowDown')
  await value.press('Enter')
  await expect(value).toHaveValue('Headhunter')
  await value.fill('Chaos Orb')
  await value.press('Tab')
  await expect(page.getByText('Chaos Orb is a base type; a condition on the name never matches.')).toBeVisible()
  expect(await listObjections(page, 'everything')).toEqual([])
  await page.getByRole('button', { name: 'Use base type' }).click()
  await expect(page.getByText('An item counts if its base type is Chaos Orb.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved')).toHaveCount(0)
  await event.remove()
})
