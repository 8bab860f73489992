import { expect, listPlayers, logIn, test } from './journey.ts'

test('a player submits a proof, a judge rejects it with a reason, the player corrects it, and it is approved', async ({
  page,
  browser,
}) => {
  const players = await listPlayers()
  const player = players.filter((one) => one.team === 1)[5]
  const judge = players.find((one) => one.team === 0)
  const bounty = 'Reach level 50 without a body armour'
  await page.goto('/submissions')
  await logIn(page, player?.name ?? '')
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem', { name: new RegExp(bounty) }).click()
  const dialog = page.getByRole('dialog', { name: `Submission for “${bounty}”` })
  await dialog.getByRole('textbox', { name: 'Proof' }).fill('<img src=x onerror="document.title=1"> https://example.org/video')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const own = page.getByRole('listitem').filter({ hasText: bounty }).filter({ hasText: 'you' })
  await expect(own).toContainText('Waiting')
  // The text is shown unchanged, and only the address becomes a link.
  await expect(own).toContainText('<img src=x')
  await expect(own.getByRole('link', { name: /example.org\/video/ })).toHaveAttribute('href', 'https://example.org/video')

  const desk = await (await browser.newContext()).newPage()
  await desk.goto('/submissions?status=PENDING')
  await logIn(desk, judge?.name ?? '')
  const waiting = desk.getByRole('listitem').filter({ hasText: bounty }).filter({ hasText: 'example.org/video' })
  await waiting.getByRole('button', { name: 'Reject' }).click()
  const decision = desk.getByRole('dialog', { name: 'Review a submission' })
  await decision.getByRole('button', { name: 'Reject' }).last().click()
  await expect(decision).toContainText('Give a reason')
  await decision.getByRole('textbox', { name: 'Comment' }).fill('The armour slot is not visible.')
  await decision.getByRole('button', { name: 'Reject' }).last().click()
  await expect(decision).toHaveCount(0)

  await page.reload()
  await expect(own).toContainText('The armour slot is not visible.')
  await own.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: /Edit your submission/ })
  await expect(edit).toContainText('A judge rejected it: The armour slot is not visible.')
  await edit.getByRole('textbox', { name: 'Proof' }).fill('https://example.org/longer-video')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(own.getByRole('link', { name: /longer-video/ })).toBeVisible()

  await desk.goto('/submissions')
  const again = desk.getByRole('listitem').filter({ hasText: bounty }).filter({ hasText: 'longer-video' })
  await again.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await expect(again).toContainText('Approved')
  await desk.context().close()

  await page.reload()
  await expect(own).toContainText('Approved')
  await page.getByRole('button', { name: 'Rejected' }).click()
  await expect(page).toHaveURL(/status=REJECTED/)
  await expect(own).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await own.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('the team loses its points')
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await expect(own).toHaveCount(0)
})

test('a judge decides all pending submissions at once, and undoes it', async ({ page, browser }) => {
  test.slow()
  const players = await listPlayers()
  const bounty = 'Reach level 50 without a body armour'
  for (const player of players.filter(({ team }) => team === 3).slice(8, 10)) {
    const visit = await (await browser.newContext()).newPage()
    await visit.goto('/submissions')
    await logIn(visit, player.name)
    await visit.getByRole('button', { name: 'New submission' }).click()
    await visit.getByRole('menuitem', { name: new RegExp(bounty) }).click()
    const dialog = visit.getByRole('dialog', { name: `Submission for “${bounty}”` })
    await dialog.getByRole('textbox', { name: 'Proof' }).fill('https://example.org/of-two')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(visit.getByRole('listitem').filter({ hasText: 'of-two' }).filter({ hasText: 'you' })).toContainText('Waiting')
    await visit.context().close()
  }
  await page.goto('/submissions?q=of-two')
  await logIn(page, players[0]?.name ?? '')
  const both = page.getByRole('listitem').filter({ hasText: 'of-two' })
  await page.getByRole('button', { name: 'Select all waiting' }).click()
  await page.getByRole('button', { name: 'Reject 2' }).click()
  const decision = page.getByRole('dialog', { name: 'Review 2 submissions' })
  await decision.getByRole('textbox', { name: 'Comment' }).fill('Both at once.')
  await decision.getByRole('button', { name: 'Reject 2' }).click()
  await expect(decision).toHaveCount(0)
  await expect(both.filter({ hasText: 'Rejected' }).filter({ hasText: 'Both at once.' })).toHaveCount(2)

  for (const checkbox of await both.getByRole('checkbox').all()) await checkbox.check()
  await page.getByRole('button', { name: 'Approve 2' }).click()
  await decision.getByRole('button', { name: 'Return to queue' }).click()
  await decision.getByRole('button', { name: 'Return 2' }).click()
  await expect(both.filter({ hasText: 'Waiting' })).toHaveCount(2)
})
