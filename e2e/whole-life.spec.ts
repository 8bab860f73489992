import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import type { ScoreDiff } from '@muster/contract/scores'
import { listFreeJobs } from '@muster/server/jobs/store'
import { presets } from '@muster/simulator/options'
import { logIn as logInByCalls, type Person } from '../tools/rehearsal/people.ts'
import { playStep } from '../tools/rehearsal/play.ts'
import type { Scenario } from '../tools/rehearsal/scenario.ts'
import { openStage, type Stage } from '../tools/rehearsal/stage.ts'
import { root } from '../tools/places.ts'
import { abroad, adminPage, enter, main, organise, runCommand, sheet } from './driven.ts'
import { type Hands, withKeyboard, withMouse } from './hands.ts'
import { expect, forgiveMissing, type Page, test } from './journey.ts'
import { expectNoSidewaysScroll, listObjections, showTheme } from './look-over.ts'
import { Stopwatch, timeReading } from './stopwatch.ts'

// The whole life of an event from the organiser's view, starting with an empty installation. The journey has its own server and
// game, and controls their time: it stops during work on pages, and advances by hours in between.

test.describe.configure({ mode: 'serial', timeout: 600_000 })
test.use(abroad)

const minute_ms = 60_000
const scenario: Scenario = {
  name: 'whole-life',
  summary: 'two teams of three, and organisers who use only the pages',
  game_version: 'poe1',
  preset: { ...presets.tiny, players_per_team: 3 },
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
  folder = mkdtempSync(join(tmpdir(), 'muster-whole-life-'))
  stage = await openStage(scenario, join(folder, 'stage'))
  await stage.product.start(stage.now())
})
test.afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

const names = () => stage.simulator.world.accounts.map(({ name }) => name)
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })

/** Checks the current page in both themes and at every width. */
async function lookOver(page: Page): Promise<void> {
  await showTheme(page, 'light')
  expect(await listObjections(page, 'everything'), `${page.url()} in light`).toEqual([])
  await showTheme(page, 'dark')
  expect(await listObjections(page, 'colours'), `${page.url()} in dark`).toEqual([])
  for (const width of [360, 800, 1440]) await expectNoSidewaysScroll(page, width)
}

// The browser itself logs the 404 answers of a server without an event.
test.afterEach(({ complaints }) => {
  forgiveMissing(complaints)
})

test('a fresh installation shows no event and tells each visitor what to do; the first admin is added on the command line', async ({
  page,
}) => {
  const [organiser = ''] = names()
  for (const address of ['/', '/scores', '/rules', '/streams']) {
    await page.goto(`${stage.product.url}${address}`)
    await expect(main(page)).toContainText('No event is running')
    await lookOver(page)
  }
  await enter(stage, page, withMouse(page), organiser)
  await page.goto(`${stage.product.url}/admin`)
  await expect(page).toHaveURL(`${stage.product.url}/`)
  expect(await runCommand(stage, 'admin', 'grant', organiser, 'admin')).toContain('has the role admin')
  await page.goto(`${stage.product.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Welcome to Muster' })).toBeVisible()
  await lookOver(page)
  await page.goto(`${stage.product.url}/admin/signups`)
  await expect(main(page)).toContainText('There is no event yet')
  await page.getByRole('link', { name: 'Events' }).last().click()
  await expect(main(page)).toContainText('No events yet')
})

/** Points of all teams of the current event for the objective with this name. */
async function pointsFor(page: Page, name: string): Promise<number> {
  const ask = async <T>(path: string) =>
    (await (await page.request.get(`${stage.product.url}/api/events/current/${path}`)).json()) as T
  const list = (objective: Objective): Objective[] => [objective, ...objective.children.flatMap(list)]
  const wanted = list(await ask<Objective>('objectives')).find((objective) => objective.name === name)
  const scores = await ask<ScoreDiff[]>('scores/latest')
  return scores.filter(({ objective_id }) => objective_id === wanted?.id).reduce((sum, { score }) => sum + score.points, 0)
}

interface Plan {
  handsOf(page: Page): Hands
  /** Opens a page in a separate browser, for another user. */
  openBrowser(): Promise<Page>
  /** Checks how the open page looks. Done for one input device only, because the result does not depend on it. */
  look(page: Page): Promise<void>
  readonly player: string
  /** The other players. */
  readonly others: readonly string[]
  /** Opens the import of a definition: the first event links to it from the first steps, later events are selected. */
  findDefinition(hands: Hands): Promise<void>
  /** Imports one of the two definitions that ship with Muster. */
  takeDefinition(hands: Hands): Promise<void>
  /** A bounty of that definition. */
  readonly bounty: string
}

// An objective in both definitions.
const earlyFind = 'Goldrim'
const lateFind = 'Lifesprig'
const preset = 'Unique'
const corrected = 'Races: First map'

/** Minutes of an organiser's time: to open signups, for a round during the event, and for its end. */
const patience = { opening: 20, round: 5, end: 3 } as const

/** Checks the time that an organiser needed for a part, including the reading of its sections of the guide. */
function expectPatience(part: keyof typeof patience, watch: Stopwatch, from: number, to: number): void {
  const minutes = (watch.lap() + timeReading(from, to)) / 60
  test.info().annotations.push({ type: `minutes of ${part}`, description: minutes.toFixed(1) })
  expect(minutes, `minutes of ${part}`).toBeLessThan(patience[part])
}

/** From "New event" to the copy for the next event. */
async function liveThrough(page: Page, plan: Plan): Promise<void> {
  const watch = new Stopwatch()
  const hands = watch.time(plan.handsOf(page))
  const { league } = stage.simulator.world.options
  const begins = stage.now()
  const at = (minutes: number) => new Date(begins + minutes * minute_ms)
  const { addTeam, go, confirm, turn } = organise(page, hands, league)

  // Create an event.
  await page.goto(`${stage.product.url}/admin/events`)
  await hands.press(page.getByRole('button', { name: 'New event' }))
  await hands.write(sheet(page).getByLabel('Name of the league'), league)
  await stage.during(expect(sheet(page)).toContainText('The game has a league with this name'))
  await hands.writeTime(sheet(page).getByLabel('Signups open'), at(0))
  await hands.writeTime(sheet(page).getByLabel('Signups close'), at(30))
  await hands.writeTime(sheet(page).getByLabel('Start'), at(60))
  await hands.writeTime(sheet(page).getByLabel('End', { exact: true }), at(120))
  await plan.look(page)
  await confirm('Create event')
  await expect(rowOf(page, league).first()).toContainText('Hidden')

  // Import its definition, create teams, publish rules.
  await plan.findDefinition(hands)
  await plan.takeDefinition(hands)
  await hands.press(page.getByRole('button', { name: /^Apply \d+ edits$/ }))
  await confirm(/^Save/)
  await expect(page.getByText('Changes applied').first()).toBeVisible()
  await go('Teams')
  for (const team of ['Lanterns', 'Tidebreakers']) await addTeam(team)
  await turn('Show to everyone', 'Show to everyone')
  expectPatience('opening', watch, 1, 4)

  // Players sign up: the first one on the page, the others by calls.
  const guest = await plan.openBrowser()
  const guestHands = plan.handsOf(guest)
  await enter(stage, guest, guestHands, plan.player)
  await guestHands.press(guest.getByRole('button', { name: 'Sign up' }))
  await guestHands.press(sheet(guest).getByRole('checkbox', { name: /I have read/ }))
  await guestHands.press(sheet(guest).getByRole('button', { name: 'Sign up', exact: true }))
  await expect(main(guest)).toContainText('You are signed up: place 1')
  const event_id = Number(/event=(\d+)/.exec(page.url())?.[1] ?? 1) as EventId
  // One player is new and one offers help, so the proposals include help.
  for (const [index, name] of plan.others.entries()) {
    const person: Person = await stage.during(logInByCalls(stage.product.url, name))
    const help = { needs_help: index === 0, wants_to_help: index === 1 }
    const body = { expected_playtime: 6, ...help, partner_account_name: null, extra: null }
    await person.client.call('createSignup', { event_id, body })
  }

  // Signups close, and players are assigned to teams.
  await stage.moveTo(at(31).getTime())
  await page.reload()
  await go('Team sort')
  await hands.press(page.getByRole('button', { name: 'Suggest teams' }))
  await expect(page.getByRole('article')).toHaveCount(3)
  await hands.press(page.getByRole('button', { name: /Review \d+ changes/ }))
  await confirm(/Change the teams of \d+ people/)
  await expect(page.getByText(/submitted teams on/)).toBeVisible()

  // The event becomes current, and is locked against accidental changes.
  await turn('Make current', 'Make current')
  await turn('Lock', 'Lock event')
  await go('Announcements')
  await hands.write(page.getByLabel('Title', { exact: true }), 'We start soon')
  await hands.write(page.getByLabel('Text', { exact: true }), 'Join the league and connect your account.')
  await hands.press(page.getByRole('button', { name: 'Post now' }))
  await expect(page.getByText('shown now')).toBeVisible()
  await go('Jobs')
  await hands.press(page.getByRole('button', { name: 'Start all' }))
  await expect(page.getByText('5 jobs started').first()).toBeVisible()
  await expect.poll(() => listFreeJobs(stage.db, new Date(stage.now()))).toEqual([])

  // The event runs, and a player finds an item.
  await stage.moveTo(at(61).getTime())
  const find = (name: string) => {
    stage.simulator.inject({ kind: 'tab_public', account: plan.player, tab: 2, public: true })
    stage.simulator.inject({ kind: 'deposit', account: plan.player, tab: 2, item: { family: 'unique', name } })
  }
  find(earlyFind)
  for (let minute = 62; minute <= 70; minute++) await playStep(stage, event_id, at(minute).getTime(), minute === 70)
  await guest.goto(stage.product.url)
  await expect(guest.getByRole('region', { name: 'Announcements', exact: true })).toContainText('We start soon')
  await expect(guest.getByRole('region', { name: 'Latest points' }).getByRole('listitem')).not.toHaveCount(0)
  await expect.poll(() => pointsFor(guest, earlyFind)).toBeGreaterThan(0)

  // An organiser edits a preset after a preview.
  await page.reload()
  watch.lap()
  await turn('Unlock', 'Unlock event')
  await go('Presets')
  await hands.press(page.getByRole('button', { name: `Edit ${preset}`, exact: true }))
  await hands.write(sheet(page).getByRole('textbox', { name: 'Points' }), '9')
  await expect(sheet(page).locator('.what-if')).toContainText(/gains? points/)
  await plan.look(page)
  await confirm('Save preset')
  await turn('Lock', 'Lock event')

  // A player submits a proof, and a judge decides.
  await guest.goto(`${stage.product.url}/submissions`)
  await guestHands.take(guest.getByRole('button', { name: 'New submission' }), new RegExp(plan.bounty))
  await guestHands.write(sheet(guest).getByRole('textbox', { name: 'Proof' }), 'https://example.org/proof')
  await guestHands.press(sheet(guest).getByRole('button', { name: 'Submit' }))
  await expect(guest.getByRole('listitem').filter({ hasText: plan.bounty })).toContainText('Waiting')
  await go('Judge desk')
  await hands.press(page.getByRole('button', { name: 'Approve' }))
  await expect(page.getByText(`Approved: ${plan.bounty}`)).toBeVisible()

  // An achievement missing from the game's data is added by hand.
  await go('Corrections')
  await hands.press(page.getByRole('button', { name: 'Correct the count' }))
  await hands.choose(sheet(page).getByLabel('Team'), 'Lanterns')
  await hands.choose(sheet(page).getByLabel('Objective'), corrected)
  await hands.write(sheet(page).getByLabel('Value'), '1')
  await hands.write(sheet(page).getByRole('textbox', { name: 'Reason' }), 'Its tab was not read')
  await expect(sheet(page).locator('.what-if')).toContainText(/gains? points/)
  await confirm('Add this entry')
  await expect(page.getByRole('list', { name: 'Corrections' })).toContainText('Its tab was not read')
  expectPatience('round', watch, 7, 7)

  // The end: finds of the last minute are reported later, and count. Recomputing does not change the standings.
  await stage.moveTo(at(119).getTime())
  find(lateFind)
  await stage.moveTo(at(121).getTime())
  await playStep(stage, event_id, at(131).getTime(), true)
  await guest.goto(stage.product.url)
  await expect(guest.getByRole('region', { name: 'Final standings' })).toContainText('Lanterns')
  expect(await pointsFor(guest, lateFind)).toBeGreaterThan(0)
  expect(await runCommand(stage, 'verify', 'current')).toContain(': 0 of ')
  await guest.close()
  await page.reload()
  await go('Announcements')
  await hands.write(page.getByLabel('Title', { exact: true }), 'Thank you')
  await hands.write(page.getByLabel('Text', { exact: true }), 'The Lanterns win. The next event is in spring.')
  await hands.press(page.getByRole('button', { name: 'Post now' }))
  await expect(page.getByText('shown now')).toHaveCount(2)
  await go('Events')
  const archive = page.waitForEvent('download')
  await hands.take(page.getByRole('button', { name: `More actions for ${league}` }).first(), 'Download archive')
  expect((await archive).suggestedFilename()).toMatch(/^muster-event-/)
  await hands.take(page.getByRole('button', { name: `More actions for ${league}` }).first(), 'Raw data…')
  const ninety = await sheet(page).locator('option[value="90"]').textContent()
  await hands.choose(sheet(page).getByLabel('Keep raw data'), ninety ?? '')
  await confirm(/^Remove about/)

  // The copy for the next event.
  await hands.press(page.getByRole('button', { name: `Duplicate ${league}` }).first())
  await hands.writeTime(sheet(page).getByLabel('New start'), at(60 * 24 * 90))
  await hands.press(sheet(page).getByRole('checkbox', { name: /^Teams/ }))
  await plan.look(page)
  await confirm('Duplicate event')
  expectPatience('end', watch, 8, 8)
  await expect(rowOf(page, `${league} (copy)`).first()).toContainText('2 teams')
}

test('an organiser runs a whole event, from an empty installation to the copy for the next event', async ({ page, browser }) => {
  const [organiser = '', , player = '', ...others] = names()
  await enter(stage, page, withMouse(page), organiser)
  await liveThrough(page, {
    handsOf: withMouse,
    openBrowser: () => browser.newPage(abroad),
    look: lookOver,
    player,
    others,
    bounty: 'A hideout that makes the judges laugh',
    async findDefinition(hands) {
      await hands.press(adminPage(page, 'Overview'))
      await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
      await lookOver(page)
      await hands.press(page.getByRole('link', { name: 'Import a file' }))
    },
    takeDefinition: (hands) => hands.press(page.getByRole('button', { name: 'Example: a weekend' })),
  })
})

test('another organiser runs one by keyboard only', async ({ page, browser }) => {
  const [, organiser = '', player = '', ...others] = names()
  await enter(stage, page, withKeyboard(page), organiser)
  await runCommand(stage, 'admin', 'grant', organiser, 'admin')
  await liveThrough(page, {
    handsOf: withKeyboard,
    openBrowser: () => browser.newPage(abroad),
    look: () => Promise.resolve(),
    player,
    others,
    bounty: 'Trade nothing until maps',
    async findDefinition(hands) {
      await hands.take(page.getByRole('button', { name: /^Event: / }), /6 Nov/)
      await hands.press(adminPage(page, 'Definition'))
    },
    async takeDefinition(hands) {
      const chooser = page.waitForEvent('filechooser')
      await hands.press(page.getByRole('button', { name: 'Choose a file' }))
      await (await chooser).setFiles(join(root, 'server', 'src', 'definition', 'examples', 'league.yaml'))
    },
  })
})
