import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, provideChromium } from './chromium.ts'
import { root } from './places.ts'

// Takes the pictures of docs/tour.md from a server that runs the demo event (`npm start`), in the middle of its life.

const address = process.argv[2] ?? 'http://localhost:3000'
const folder = join(root, 'docs', 'images')

interface Stop {
  readonly name: string
  readonly path: string
  /** What has to be on the page before the picture is taken. */
  readonly shows: string
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

/** The organiser's part, as the admin of the demo event. */
const organiserStops: readonly Stop[] = [
  { name: 'admin', path: '/admin', shows: 'Ready to start' },
  { name: 'admin-events', path: '/admin/events', shows: 'Events' },
  { name: 'admin-definition', path: '/admin/events/1/definition', shows: 'Definition file' },
]

/** Logs in the way a person does, through the simulated game's consent page. */
async function logIn(page: Page, account_name: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Login with Path of Exile and Discord' }).click()
  await page.getByTestId(`sign-in-${account_name}`).click()
  await page.getByTestId('allow').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

/** The address of the character that leads the ladder. */
async function findCharacter(): Promise<string> {
  const answer = await fetch(`${address}/api/events/current/ladder`)
  const ladder = (await answer.json()) as { user_id: number | null; character: { id: string; event_id: number } | null }[]
  const entry = ladder.find(({ user_id, character }) => user_id !== null && character !== null)
  if (!entry?.character) throw new Error('Nobody is on the ladder yet: let the demo run for a few minutes.')
  return `/profile/${entry.user_id}/${entry.character.event_id}/${entry.character.id}`
}

async function take(page: Page, { name, path, shows }: Stop): Promise<void> {
  await page.goto(new URL(path, address).href)
  await page.getByRole('main').getByRole('heading', { name: shows }).first().waitFor({ timeout: 60_000 })
  // Lists and lines that arrive a moment after their headings.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null)
  await page.waitForLoadState('networkidle')
  writeFileSync(join(folder, `tour-${name}.png`), await page.screenshot())
  console.log(`docs/images/tour-${name}.png`)
}

mkdirSync(folder, { recursive: true })
const executablePath = await provideChromium()
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme: 'dark', reducedMotion: 'reduce' })
for (const stop of stops) await take(page, stop)
await take(page, { name: 'character', path: await findCharacter(), shows: 'Equipment' })
await logIn(page, 'Marrowlight#2313')
for (const stop of organiserStops) await take(page, stop)
await browser.close()
