import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, provideChromium } from './chromium.ts'
import { root } from './places.ts'

// Takes the pictures of docs/tour.md from a server that runs the demo event (`npm start`).

const address = process.argv[2] ?? 'http://localhost:3000'
const folder = join(root, 'docs', 'images')

interface Stop {
  readonly name: string
  readonly path: string
  /** A heading that must be on the page first. */
  readonly shows: string
  /** Actions on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const stops: readonly Stop[] = [
  { name: 'home', path: '/', shows: 'Standings' },
  { name: 'ladder', path: '/scores/ladder', shows: 'Characters' },
  { name: 'for-you', path: '/scores/for-you?team=1', shows: 'Tasks' },
  { name: 'progress', path: '/scores/progress', shows: 'Standing' },
  { name: 'uniques', path: '/scores/uniques', shows: 'Uniques' },
  { name: 'collections', path: '/scores/collections', shows: 'Collections' },
  { name: 'rules', path: '/rules', shows: 'How points are scored' },
]

/** In the format of the game's own copy command. */
const goldrim = `Item Class: Helmets
Rarity: Unique
Goldrim
Leather Cap
--------
Item Level: 12
--------
+34 to Evasion Rating
+38% to all Elemental Resistances`

/** Waits for the preview of a change. */
const waitForPreview = (page: Page) => page.locator('.what-if[aria-busy="false"]').waitFor({ timeout: 60_000 })

/** The organiser's part, as the admin of the demo event. */
const organiserStops: readonly Stop[] = [
  { name: 'admin', path: '/admin', shows: 'Dates' },
  { name: 'admin-events', path: '/admin/events', shows: 'Events' },
  {
    name: 'admin-objectives',
    path: '/admin/events/1/categories/root',
    shows: 'Objectives',
    act: async (page) => {
      await page.getByRole('searchbox').first().fill('Goldrim')
      await page.getByRole('treeitem', { name: /^Goldrim/ }).click()
      await page.getByLabel('Item', { exact: true }).fill(goldrim)
      await page.getByText('2 of 2').filter({ visible: true }).first().waitFor()
    },
  },
  {
    name: 'admin-what-if',
    path: '/admin/events/1/scoring-presets',
    shows: 'Presets',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit Treasure' }).click()
      await page.getByRole('textbox', { name: 'Points' }).fill('80, 20, 10')
      await waitForPreview(page)
      await page.locator('.what-if').evaluate((panel) => panel.scrollIntoView())
    },
  },
  {
    name: 'admin-definition',
    path: '/admin/events/1/definition',
    shows: 'Definition file',
    act: async (page) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download YAML' }).click(),
      ])
      const text = readFileSync(await file.path(), 'utf8')
      const edited = text
        .replace('points: [50, 30, 20, 10]', 'points: [60, 30, 20, 10]')
        .replace('required_number: 50', 'required_number: 60')
      const field = page.getByRole('textbox', { name: 'Definition' })
      await field.fill(edited)
      await field.evaluate((element) => element.scrollTo(0, 0))
      await waitForPreview(page)
      await page.getByRole('heading', { name: 'Apply a file' }).evaluate((heading) => {
        heading.scrollIntoView()
        // Below the sticky part of the page.
        window.scrollBy(0, -80)
      })
    },
  },
  {
    name: 'admin-team-sort',
    path: '/admin/team-sort',
    shows: 'Team sort',
    act: async (page) => {
      await page.getByText('Aims and rules').click()
      // Earlier pictures were taken without locks.
      const unlock = page.getByRole('button', { name: 'Unlock everyone' })
      if (await unlock.isVisible()) await unlock.click()
      await page.getByText('Aims and rules').click()
      await page.getByRole('button', { name: /Suggest teams|New proposals/ }).click()
      await page.getByRole('article').nth(2).waitFor()
    },
  },
  { name: 'admin-judge-desk', path: '/admin/submissions', shows: 'Judge desk' },
  { name: 'admin-jobs', path: '/admin/recurring-jobs', shows: 'Jobs' },
]

/** Submits the claim that the demo's judges look at, unless it exists. */
async function handIn(page: Page): Promise<void> {
  const answer = await fetch(`${address}/api/events/current/submissions`)
  if (((await answer.json()) as unknown[]).length > 0) return
  await logIn(page, 'Ashgrove#3340')
  await page.goto(new URL('/submissions', address).href)
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Proof' }).fill('https://example.org/recording-of-the-run')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Logs in like a user, through the simulated game's consent page. */
async function logIn(page: Page, account_name: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Log in to Muster' }).click()
  await page.getByRole('button', { name: 'Continue with Path of Exile' }).click()
  await page.getByTestId(`sign-in-${account_name}`).click()
  await page.getByTestId('allow').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

/** The address of the character at the top of the ladder. */
async function findCharacter(): Promise<string> {
  const answer = await fetch(`${address}/api/events/current/ladder`)
  const ladder = (await answer.json()) as { user_id: number | null; character: { id: string; event_id: number } | null }[]
  const entry = ladder.find(({ user_id, character }) => user_id !== null && character !== null)
  if (!entry?.character) throw new Error('The ladder is still empty: let the demo run for a few minutes.')
  return `/profile/${entry.user_id}/${entry.character.event_id}/${entry.character.id}`
}

/** Announcements cover the page until they are dismissed, which the browser stores. */
async function readAnnouncements(page: Page): Promise<void> {
  await page.goto(address)
  const dismiss = page.getByRole('button', { name: /^Dismiss/ }).first()
  const isThere = () =>
    dismiss.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    )
  while (await isThere()) await dismiss.click()
}

async function take(page: Page, { name, path, shows, act }: Stop): Promise<void> {
  await page.goto(new URL(path, address).href)
  await page.getByRole('main').getByRole('heading', { name: shows }).first().waitFor({ timeout: 60_000 })
  await act?.(page)
  // Lists and lines that arrive a moment after their headings.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null)
  await page.waitForLoadState('networkidle')
  writeFileSync(join(folder, `tour-${name}.png`), await page.screenshot())
  console.log(`docs/images/tour-${name}.png`)
}

mkdirSync(folder, { recursive: true })
const executablePath = await provideChromium()
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
const look = { viewport: { width: 1200, height: 760 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const
const page = await browser.newPage(look)
await readAnnouncements(page)
for (const stop of stops) await take(page, stop)
await take(page, { name: 'character', path: await findCharacter(), shows: 'Equipment' })
const player = await (await browser.newContext()).newPage()
await handIn(player)
await player.context().close()
// A time zone other than UTC, so that both times are visible.
const organiser = await browser.newPage({ ...look, timezoneId: 'Europe/Vienna' })
// Computations over the whole event take long on a busy machine.
organiser.setDefaultTimeout(180_000)
await logIn(organiser, 'Marrowlight#2313')
await readAnnouncements(organiser)
for (const stop of organiserStops) await take(organiser, stop)
await browser.close()
