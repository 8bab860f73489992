import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs } from '../tools/chromium.ts'
import { expect, listPlayers, logIn, type Page, test as journey } from './journey.ts'
import {
  expectNoSidewaysScroll,
  expectWholePage,
  findBadText,
  findLostMarks,
  findWasteOnPaper,
  listObjections,
  showTheme,
  type Theme,
} from './look-over.ts'

// Rules for every finished screen, in both themes and at every width.

journey.describe.configure({ mode: 'parallel' })

/** Registers a guild for the logged-in lead, with a log that contains a movement, a changed stack and a gap. */
async function keepGuildLog(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('auth')}` }
    const events = (await (await fetch('/api/events')).json()) as {
      id: number
      name: string
      is_current: boolean
      event_start_time: string
    }[]
    const event = events.find(({ is_current }) => is_current)
    const start = Math.floor(Date.parse(event?.event_start_time ?? '') / 1000)
    const send = (method: string, path: string, body: object) =>
      fetch(`/api/${event?.id}/guilds/812${path}`, { method, headers, body: JSON.stringify(body) })
    const line = (id: number, seconds: number, item: string, action: string, stash: string | null = 'drops') => ({
      id: String(id),
      time: start + seconds,
      league: event?.name,
      item,
      action,
      stash,
      account: { name: 'Somebody#1234' },
      x: 0,
      y: 0,
    })
    await send('PUT', '', { id: 812, name: 'Salt & Sail', tag: 'SALT' })
    const later = [line(5, 900, '35× Chaos Orb', 'modified'), line(4, 890, 'Tabula Rasa Simple Robe', 'added', null)]
    const early = [
      line(3, 30, '5× Chaos Orb', 'added', 'bank'),
      line(2, 10, '5× Chaos Orb', 'removed'),
      line(1, 0, '20× Chaos Orb', 'added'),
    ]
    for (const entries of [early, later]) await send('POST', '/stash-history', { entries, truncated: true, follows: false })
  })
}

/** Pages of this worker: the visitor's, and each lead's. */
const pages = new Map<number | null, Page>()

/** Opens a browser page; with a team, its lead logs in. */
async function openPage(browser: Browser, lead_of: number | null, baseURL?: string): Promise<Page> {
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  if (lead_of === null) return page
  // The admin area redirects visitors who are not logged in to the home page.
  await page.goto('/submissions')
  await logIn(page, (await listPlayers()).find((one) => one.team === lead_of)?.name ?? '')
  if (lead_of === organiser) await keepGuildLog(page)
  return page
}

let large: Promise<Browser> | undefined
const largePages = new Map<number | null, Promise<Page>>()

/** A page in a browser whose user has doubled the size of text. */
function openLarge(lead_of: number | null, baseURL: string): Promise<Page> {
  const executablePath = process.env['CHROMIUM_PATH']
  large ??= chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'],
  })
  const opened = largePages.get(lead_of) ?? large.then((browser) => openPage(browser, lead_of, baseURL))
  largePages.set(lead_of, opened)
  return opened
}

journey.afterAll(async () => {
  await (await large)?.close()
  large = undefined
  largePages.clear()
})

// Pages are reused: a new browser takes twice as long for its first screen.
const test = journey.extend<{ lead_of: number | null }>({
  lead_of: [null, { option: true }],
  page: async ({ browser, lead_of }, use) => {
    const page = pages.get(lead_of) ?? (await openPage(browser, lead_of))
    pages.set(lead_of, page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await use(page)
  },
})

/** Index of the team whose lead views a screen: the first team's lead runs the demo, the second team's lead judges. */
const organiser = 0
const judge = 1

/** Each screen, with a heading or text that appears once it has loaded; with a team, its lead is logged in. */
const screens: readonly (readonly [path: string, shows: string, lead_of?: number])[] = [
  ['/', 'Tidebreakers'],
  ['/scores/ladder', 'Tidebreakers'],
  ['/scores/collections', 'Tidebreakers'],
  ['/scores/bingo', 'Tidebreakers'],
  ['/scores/uniques', 'Tidebreakers'],
  ['/scores/races', 'Tidebreakers'],
  ['/scores/bounties', 'Tidebreakers'],
  ['/scores/dailies', 'Tidebreakers'],
  ['/scores/heist', 'Tidebreakers'],
  ['/scores/gems', 'Tidebreakers'],
  ['/scores/scarabs', 'Tidebreakers'],
  ['/scores/delve', 'Tidebreakers'],
  ['/scores/progress', 'Tidebreakers'],
  ['/rules', 'How points are scored'],
  ['/tracking', 'Log in to see how you are tracked'],
  ['/profile/1', 'Best finds'],
  ['/scores/for-you?team=3', 'Tasks'],
  ['/?event=2', 'Signups close in'],
  ['/played', 'Only participants can report'],
  ['/submissions', 'Achievements reported by players'],
  ['/report', 'Nothing pasted yet', judge],
  ['/team-sort', 'No published teams'],
  ['/settings', 'In this browser'],
  ['/invitation', 'This link is incomplete'],
  ['/streams', 'appear here while they stream'],
  ['/streams/nobody-we-know', 'No participant is streaming as'],
  ['/team', 'Playing now', organiser],
  ['/team/wishes', 'Name, copied item or build code', organiser],
  ['/admin', 'each with the role that opens it', organiser],
  ['/admin?event=2', 'This is not the event visitors see', organiser],
  ['/scores/ladder?event=1&view_as=team-2', 'Tidebreakers', organiser],
  ['/admin/events', 'Winter Muster', organiser],
  ['/admin/events/1/teams', 'Tidebreakers', organiser],
  ['/admin/events/1/scoring-presets', 'Ranked by time', organiser],
  ['/admin/events/1/definition', 'Download YAML', organiser],
  ['/admin/events/1/item-checks', 'Download CSV', organiser],
  ['/admin/events/1/categories/root', 'Choose one in the tree', organiser],
  ['/admin/user-management', 'Pages by role', organiser],
  ['/admin/invitations', 'Note for this list', organiser],
  ['/admin/recurring-jobs', 'Reading continues from', organiser],
  ['/admin/activity', 'Hours a day, each', organiser],
  ['/admin/problems', 'From the game', organiser],
  ['/status', 'Stashes and characters are read from the game', organiser],
  ['/admin/tracking', 'players', organiser],
  ['/admin/announcements', 'New announcement', organiser],
  ['/admin/discord', 'Server and roles', organiser],
  ['/admin/notices', 'Nothing that visitors cannot see', organiser],
  ['/admin/broadcast', 'Overlays for streams', organiser],
  ['/admin/guild/logs', 'Salt & Sail', organiser],
  ['/admin/guild/logs/812', 'No uploaded page covers this time', organiser],
  ['/admin/team-suggestions', 'objectives are open', organiser],
  ['/admin/signups', 'Message to copy', organiser],
  ['/admin/team-sort', 'Suggest teams', organiser],
  ['/admin/guild', 'Who sees which tabs', organiser],
  ['/admin/guild/stashes', 'Who sees which tabs', organiser],
  ['/admin/submissions', 'Judge desk', judge],
  ['/admin/corrections', 'Manual corrections by judges', judge],
]

// Half of the screens are loaded in each theme; every screen is checked in both.
const themes = (place: number): [Theme, Theme] => (place % 2 === 0 ? ['dark', 'light'] : ['light', 'dark'])

for (const [place, [screen, shows, lead_of = null]] of screens.entries()) {
  test.describe(() => {
    test.use({ lead_of })
    test(`${screen} can be reached by keyboard, passes axe in both themes, and does not scroll sideways`, async ({ page }) => {
      const [first, second] = themes(place)
      await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
      await page.goto(screen)
      // Only in the main part: the page header also shows the event's name, and appears earlier.
      await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
      // Parts of a page load one after the other, and the heading is not always first.
      await expect(page.locator('h1').first()).toBeAttached()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
      expect(await listObjections(page, 'everything'), `in ${first}`).toEqual([])
      await showTheme(page, second)
      expect(await listObjections(page, 'colours'), `in ${second}`).toEqual([])
      for (const width of [1440, 801, 800, 360, 320]) await expectNoSidewaysScroll(page, width)
      expect(await findBadText(page), 'at 320 px').toEqual([])
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await findLostMarks(page), 'in forced colours').toEqual([])
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await expect(page.locator('.print-head')).toContainText('as of')
      expect(await findWasteOnPaper(page), 'on paper').toEqual([])
      // A4 without its margins.
      await expectNoSidewaysScroll(page, 703)
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
    })

    test(`${screen} can be read with text at 200 %`, async ({ baseURL }) => {
      const page = await openLarge(lead_of, baseURL ?? '')
      await page.goto(screen)
      await expectWholePage(page, screen)
      await expectNoSidewaysScroll(page, 1280)
      expect(await findBadText(page)).toEqual([])
      await expectNoSidewaysScroll(page, 320)
    })
  })
}

/**
 * Shows only a copy of the team room's scale, with twelve teams, long names, and points that are huge and nearly equal. The page
 * still draws its own scale when points change.
 */
const showStretchedScale = (page: Page) =>
  page.locator('.gap-scale').evaluate((scale: HTMLElement) => {
    const copy = scale.cloneNode(true) as HTMLElement
    copy.id = 'stretched'
    copy.style.visibility = 'visible'
    const list = copy.querySelector('ol')
    const row = list?.querySelector('li')
    const rows = Array.from({ length: 12 }, (_, place) => {
      const team = row?.cloneNode(true) as HTMLElement
      team.querySelectorAll('small')[0]?.replaceChildren(`Wanderers ${place}`)
      team.querySelectorAll('b')[0]?.replaceChildren(`-1,234,${500 - place}`)
      team.querySelectorAll('i')[0]?.style.setProperty('left', `${100 - place / 10}%`)
      return team
    })
    list?.replaceChildren(...rows)
    scale.closest('main')?.style.setProperty('visibility', 'hidden')
    scale.after(copy)
  })

for (const width of [320, 1440]) {
  journey(`texts of the team room’s scale do not overlap at ${width} px, at any points`, async ({ page, baseURL }) => {
    const pages = [page, await openLarge(organiser, baseURL ?? '')]
    await page.goto('/submissions')
    await logIn(page, (await listPlayers()).find(({ team }) => team === organiser)?.name ?? '')
    for (const shown of pages) {
      await shown.goto('/team')
      await expectWholePage(shown, '/team')
      await shown.setViewportSize({ width, height: 800 })
      await showStretchedScale(shown)
      expect(await findBadText(shown)).toEqual([])
      expect(await shown.locator('#stretched ol').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    }
  })
}

journey('the theme follows the system while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).not.toBe(dark)
})

journey('the pages have a content security policy that forbids inline scripts', async ({ page }) => {
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
