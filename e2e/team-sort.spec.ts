import { expect, listPlayers, logIn, test } from './journey.ts'

// An organiser sorts teams. All journeys share the event, so this one moves only one player, and undoes the move.

test('an organiser gets three proposals, moves players by keyboard, submits, opens the public check, and undoes the change', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const [organiser] = await listPlayers()
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  await page.goto('/admin/team-sort')
  await page.getByText('Aims and rules').click()
  await page.getByRole('button', { name: 'Unlock everyone' }).click()
  await page.getByRole('button', { name: 'Suggest teams' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByText('Every rule is kept')).toHaveCount(3)
  await page.getByRole('button', { name: 'Show proposal B below' }).click()
  await page.getByRole('button', { name: /Review \d+ change/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit these teams?' })
  await expect(dialog).toContainText(/\d+ people move to another team/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Reset to the stored teams' }).click()
  await expect(page.getByRole('button', { name: 'No changes to submit' })).toBeVisible()

  // Moves the third row to another team and back, by keyboard only.
  const people = page.getByRole('grid', { name: 'People' })
  await people.getByRole('row').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const row = people.getByRole('row').nth(2)
  await expect(row).toBeFocused()
  const team = row.getByRole('combobox')
  const before = await team.inputValue()
  // Team numbers match the options of the choice, where 0 means no team.
  const number = await team.evaluate((select: HTMLSelectElement) => select.selectedIndex)
  await page.keyboard.press(number === 1 ? '2' : '1')
  await expect(team).not.toHaveValue(before)
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  await dialog.getByRole('textbox', { name: /Note/ }).fill('A late swap')
  await dialog.getByRole('button', { name: 'Change the team of 1 person' }).click()
  await expect(page.getByText(/submitted teams on .*: 1 person changed/)).toBeVisible()

  await page.getByRole('link', { name: 'Proof' }).click()
  await expect(page.getByText('These teams were made by hand')).toBeVisible()
  await expect(page.getByText('A late swap')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo the submission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put 1 person back' }).click()
  await expect(page.getByText('Everyone is back in their earlier team')).toBeVisible()
  await expect(page.getByText(/submitted teams on/)).toHaveCount(0)
})
