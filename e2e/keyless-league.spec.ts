import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator } from '@playwright/test'
import { presets } from '@muster/simulator/options'
import { bundleServer } from '../tools/rehearsal/product.ts'
import type { Scenario } from '../tools/rehearsal/scenario.ts'
import { openStage, type Stage } from '../tools/rehearsal/stage.ts'
import { readResults } from './archive-file.ts'
import { abroad, adminPage, enter, main, organise, runCommand, sheet } from './driven.ts'
import { withMouse } from './hands.ts'
import { expect, forgiveMissing, type Page, test, watchPage } from './journey.ts'
import { joinByLink } from './passkey-person.ts'
import { packBuild, reportFrom } from './reporting.ts'

// A league from an empty installation to its archive, on a server that does not read the game: once without an account anywhere,
// once with logins on Discord. Everything happens on pages; each journey has its own server and event clock.

test.describe.configure({ timeout: 600_000 })
test.use({ ...abroad, actionTimeout: 30_000 })

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms
const league = 'Winter Muster (PL73101)'
const teams = ['Lanterns', 'Tidebreakers'] as const
const playerCount = 8
/** The first players also report. */
const reporterCount = 4

const scenario = {
  name: 'keyless-league',
  summary: 'eight players and an organiser, on a server without a client of the game',
  game_version: 'poe1',
  preset: { ...presets.tiny, players_per_team: 6 },
  seed: 5,
  event_hours: 1,
  step_seconds: 60,
  compresses: true,
  claims: false,
  scripts: [],
} as const satisfies Scenario

let folder: string
let stage: Stage
let program: Promise<string>
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-keyless-'))
  program = bundleServer(join(folder, 'program'))
})
/** Pages of players. */
const others: Page[] = []
test.afterEach(async ({ page, complaints }) => {
  // Pages that are still open would log the end of the server.
  await page.goto('about:blank')
  for (const other of others.splice(0)) await other.close()
  await stage.close()
  // The browser itself logs the 404 answers of a server without an event, and of people without a signup or a team.
  forgiveMissing(complaints)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(providers: Scenario['providers'] & object): Promise<void> {
  stage = await openStage({ ...scenario, providers }, join(folder, `stage-${providers.join('-')}`), program)
  await stage.product.start(stage.now())
}

interface Person {
  readonly name: string
  readonly page: Page
}

/** A page in a browser of its own, with the same checks as the organiser's. */
async function openPage(browser: Browser, complaints: string[]): Promise<Page> {
  const page = await browser.newPage(abroad)
  watchPage(page, complaints)
  others.push(page)
  return page
}

/** How people get their accounts. */
interface Entrance {
  admit(page: Page, name: string, link: string | undefined): Promise<void>
  /** @returns links for this many people, made by the organiser; empty if they need none */
  invite(organiser: Page, count: number): Promise<readonly string[]>
}

const byPasskey: Entrance = {
  admit: (page, name, link) => joinByLink(page, link ?? '', name),
  async invite(organiser, count) {
    await adminPage(organiser, 'Invitations').click()
    await organiser.getByRole('textbox', { name: 'Number of links' }).fill(String(count))
    await organiser.getByRole('button', { name: `Make ${count} links` }).click()
    const made = organiser.getByRole('textbox', { name: `${count} new links` })
    await expect(made).toHaveValue(/\/invitation#/)
    return (await made.inputValue()).split('\n')
  },
}

const byDiscord: Entrance = {
  admit: (page, name) => enter(stage, page, withMouse(page), name, 'Discord'),
  invite: () => Promise.resolve([]),
}

/** The account that a player states, in the format of the game. */
const accountOf = (player: number) => `Wayfarer${player}#${4000 + player}`

async function signUp({ page }: Person, player: number): Promise<void> {
  await page.goto(stage.product.url)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const form = sheet(page)
  await form.getByRole('textbox', { name: 'Your account in the game' }).fill(accountOf(player))
  await form.getByRole('checkbox', { name: /I have read/ }).check()
  await form.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(main(page)).toContainText(`You are signed up: place ${player + 1}`)
}

const goldrim = `Item Class: Helmets
Rarity: Unique
Goldrim
Leather Cap
--------
Evasion Rating: 33
--------
Item Level: 12
--------
+36 to Evasion Rating
10% increased Rarity of Items found
+35% to all Elemental Resistances`

/** A character in a body armour for the daily of the first day. */
const templar = packBuild(`<Build level="30" className="Templar" ascendClassName="None"/><Items>
  <Item id="1">Rarity: RARE\nDoom Shell\nSimple Robe\nSockets: B-B-B-B-B-B\nItem Level: 50\nImplicits: 0\n+40 to maximum Life</Item>
  <Slot name="Body Armour" itemId="1"/></Items>`)

/** A line of the guild's history, as its page on the game's site sends it. */
const logOf = (account: string, at_ms: number) => ({
  entries: [
    {
      id: '5310',
      time: Math.floor(at_ms / 1000),
      league,
      item: 'Mirror of Kalandra',
      action: 'added',
      account: { name: account },
      stash: 'finds',
      x: 0,
      y: 0,
    },
  ],
  truncated: false,
})

/** A lead registers the guild, and adds a saved page of its log. */
async function uploadLog(page: Page, entries: object): Promise<void> {
  await page.goto(`${stage.product.url}/admin/guild/logs`)
  await page.getByRole('button', { name: 'Register a guild' }).click()
  await sheet(page).getByLabel('Number').fill('784221')
  await sheet(page).getByLabel('Name').fill('Wayfarers')
  await sheet(page).getByLabel('Tag').fill('WAY')
  await sheet(page).getByRole('button', { name: 'Register' }).click()
  await page.getByRole('link', { name: 'Open the log of Wayfarers' }).click()
  await page.getByRole('button', { name: 'Add pages' }).click()
  const opened = page.waitForEvent('filechooser')
  await sheet(page).getByRole('button', { name: 'Choose files' }).click()
  const buffer = Buffer.from(JSON.stringify(entries))
  await (await opened).setFiles({ name: 'history.json', mimeType: 'application/json', buffer })
  await sheet(page)
    .getByRole('button', { name: /^Send / })
    .click()
  await expect(sheet(page).getByRole('region', { name: 'Result' })).toContainText('1 line is new')
}

/** Sums a row of the table of categories over all teams. */
async function sumRow(page: Page, category: string): Promise<number> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: category, exact: true }) })
  const cells = await row.getByRole('cell').allTextContents()
  return cells.slice(0, teams.length).reduce((sum, cell) => sum + Number.parseInt(cell, 10), 0)
}

/** From "New event" to the archive. */
async function liveThrough(
  page: Page,
  entrance: Entrance,
  names: readonly string[],
  openAnother: () => Promise<Page>,
): Promise<void> {
  const hands = withMouse(page)
  const { addTeam, go, confirm, turn } = organise(page, hands, league)
  const start_ms = stage.now() + 3 * day_ms + 30 * minute_ms

  await test.step('the organiser makes the event and its teams', async () => {
    const form = sheet(page)
    await page.goto(`${stage.product.url}/admin`)
    await expect(page.getByRole('heading', { name: 'Welcome to Muster' })).toBeVisible()
    await go('Events')
    await page.getByRole('button', { name: 'New event' }).click()
    await form.getByRole('radio', { name: /^Ten days/ }).check()
    await sheet(page).getByLabel('Name of the league').fill(league)
    await hands.writeTime(sheet(page).getByLabel('New start'), new Date(start_ms))
    await confirm('Create event')
    await page.getByRole('button', { name: `Edit ${league}`, exact: true }).click()
    await form.getByRole('radio', { name: /^Also count a deposit/ }).check()
    await form.getByRole('radio', { name: /^Players can let the page follow/ }).check()
    await confirm('Save event')
    await go('Teams')
    for (const team of teams) await addTeam(team)
    await turn('Show to everyone', 'Show to everyone')
    await turn('Make current', 'Make current')
  })

  const players: Person[] = []
  await test.step('players arrive, sign up and state their game accounts', async () => {
    const links = await entrance.invite(page, names.length)
    for (const [index, name] of names.entries()) {
      const player = { name, page: await openAnother() }
      await entrance.admit(player.page, name, links[index])
      await signUp(player, index)
      players.push(player)
      if (index >= reporterCount) await player.page.close()
    }
    await go('Signups')
    await page.getByRole('button', { name: `Actions for ${names[0]}` }).click()
    await page.getByRole('menuitem', { name: `Confirm ${accountOf(0)}` }).click()
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: accountOf(0) })
        .getByText('confirmed', { exact: true }),
    ).toBeVisible()
  })

  await test.step('teams are sorted, and get a lead', async () => {
    await stage.moveTo(start_ms - 3 * day_ms + minute_ms)
    await page.reload()
    await go('Team sort')
    await page.getByRole('button', { name: 'Suggest teams' }).click()
    await page.getByRole('button', { name: /Review \d+ changes/ }).click()
    await confirm(/Change the teams of \d+ people/)
    await page.getByRole('button', { name: `More for ${names[0]}` }).click()
    await page.getByRole('menuitem', { name: /^Make lead of/ }).click()
    await expect(page.getByText(`${names[0]} leads`)).toBeVisible()
    // One of the jobs reads guild logs; the others wait for a client of the game.
    await go('Jobs')
    await page.getByRole('button', { name: 'Start all' }).click()
    await expect(page.getByText('5 jobs started').first()).toBeVisible()
  })

  const [lead, finder, racer, builder] = players
  if (!lead || !finder || !racer || !builder) throw new Error('there are too few players')
  await test.step('players report in each way, and the lead adds the log of the guild', async () => {
    await stage.moveTo(start_ms + 60 * minute_ms)
    const reportAs = ({ page: own }: Person) => reportFrom(own, stage.product.url)
    await reportAs(finder).paste(goldrim)
    await reportAs(finder).byHand('First to level 60', 61)
    await reportAs(racer).followLog(join(folder, 'Client.txt'), 'Wayfinder', 41)
    await reportAs(builder).byHand('Trade nothing until maps')
    await reportAs(builder).paste(goldrim)
    await reportAs(builder).paste(templar)
    await uploadLog(lead.page, logOf(accountOf(0), start_ms + 30 * minute_ms))
  })

  await test.step('the organiser judges each kind of report', async () => {
    await stage.moveTo(stage.now() + 5 * minute_ms)
    await page.reload()
    await go('Judge desk')
    const queue = page.getByRole('list', { name: 'Submissions' }).getByRole('button')
    await expect(queue).toHaveCount(8)
    const openEntry = async ({ name }: Person, objective: string) => {
      await queue
        .filter({ hasText: name })
        .filter({ has: page.getByText(objective, { exact: true }) })
        .click()
      await expect(page.getByRole('article')).toContainText(name)
      await expect(page.getByRole('article').getByRole('heading', { name: objective })).toBeVisible()
      return page.getByRole('article')
    }
    const shows = (text: string) => (entry: Locator) => entry.getByText(text)
    for (const [person, objective, findEvidence] of [
      [finder, 'Goldrim', shows('+36 to Evasion Rating')],
      [finder, 'Unique items in one tab', shows('+36 to Evasion Rating')],
      [finder, 'First to level 60', (entry: Locator) => entry.getByRole('img', { name: 'Screenshot 1' })],
      [racer, 'First to level 40', shows('Wayfinder (Ranger) is now level 41')],
      [builder, 'Trade nothing until maps', shows('Open clips.example')],
      [builder, 'A six-linked body armour', shows('B-B-B-B-B-B')],
    ] as const) {
      const entry = await openEntry(person, objective)
      await expect(findEvidence(entry).first()).toBeVisible()
      await entry.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByText(`Approved: ${objective}`)).toBeVisible()
    }
    const double = await openEntry(builder, 'Goldrim')
    await expect(double).toContainText('Same item as submission')
    await double.getByRole('button', { name: 'Reject' }).click()
    await double.getByRole('button', { name: 'This item was reported before.' }).click()
    await double.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Rejected: Goldrim')).toBeVisible()
  })

  await test.step('the event ends: final standings and its archive', async () => {
    await stage.moveTo(start_ms + 10 * day_ms + 10 * minute_ms)
    await lead.page.goto(stage.product.url)
    await page.reload()
    await go('Events')
    await page
      .getByRole('button', { name: `More actions for ${league}` })
      .first()
      .click()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download archive' }).click(),
    ])
    const { points, totals, sources, approved } = readResults(await archive.path())
    expect(points).toEqual({
      Goldrim: 5,
      'First to level 40': 50,
      'First to level 60': 50,
      'Trade nothing until maps': 20,
      'A six-linked body armour': 30,
      'Mirror of Kalandra': 60,
    })
    const reported = Object.keys(points).filter((name) => name !== 'Mirror of Kalandra')
    expect(approved.toSorted()).toEqual([...reported, 'Unique items in one tab'].toSorted())
    expect(sources).toEqual({
      ...Object.fromEntries(reported.map((name) => [name, 'submission counts'])),
      'Mirror of Kalandra': 'deposit counts',
    })
    for (const [category, sum] of Object.entries({ Uniques: 65, Races: 100, Bounties: 20, Daily: 30, Total: 215 }))
      await expect.poll(() => sumRow(lead.page, category), category).toBe(sum)
    const standings = main(lead.page).getByRole('region', { name: 'Final standings' })
    expect(Object.keys(totals).toSorted()).toEqual(teams)
    for (const [team, total] of Object.entries(totals)) {
      const row = standings.getByRole('row').filter({ hasText: team })
      await expect(row.getByRole('cell').nth(1)).toHaveText(String(total))
    }
    expect(await runCommand(stage, 'verify', 'current')).toContain(': 0 of ')
  })
}

test('without an account anywhere', async ({ page, browser, complaints }) => {
  await open([])
  const invitation = /http\S+\/invitation#\S+/.exec(await runCommand(stage, 'admin', 'invite'))?.[0]
  await byPasskey.admit(page, 'Marlow', invitation)
  const names = Array.from({ length: playerCount }, (_, index) => `Wayfarer ${index}`)
  await liveThrough(page, byPasskey, names, () => openPage(browser, complaints))
  expect(stage.simulator.requests.totals().requests).toBe(0)
})

test('with Discord', async ({ page, browser, complaints }) => {
  await open(['discord'])
  const [organiser = '', ...names] = stage.simulator.identities.discord.map(({ username }) => username)
  await byDiscord.admit(page, organiser, undefined)
  expect(await runCommand(stage, 'admin', 'grant', organiser, 'admin')).toContain('has the role admin')
  await liveThrough(page, byDiscord, names.slice(0, playerCount), () => openPage(browser, complaints))
})
