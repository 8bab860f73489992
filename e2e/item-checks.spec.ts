import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ObjectiveId } from '@muster/contract/ids'
import { expect, logIn, test } from './journey.ts'
import { makeHiddenEvent } from './hidden-event.ts'
import { listObjections, showTheme } from './look-over.ts'

const aBaseObjective = (parent_id: ObjectiveId, base: string): DefinitionEditInput => ({
  kind: 'save_objective',
  objective: {
    parent_id,
    name: base,
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: base }],
  },
})

// A designer tests the objectives of an event of their own on stored and live items, saves one, and is asked before breaking it.

test('a designer scans items, saves a found one, and is asked before a change breaks it', async ({ page, complaints }) => {
  test.setTimeout(300_000)
  await page.goto('/')
  await logIn(page, 'Marrowlight#2313')
  const event = await makeHiddenEvent(page, 'Checked Muster')
  const parent_id = (await event.findRoot()) as ObjectiveId
  await event.edit(['Chaos Orb', 'Divine Orbb'].map((base) => aBaseObjective(parent_id, base)))

  await page.goto(`/admin/events/${event.id}/item-checks`)
  await page.getByRole('button', { name: 'Start scan' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Live stream: [\d,]+ items/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Stored items' }).click()
  await page.getByRole('button', { name: 'Start scan' }).click()
  await expect(page.getByText(/^Stored items: [\d,]+ items/)).toBeVisible({ timeout: 120_000 })
  const rows = page.locator('.checks-row summary')
  await expect(rows.first()).toContainText('Divine Orbb')
  await expect(rows.last()).toContainText('Chaos Orb')
  await showTheme(page, 'light')
  expect(await listObjections(page, 'everything')).toEqual([])
  await showTheme(page, 'dark')
  expect(await listObjections(page, 'everything')).toEqual([])

  await rows.last().click()
  await page
    .getByRole('group', { name: 'Save Chaos Orb' })
    .getByRole('button', { name: 'Must match', exact: true })
    .first()
    .click()
  await expect(page.getByText('must match. It does')).toBeVisible()
  await page.getByRole('link', { name: 'Open objective' }).click()
  const value = page.getByLabel('Value of condition 1')
  await value.fill('Exalted Orb')
  // Open suggestions hide the rest of the page from assistive technology.
  await value.press('Tab')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Break 1 saved item?' })
  await expect(question).toContainText('“Chaos Orb” must match “Chaos Orb”, and no longer would.')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Unsaved')).toHaveCount(0)
  // The browser logs the refusal that led to the question.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 409/.test(text)))

  await page.goto(`/admin?event=${event.id}`)
  await expect(page.getByText('1 objective treats a saved item wrongly')).toBeVisible()
  await event.remove()
})
