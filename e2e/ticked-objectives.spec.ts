import type { DefinitionEditInput } from '@muster/contract/definition'
import { expectFocusKept, withKeyboard } from './hands.ts'
import { makeHiddenEvent, readEventClock } from './hidden-event.ts'
import { expect, logIn, test } from './journey.ts'
import { listObjections } from './look-over.ts'

// A designer changes many objectives at once in a running event of this journey, with the keyboard alone.

const leaf = { objective_type: 'ITEM', aggregation: 'EARLIEST', number_field: 'STACK_SIZE', required_number: 1 } as const
const branch = {
  objective_type: 'CATEGORY',
  aggregation: 'NONE',
  number_field: 'FINISHED_OBJECTIVES',
  required_number: 1,
} as const

/** 1,000 dailies in one category, and an empty one. @param parent_id the root */
const listEdits = (parent_id: number): DefinitionEditInput[] => [
  ...['Week 1', 'Week 2'].map((name) => ({
    kind: 'save_objective' as const,
    key: name,
    objective: { ...branch, name, parent_id, conditions: [] },
  })),
  ...Array.from({ length: 1000 }, (_, at) => ({
    kind: 'save_objective' as const,
    objective: {
      ...leaf,
      name: `Daily ${at + 1}`,
      parent_id: null,
      parent_key: 'Week 1',
      conditions: [{ field: 'NAME' as const, operator: 'EQ' as const, value: `Find ${at + 1}` }],
    } as never,
  })),
]

test('a designer ticks objectives among a thousand with keys, moves them in one save with a preview, undoes it, and changes what a search finds', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto('/')
  await logIn(page, 'Marrowlight#2313')
  const event = await makeHiddenEvent(page, 'Ticked Muster', (await readEventClock(page)) - 86_400_000)
  await event.edit(listEdits(await event.findRoot()))
  const reasons = await event.listReasons()

  const hands = withKeyboard(page)
  const { keyboard } = page
  await page.goto(`/admin/events/${event.id}/categories/root`)
  const find = page.getByLabel('Find an objective')
  const tree = page.getByRole('tree', { name: 'Objectives' })
  const row = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}(?: |$)`) })
  const sheet = page.locator('[role=dialog]:not(.toast)')
  const change = page.getByRole('button', { name: 'Change…' })
  /** Searches, and goes on to the tree. */
  const search = async (text: string) => {
    await hands.write(find, text)
    await keyboard.press('Tab')
    await expect(tree).toBeFocused()
  }

  await search('')
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown'])
    await keyboard.press(key)
  await expect(page.getByText('3 selected.')).toBeVisible()
  await expect(row('Daily 3')).toHaveAttribute('aria-checked', 'true')
  await keyboard.press('Shift+ArrowUp')
  await expect(page.getByText('2 selected.')).toBeVisible()
  expect(await listObjections(page, 'everything')).toEqual([])

  await hands.press(change)
  await hands.choose(sheet.getByLabel('Category'), 'Week 2')
  await expect(sheet).toContainText('Moves 2 objectives into Week 2.')
  await hands.press(sheet.getByRole('button', { name: 'Change 2 objectives' }))
  const asked = sheet.filter({ hasText: 'Change 2 objectives?' })
  await expect(asked.locator('.what-if')).toHaveAttribute('aria-busy', 'false', { timeout: 90_000 })
  await hands.press(asked.getByRole('button').last())
  await expect(sheet).toHaveCount(0, { timeout: 90_000 })
  await expectFocusKept(page)
  await expect(page.getByText('2 selected.')).toBeVisible()
  await search('')
  // The active row has moved into a closed category: the next one is active, not the first of the tree.
  await expect(tree).toHaveAttribute('aria-activedescendant', (await row('Daily 3').getAttribute('id')) ?? '')
  await keyboard.press('End')
  await expect(row('Week 2 2')).toHaveAttribute('aria-checked', 'true')
  expect((await event.listReasons())[0]).toContain('Moves 2 objectives into Week 2.')

  await hands.press(page.locator('.toast').getByRole('button', { name: 'Undo' }))
  await expect(row('Week 2 0')).toBeVisible({ timeout: 90_000 })
  await search('')
  await keyboard.press('Home')
  await expect(row('Daily 1')).toHaveAttribute('aria-posinset', '1')
  await keyboard.press('Escape')
  await expect(page.getByText('2 selected.')).toHaveCount(0)

  await search('daily 99')
  await keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('11 selected.')).toBeVisible()
  await search('daily 999')
  await expect(page.getByText('10 of them are not shown.')).toBeVisible()
  await hands.press(change)
  await hands.write(sheet.getByLabel('Required'), '0')
  await expect(sheet.getByLabel('Required')).toHaveAttribute('aria-invalid', 'true')
  await hands.write(sheet.getByLabel('Required'), '5')
  await hands.press(sheet.getByRole('button', { name: 'Change 11 objectives' }))
  await expect(sheet.locator('.what-if')).toHaveAttribute('aria-busy', 'false', { timeout: 90_000 })
  await hands.press(sheet.filter({ hasText: 'Change 11 objectives?' }).getByRole('button').last())
  await expect(sheet).toHaveCount(0, { timeout: 90_000 })
  // One save, its undo, and another save.
  expect(await event.listReasons()).toHaveLength(reasons.length + 3)
  await event.remove()
})
