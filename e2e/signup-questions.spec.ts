import { readFileSync } from 'node:fs'
import { openAs, send } from './calls.ts'
import { expect, forgiveMissing, listPlayers, logIn, type Page, test } from './journey.ts'

// Questions of the organisers in the signup form of an event of their own: each reader sees the answers that the player was told
// they would see.

/** The open dialog. Toasts are dialogs too. */
const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)').last()
const main = (page: Page) => page.getByRole('main')
const day_ms = 86_400_000

const questions = [
  ['What should we know about you?', 'Text', 'Organisers only'],
  ['Which role do you play?', 'One of several choices', 'Organisers and the team’s leads'],
  ['How many leagues have you played?', 'Number', 'Everyone, once in a team'],
] as const
const answers = ['I travel on Sunday', 'Support', '12'] as const

async function askQuestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  for (const [at, [text, kind, shownTo]] of questions.entries()) {
    await sheet(page).getByRole('button', { name: 'Add a question' }).click()
    const question = sheet(page).getByRole('group', { name: `Question ${at + 1}` })
    await question.getByLabel('Question', { exact: true }).fill(text)
    await question.getByLabel('Answer', { exact: true }).selectOption({ label: kind })
    await question.getByLabel('Visible to').selectOption({ label: shownTo })
  }
  await sheet(page).getByLabel('Choices, one per line').fill('Attacker\nSupport')
  await sheet(page).getByRole('group', { name: 'Question 3' }).getByRole('checkbox', { name: 'Must be answered' }).check()
  await sheet(page).getByRole('button', { name: 'Save questions' }).click()
  await expect(sheet(page)).toHaveCount(0)
}

/** Signs up through the page, at first with a wrong number and a missing answer. */
async function signUp(page: Page, event_id: number): Promise<void> {
  await page.goto(`/?event=${event_id}`)
  await page.getByRole('region', { name: 'Signup' }).getByRole('button', { name: 'Sign up' }).click()
  const field = (at: 0 | 1 | 2) => sheet(page).getByLabel(questions[at][0])
  await expect(sheet(page)).toContainText('Visible to organisers.')
  await expect(sheet(page)).toContainText('Visible to organisers and the leads of your team.')
  await expect(sheet(page)).toContainText('Visible to everyone once you are in a team.')
  await sheet(page)
    .getByRole('checkbox', { name: /I have read/ })
    .check()
  await sheet(page).getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(sheet(page)).toContainText('Answer this question.')
  await field(2).fill('a dozen')
  await sheet(page).getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(sheet(page)).toContainText('Write a number, for example 12 or 7.5.')
  await field(0).fill(answers[0])
  await field(1).selectOption(answers[1])
  await field(2).fill(answers[2])
  await sheet(page).getByRole('button', { name: 'Sign up', exact: true }).click()
  const own = page.getByRole('region', { name: 'Signup' })
  await expect(own).toContainText('You are signed up: place')

  // Players read their own answers in their signup.
  await own.getByRole('button', { name: 'Edit signup' }).click()
  for (const at of [0, 1, 2] as const) await expect(field(at)).toHaveValue(answers[at])
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
}

/** All answers, each with whether the page shows it. */
const listSeen = async (page: Page) => {
  const text = await main(page).innerText()
  return answers.map((answer, at) => text.includes(at === 2 ? `${questions[2][0]} ${answer}` : answer))
}

test('organisers ask their own questions, and each answer is shown to exactly the readers that the form names', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000)
  const [organiser, ...others] = await listPlayers()
  const names = others.filter(({ team }) => team === 3).slice(3, 6)
  await page.goto('/')
  await logIn(page, organiser?.name ?? '')
  const at = (days: number) => new Date(Date.now() + days * day_ms).toISOString()
  const { id } = await send<{ id: number }>(page, 'PUT', '/events', {
    name: `Asking Muster ${Date.now() % 100_000}`,
    game_version: 'poe1',
    is_public: true,
    max_size: 10,
    waitlist_size: 0,
    application_start_time: at(-300),
    application_end_time: at(390),
    event_start_time: at(400),
    event_end_time: at(402),
  })
  await page.goto(`/admin/signups?event=${id}`)
  await askQuestions(page)

  const [player, mate, lead] = await Promise.all(names.map(({ name }) => openAs(browser, name)))
  if (!player || !mate || !lead) throw new Error('the simulated game has too few players')
  await signUp(player.page, id)
  const application = { expected_playtime: 6, answers: [{ question_id: 3, answer: '3' }] }
  for (const one of [mate, lead]) await send(one.page, 'PUT', `/events/${id}/signups/self`, application)
  const team = await send<{ id: number }>(page, 'PUT', `/events/${id}/teams`, { name: 'Asking Otters', allowed_classes: [] })
  const join = ({ user_id }: { user_id: number }) => ({ user_id, team_id: team.id, is_team_lead: user_id === lead.user_id })
  await send(page, 'PUT', `/events/${id}/teams/users`, [player, mate, lead].map(join))

  // A teammate, a lead, and a visitor.
  await mate.page.goto(`/team?event=${id}`)
  await expect(main(mate.page)).toContainText(questions[2][0])
  expect(await listSeen(mate.page)).toEqual([false, false, true])
  await lead.page.goto(`/team?event=${id}`)
  await expect(main(lead.page)).toContainText(answers[1])
  expect(await listSeen(lead.page)).toEqual([false, true, true])
  const visitor = await (await fetch(new URL(`/api/events/${id}/signup-answers`, page.url()))).text()
  expect(answers.map((answer) => visitor.includes(`"${answer}"`))).toEqual([false, false, true])

  // Organisers see each answer, in the list of signups, in the team sort and in the file.
  await page.goto(`/admin/signups?event=${id}`)
  for (const [place, [text]] of questions.entries()) {
    await page.getByLabel('Answer to').selectOption({ label: text })
    await expect(main(page).getByRole('cell', { name: answers[place], exact: true })).toBeVisible()
  }
  await page.goto(`/admin/team-sort?event=${id}`)
  await page.getByLabel('Answer to').selectOption({ label: questions[0][0] })
  await expect(main(page)).toContainText(answers[0])
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  for (const [text] of questions) await sheet(page).getByRole('checkbox', { name: text }).check()
  const [file] = await Promise.all([page.waitForEvent('download'), sheet(page).getByRole('button', { name: 'Download' }).click()])
  const rows = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(rows[0]).toContain(questions.map(([text]) => text).join(','))
  expect(rows.find((row) => row.includes(answers[0]))).toContain(answers.join(','))

  await send(page, 'DELETE', `/events/${id}`)
  for (const one of [player, mate, lead]) await one.page.context().close()
  // The page asks about the deleted event once more.
  forgiveMissing(complaints)
})
