import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { lookOver } from './look-over.ts'

/** Two judges and a player, each in another team: the organiser leads the first team, a judge leads the second. */
async function listPeople() {
  const players = await listPlayers()
  const inTeam = (team: number) => players.filter((one) => one.team === team)
  const [organiser, judge] = [inTeam(0)[0], inTeam(1)[0]]
  const player = inTeam(2)[3]
  if (!organiser || !judge || !player) throw new Error('the simulated game has too few players')
  return { organiser, judge, player }
}

/** The admin area redirects visitors who are not logged in to the home page. */
async function logInTo(page: Page, name: string, address: string): Promise<void> {
  await page.goto('/submissions')
  await logIn(page, name)
  await page.goto(address)
}

async function handIn(page: Page, bounty: string, proof: string): Promise<void> {
  await page.goto('/submissions')
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem', { name: new RegExp(bounty) }).click()
  const dialog = page.getByRole('dialog', { name: `Submission for “${bounty}”` })
  await dialog.getByRole('textbox', { name: 'Proof' }).fill(proof)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toHaveCount(0)
}

const queueOf = (page: Page) => page.getByRole('list', { name: 'Submissions' })

test('two judges share the desk: one claims and decides by keyboard, the other sees it, and no judge decides for their own team', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const { organiser, judge, player } = await listPeople()
  const bounty = 'Reach level 50 without a body armour'
  await page.goto('/submissions')
  await logIn(page, player.name)
  await handIn(page, bounty, 'https://example.org/proof-of-a-player.png')

  // The judge is also a player, and submits too.
  const desk = await (await browser.newContext()).newPage()
  await desk.goto('/submissions')
  await logIn(desk, judge.name)
  await handIn(desk, bounty, 'https://example.org/proof-of-a-judge')
  await desk.getByRole('link', { name: 'Open at the judge desk' }).first().click()
  const entry = desk.getByRole('article')
  const own = queueOf(desk).getByRole('button').filter({ hasText: 'your team' })
  await own.first().click()
  await expect(entry).toContainText('You cannot judge your own team')
  await expect(entry.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await queueOf(desk).getByRole('button').filter({ hasText: player.name }).first().click()
  await expect(entry.getByRole('link', { name: /Open example.org/ })).toHaveAttribute(
    'href',
    'https://example.org/proof-of-a-player.png',
  )
  // Only the judge desk may load pictures from any host, even if the judge came from another page.
  await desk.route('https://example.org/proof-of-a-player.png', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }),
  )
  await entry.getByRole('button', { name: 'Show the picture' }).click()
  const proof = entry.getByRole('img', { name: 'Proof from example.org' })
  await expect.poll(() => proof.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(9)
  await desk.keyboard.press('c')
  await expect(entry).toContainText('You hold this')

  const second = await (await browser.newContext()).newPage()
  await logInTo(second, organiser.name, '/admin/submissions')
  const seen = queueOf(second).getByRole('button').filter({ hasText: player.name }).first()
  await expect(seen).toContainText('has it')
  await seen.click()
  await expect(second.getByRole('article')).toContainText('is judging this')
  await expect(second.getByRole('article').getByRole('button', { name: 'Approve' })).toHaveCount(0)

  // A rejection asks for a reason first; while typing, shortcut keys are letters.
  await desk.keyboard.press('r')
  const reason = entry.getByRole('textbox', { name: 'Reason, shown to the team' })
  await expect(reason).toBeFocused()
  await entry.getByRole('button', { name: 'The proof does not open.' }).click()
  await desk.keyboard.press('Escape')
  await entry.getByRole('button', { name: 'Reject' }).click()
  await expect(desk.getByText(`Rejected: ${bounty}`)).toBeVisible()
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText(`Undone: ${bounty}`)).toBeVisible()

  // The other judge sees the submission return and can decide it. The change appears within seconds; an earlier decision would be
  // refused as outdated, so the page is reloaded.
  await expect(queueOf(second).getByRole('button').filter({ hasText: player.name }).first()).not.toContainText('has it')
  await second.reload()
  await expect(second.getByRole('article').getByRole('button', { name: 'Approve' })).toBeVisible()
  await second.keyboard.press('a')
  await expect(second.getByText(`Approved: ${bounty}`)).toBeVisible()
  await second.getByRole('button', { name: /^Mine/ }).click()
  await queueOf(second).getByRole('button').filter({ hasText: player.name }).first().click()
  const log = second.getByRole('region', { name: 'Log' })
  for (const words of ['approved it', 'put it back to waiting', 'rejected it', 'The proof does not open.', 'sent it']) {
    await expect(log).toContainText(words)
  }
  await lookOver(second)
  await second.keyboard.press('?')
  await expect(second.getByRole('dialog', { name: 'Keys of the judge desk' })).toBeVisible()
  await second.context().close()

  // On a phone, the list comes first, then the entry with a link back.
  await desk.setViewportSize({ width: 390, height: 800 })
  await desk.goto('/admin/submissions?view=decided')
  await queueOf(desk).getByRole('button').first().click()
  await expect(entry).toBeVisible()
  await expect(queueOf(desk)).toBeHidden()
  await desk.getByRole('button', { name: 'Back to the queue' }).click()
  await expect(queueOf(desk)).toBeVisible()
  await desk.context().close()

  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: bounty }).filter({ hasText: 'you' })).toContainText('Approved')
})

test('a judge groups the queue, asks a player for more, and approves the group after the answer', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const { judge } = await listPeople()
  const player = (await listPlayers()).filter(({ team }) => team === 2)[2]
  if (!player) throw new Error('the simulated game has too few players')
  const bounty = 'Reach level 50 without a body armour'
  await page.goto('/submissions')
  await logIn(page, player.name)
  await handIn(page, bounty, 'no link yet')

  const desk = await (await browser.newContext()).newPage()
  await logInTo(desk, judge.name, '/admin/submissions')
  await expect(queueOf(desk)).toBeVisible()
  await desk.keyboard.press('g')
  const group = queueOf(desk).getByRole('heading', { name: `${player.name}: Submissions` })
  await expect(group).toBeVisible()
  const own = () => queueOf(desk).getByRole('button').filter({ hasText: player.name })
  await own().first().click()
  await expect(desk.getByRole('article')).toContainText('no link yet')
  await lookOver(desk)
  await desk.keyboard.press('6')
  await expect(desk.getByRole('textbox', { name: 'Reason, shown to the team' })).toHaveValue('Please add a clip that shows it.')
  await desk.keyboard.press('m')
  await expect(desk.getByText(`The player is asked: ${bounty}`)).toBeVisible()
  await expect(group).toHaveCount(0)

  await page.reload()
  const mine = page.getByRole('listitem').filter({ hasText: bounty }).filter({ hasText: 'no link yet' })
  await expect(mine).toContainText('asks:')
  await expect(mine).toContainText('Please add a clip that shows it.')
  await mine.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit your submission for “${bounty}”` })
  await dialog.getByRole('textbox', { name: 'Proof' }).fill('https://example.org/the-clip-that-was-asked-for')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)

  await own().first().click()
  await expect(desk.getByRole('article')).toContainText('the-clip-that-was-asked-for')
  await desk.keyboard.press('Shift+A')
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve 1' }).click()
  await expect(desk.getByText(`1 submission by ${player.name} approved`)).toBeVisible()
  await desk.context().close()

  await page.reload()
  const answered = page.getByRole('listitem').filter({ hasText: 'the-clip-that-was-asked-for' })
  await expect(answered).toContainText('Approved')
  await answered.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click()
  await expect(answered).toHaveCount(0)
})

test('a judge ranks teams, each rank once, and never their own team', async ({ page }) => {
  const { judge } = await listPeople()
  await logInTo(page, judge.name, '/admin/submissions')
  await page.getByRole('button', { name: 'Enter places' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter places' })
  await dialog.getByLabel('Objective').selectOption({ index: 1 })
  const first = dialog.getByLabel('1st place')
  await expect(first.locator('option:disabled')).toHaveCount(1)
  const teams = await first
    .locator('option:not(:disabled)')
    .evaluateAll((options) => options.slice(1).map((one) => one.textContent ?? ''))
  await first.selectOption(teams[0] ?? '')
  await dialog.getByLabel('2nd place').selectOption(teams[0] ?? '')
  await expect(dialog).toContainText('This team has a place already.')
  await dialog.getByLabel('2nd place').selectOption(teams[1] ?? '')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(teams[1] ?? '')
  await dialog.getByRole('button', { name: 'Give 2 places' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Mine/ }).click()
  await expect(queueOf(page).getByRole('button')).not.toHaveCount(0)
})

test('a judge excludes a fact from its receipt after a preview, and withdraws the exclusion', async ({ page }) => {
  test.setTimeout(300_000)
  const { judge } = await listPeople()
  await logInTo(page, judge.name, '/admin/corrections')
  // An interval for all teams, which contains facts in every event.
  await page.getByRole('button', { name: 'Correct the count' }).click()
  const sheet = page.getByRole('dialog', { name: 'Correct the count' })
  await sheet.getByRole('radio', { name: 'Exclude an interval' }).check()
  await sheet.getByRole('button', { name: 'Exclude this interval' }).click()
  await expect(sheet).toContainText('This is required.')
  await sheet.getByRole('button', { name: 'Cancel' }).click()

  // From the receipt of a rival's score to the form, which has the fact filled in.
  await openReceiptWithFact(page)
  await expect(sheet).toContainText('This entry')
  await expect(sheet.locator('.what-if')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Not found in this event')
  await sheet.getByRole('textbox', { name: 'Text on receipts' }).fill('It was not found in this event.')
  await expect(sheet.locator('.what-if')).not.toHaveAttribute('aria-busy', 'true')
  await sheet.getByRole('button', { name: 'Exclude this entry' }).click()
  await expect(sheet).toHaveCount(0)
  const row = page
    .getByRole('list', { name: 'Corrections' })
    .getByRole('listitem')
    .filter({ hasText: 'It was not found in this event.' })
  await expect(row).toContainText('Excluded entry')
  await lookOver(page)
  await row.getByRole('button', { name: 'Withdraw' }).click()
  const leave = page.getByRole('dialog', { name: 'Withdraw this correction?' })
  await leave.getByRole('textbox', { name: 'Reason' }).fill('It was')
  await leave.getByRole('button', { name: 'Withdraw' }).click()
  await expect(leave).toHaveCount(0)
  await expect(row).toContainText('Withdrawn by')
})

/** Finds a rival's score from a stash tab, and opens the correction form from its receipt. */
async function openReceiptWithFact(page: Page): Promise<void> {
  let address = ''
  // A few requests at a time, because of the rate limit.
  const find = async () => {
    const found = await page.evaluate(async () => {
      const answer = await fetch('/api/events/current/scores/latest')
      const scores = (await answer.json()) as { objective_id: number; team_id: number; score: { number: number } }[]
      for (const { objective_id, team_id } of scores.filter(({ score }) => score.number > 0).slice(0, 20)) {
        const told = await fetch(`/api/events/current/objectives/${objective_id}/receipt?team_id=${team_id}`)
        if (!told.ok) continue
        const receipt = (await told.json()) as { facts: { sequence: number; source: string; verdict: string }[] }
        const fact = receipt.facts.find(({ source, verdict }) => source === 'stash' && verdict === 'counts')
        if (fact) return { objective_id, team_id, fact: fact.sequence }
      }
      return null
    })
    if (found) address = `/admin/corrections?objective=${found.objective_id}&for_team=${found.team_id}&fact=${found.fact}`
    return address
  }
  await expect.poll(find, { message: 'a score that a tab made', timeout: 120_000, intervals: [3000] }).not.toBe('')
  await page.goto(address)
}
