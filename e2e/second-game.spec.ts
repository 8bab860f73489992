import { choose } from './choices.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventId } from '@muster/contract/ids'
import { listFreeJobs } from '@muster/server/jobs/store'
import { verifyStandings } from '@muster/server/scoring/verify'
import { presets } from '@muster/simulator/options'
import { logIn as logInByCalls } from '../tools/rehearsal/people.ts'
import { playStep } from '../tools/rehearsal/play.ts'
import type { Scenario } from '../tools/rehearsal/scenario.ts'
import { openStage, type Stage } from '../tools/rehearsal/stage.ts'
import { abroad, enter, main, organise, sheet } from './driven.ts'
import { withMouse } from './hands.ts'
import { expect, forgiveMissing, test } from './journey.ts'

// An event of the second game from its first page to its final standings. Every player also plays the first game, in a league of
// the same name. The journey has its own server and game, and advances their time.

test.describe.configure({ timeout: 300_000 })
test.use(abroad)

const minute_ms = 60_000
const scenario: Scenario = {
  name: 'second-game',
  summary: 'two teams of two, who play both games',
  game_version: 'poe2',
  preset: presets.tiny_both,
  seed: 5,
  event_hours: 1,
  step_seconds: 60,
  compresses: true,
  claims: false,
  scripts: [],
}

let folder: string
let stage: Stage
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-second-game-'))
  stage = await openStage(scenario, join(folder, 'stage'))
  await stage.product.start(stage.now())
})
test.afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

// The browser itself logs the 404 answers of a server without an event.
test.afterEach(({ complaints }) => {
  forgiveMissing(complaints)
})

/** Grants a role like the command line, which other journeys test. */
const makeAdmin = () =>
  stage.db
    .updateTable('users')
    .set({ permissions: ['admin'] })
    .execute()

/** Points of all teams for the objective with this name. */
async function pointsFor(event_id: EventId, name: string): Promise<number> {
  const { points } = await stage.db
    .selectFrom('scores')
    .innerJoin('objectives', 'objectives.id', 'scores.objective_id')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('scores.points'), of.val(0)).as('points'))
    .where('objectives.event_id', '=', event_id)
    .where('objectives.name', '=', name)
    .executeTakeFirstOrThrow()
  return Number(points)
}

test('an organiser runs an event of the second game, from its league to its final standings', async ({ page, browser }) => {
  const [organiser = '', ...players] = stage.simulator.world.accounts.map(({ name }) => name)
  const [player = '', ...others] = players
  const { league } = presets.tiny_both.second_game
  const hands = withMouse(page)
  const { go, confirm, turn } = organise(page, hands, league)
  const begins = stage.now()
  const at = (minutes: number) => new Date(begins + minutes * minute_ms)

  await enter(stage, page, hands, organiser)
  await makeAdmin()

  // The event: the form says immediately what the game shows, and asks the matching game for the league.
  await page.goto(`${stage.product.url}/admin/events`)
  await page.getByRole('button', { name: 'New event' }).click()
  await sheet(page).getByLabel('Name of the league').fill(league)
  await sheet(page).getByLabel('Game', { exact: true }).selectOption({ label: 'Path of Exile 2' })
  await expect(sheet(page)).toContainText('items count from characters’ equipment, or by submission')
  await stage.during(expect(sheet(page)).toContainText('The game has a league with this name'))
  for (const [field, minutes] of [
    ['Signups open', 0],
    ['Signups close', 30],
    ['Start', 60],
    ['End', 120],
  ] as const)
    await hands.writeTime(sheet(page).getByLabel(field, { exact: true }), at(minutes))
  await confirm('Create event')
  const event_id = Number(/event=(\d+)/.exec(page.url())?.[1]) as EventId

  // Muster ships its objectives; the editor offers nothing that the game lacks.
  await go('Definition')
  await page.getByRole('button', { name: 'Example: Path of Exile 2' }).click()
  await page.getByRole('button', { name: /^Apply \d+ edits$/ }).click()
  await confirm(/^Save/)
  await expect(page.getByText('Changes applied').first()).toBeVisible()
  await go('Objectives')
  await expect(main(page)).toContainText('by submission, or from characters’ equipment')
  await page.getByRole('button', { name: 'New objective' }).first().click()
  await page.getByLabel('Counts', { exact: true }).selectOption('PLAYER')
  const number = page.getByRole('combobox', { name: 'Number', exact: true })
  await number.fill('Ascendancy')
  await expect(page.getByRole('option', { name: 'Ascendancy points' })).toBeVisible()
  await number.fill('Delve')
  await expect(page.getByText('No entry matches.')).toBeVisible()
  await number.press('Escape')
  await go('Teams')
  for (const [team, ascendancy] of [
    ['Lanterns', 'Smith of Kitava'],
    ['Tidebreakers', undefined],
  ] as const) {
    await page.getByRole('button', { name: 'New team' }).click()
    await sheet(page).getByLabel('Name', { exact: true }).fill(team)
    if (ascendancy) await expect(sheet(page).getByRole('group', { name: 'Warrior' }).getByLabel(ascendancy)).not.toBeChecked()
    await sheet(page).getByRole('button', { name: 'Create team' }).click()
    await expect(sheet(page)).toHaveAccessibleName(new RegExp(`^Edit ${team}`))
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await expect(sheet(page)).toHaveCount(0)
  }
  await turn('Show to everyone', 'Show to everyone')
  await turn('Make current', 'Make current')

  // Players sign up, without a question about guilds.
  const guest = await browser.newPage(abroad)
  await enter(stage, guest, withMouse(guest), player)
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await expect(sheet(guest).getByText('I own a guild')).toHaveCount(0)
  await sheet(guest)
    .getByRole('checkbox', { name: /I have read/ })
    .check()
  await sheet(guest).getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(main(guest)).toContainText('You are signed up: place 1')
  for (const name of others) {
    const { client } = await stage.during(logInByCalls(stage.product.url, name))
    const body = { expected_playtime: 6, needs_help: false, wants_to_help: false, partner_account_name: null, extra: null }
    await client.call('createSignup', { event_id, body })
  }
  await stage.moveTo(at(31).getTime())
  await page.reload()
  await go('Team sort')
  await page.getByRole('button', { name: 'Suggest teams' }).click()
  await page.getByRole('button', { name: /Review \d+ changes/ }).click()
  await confirm(/Change the teams of \d+ people/)

  // Features missing from the game are explained on their pages, and their jobs are not needed.
  await go('Guild stash')
  await expect(main(page)).toContainText('Path of Exile 2 shows no guild stash')
  await go('Jobs')
  await expect(main(page).getByText('not offered')).toHaveCount(3)
  await page.getByRole('button', { name: 'Start all' }).click()
  await expect(page.getByText('2 jobs started').first()).toBeVisible()
  await expect.poll(() => listFreeJobs(stage.db, new Date(stage.now()))).toEqual([])
  await go('Overview')
  await expect(main(page)).toContainText('item objectives count from characters’ equipment')

  // A player levels and wears a find; the same find in the first game does not count.
  await stage.moveTo(at(61).getTime())
  const { simulator } = stage
  simulator.inject({ kind: 'level', account: player, level: 21, realm: 'poe2' })
  simulator.inject({ kind: 'wear', account: player, item: { family: 'unique', name: 'Goldrim' }, realm: 'poe2' })
  simulator.inject({ kind: 'wear', account: player, item: { family: 'unique', name: 'Wanderlust' } })
  // In small steps, so that characters are read during play, and not only at the end.
  for (let minute = 62; minute <= 72; minute++) await playStep(stage, event_id, at(minute).getTime(), minute === 72)
  await guest.goto(`${stage.product.url}/scores/uniques`)
  await expect(main(guest)).toContainText('An item counts when a character of the team wears it')
  await guest.goto(`${stage.product.url}/team`)
  await guest.getByRole('button', { name: /^Why: .*Goldrim/ }).click()
  await expect(sheet(guest)).toContainText(/worn by .+, level \d+ .+played by/)
  await sheet(guest).getByRole('button', { name: 'Close' }).click()
  expect(await pointsFor(event_id, 'Wanderlust')).toBe(0)

  // The ladder has the columns of this game, and the player who levelled leads it.
  await guest.goto(`${stage.product.url}/scores/ladder`)
  await guest.getByRole('button', { name: /^Columns/ }).click()
  await expect(guest.getByRole('menuitemcheckbox', { name: 'Level' })).toBeVisible()
  await expect(guest.getByRole('menuitemcheckbox', { name: /Delve|Pantheon|Atlas/ })).toHaveCount(0)

  // Achievements that cannot be read are submitted and judged; mistakes are corrected.
  await guest.goto(`${stage.product.url}/submissions`)
  await withMouse(guest).take(guest.getByRole('button', { name: 'New submission' }), /A Divine Orb/)
  await sheet(guest).getByRole('textbox', { name: 'Proof' }).fill('https://example.org/proof')
  await sheet(guest).getByRole('button', { name: 'Submit' }).click()
  await expect(guest.getByRole('listitem').filter({ hasText: 'A Divine Orb' })).toContainText('Waiting')
  await page.reload()
  await go('Judge desk')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved: A Divine Orb')).toBeVisible()
  await go('Corrections')
  await page.getByRole('button', { name: 'Correct the count' }).click()
  await sheet(page).getByLabel('Team').selectOption('Tidebreakers')
  await choose(sheet(page).getByLabel('Objective'), 'First finds: Blackheart')
  await sheet(page).getByLabel('Value').fill('1')
  await sheet(page).getByRole('textbox', { name: 'Reason' }).fill('Worn for a minute, and not read')
  await confirm('Add this entry')
  await expect(page.getByRole('list', { name: 'Corrections' })).toContainText('Worn for a minute')

  // The end: the standings are final, and recomputing does not change them.
  await stage.moveTo(at(121).getTime())
  await playStep(stage, event_id, at(131).getTime(), true)
  await guest.goto(stage.product.url)
  await expect(guest.getByRole('region', { name: 'Final standings' })).toContainText('Lanterns')
  expect(await verifyStandings(stage.db, event_id)).toMatchObject({ differences: [], is_behind: false })
})
