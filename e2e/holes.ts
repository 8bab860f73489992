import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, provideChromium } from '../tools/chromium.ts'
import { root } from '../tools/places.ts'

// Checks every public page for empty parts. The list of pages comes from the routes, so a new page cannot be forgotten.

/**
 * Pages that stay empty until a user logs in or opens a link, until organisers publish something, or, for outages, until a
 * failure.
 */
const withoutVisitors: readonly string[] = [
  '/auth/$provider/callback',
  '/invitation',
  '/played',
  '/report',
  '/settings',
  '/status',
  '/team',
  '/team/wishes',
  '/team-sort',
  '/tracking',
]

/** Every address outside the admin area, as the routes spell it; files that only contain other routes have no address. */
export function listPublicRoutes(): string[] {
  const names = readdirSync(join(root, 'web/src/routes'))
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.') && !file.startsWith('__') && !/^admin\b/.test(file))
    .map((file) => file.slice(0, -'.tsx'.length))
  return names
    .filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
    .map((name) => `/${name.replace(/(^|\.)index$/, '').replaceAll('.', '/')}`)
    .filter((route) => !withoutVisitors.includes(route))
    .sort()
}

interface Ladder {
  readonly user_id: number | null
  readonly character_name: string
  readonly character: { readonly id: string; readonly event_id: number } | null
  readonly stats: { readonly source: string; readonly missing?: readonly string[] } | null
}

/** The addresses to visit for each route; throws for a route that is not listed here. */
function findAddresses(
  route: string,
  known: { ladder: readonly Ladder[]; tabs: readonly string[]; streamer: string; team: number },
): string[] {
  const first = known.ladder.find(({ user_id, character }) => user_id !== null && character !== null)
  const { id = '', event_id = 0 } = first?.character ?? {}
  const special: Readonly<Record<string, readonly string[]>> = {
    '/profile/$userId': [`/profile/${first?.user_id}`],
    '/profile/$userId/$eventId/$characterId': [`/profile/${first?.user_id}/${event_id}/${id}`],
    '/scores/$tab': known.tabs.map((tab) => `/scores/${tab}`),
    // The team in the address, because no user is logged in.
    '/scores/for-you': [`/scores/for-you?team=${known.team}`],
    '/streams/$account': known.streamer === '' ? [] : [`/streams/${known.streamer}`],
  }
  const addresses = special[route] ?? (route.includes('$') ? [] : [route])
  if (addresses.length === 0)
    throw new Error(`${route}: add addresses of this page to visit, or list it as a page without content for visitors`)
  return [...addresses]
}

const turns = 4
const pause_ms = 4000

/** Phrases for missing content. */
const phrases =
  /not imported|not been calculated|not calculated|no tree|nobody has|no data|nothing (?:yet|has)|\bnever$|NaN|undefined|Infinity/i

/** Lists the empty parts of the page. */
function lookForHoles(page: Page): Promise<string[]> {
  return page.evaluate((words) => {
    const holes: string[] = []
    const main = document.querySelector('main')
    if (!main) return ['no page']
    for (const empty of main.querySelectorAll('.empty, .error-note')) holes.push(`empty: ${empty.textContent}`)
    for (const line of main.innerText.split('\n')) if (new RegExp(words, 'i').test(line)) holes.push(`words: ${line}`)
    for (const table of main.querySelectorAll('table')) {
      const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ cells }) => cells.length > 1)
      if (rows.length === 0) holes.push(`no rows: ${table.getAttribute('aria-label')}`)
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
      for (const [column, head] of heads.entries()) {
        // A column for rare content, labelled only for screen readers.
        if (head.textContent === head.querySelector('.vh')?.textContent) continue
        // The latest points may all be from objectives without ranks.
        if (head.textContent === 'Rank' && heads.some((other) => other.textContent === 'Objective')) continue
        const cells = rows.map(({ cells }) => cells[column]).filter((cell) => cell !== undefined)
        const isShown = (cell: Element) => /[^\s–-]/.test(cell.textContent) || cell.querySelector('svg, img') !== null
        if (cells.length > 0 && !cells.some(isShown)) holes.push(`empty column: ${head.textContent}`)
      }
    }
    for (const block of main.querySelectorAll('section'))
      if (block.innerText.trim().split('\n').length < 2) holes.push(`empty block: ${block.innerText}`)
    for (const canvas of main.querySelectorAll('canvas')) {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] as number[] }
      // Axes alone have one or two greys; the lines of a chart add colours.
      const colours = new Set<number>()
      for (let at = 0; at < data.length; at += 4)
        if ((data[at + 3] ?? 0) > 200) colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      if (colours.size < 3) holes.push('empty chart')
    }
    for (const drawing of main.querySelectorAll('svg[role="img"]'))
      if (![...drawing.querySelectorAll('path')].some((path) => (path.getAttribute('d') ?? '').length > 40))
        holes.push('empty drawing')
    return holes
  }, phrases.source)
}

/** Opens an address and waits until the page has loaded. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(
    () => document.querySelector('main') !== null && document.querySelector('main :is([aria-busy="true"], .skeleton)') === null,
  )
  // Scrolls down, because some parts load only when they are near the window.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy="true"], .skeleton)') === null)
}

/** Ladder columns that are empty for a participant. */
const listMissingFigures = (ladder: readonly Ladder[]): string[] =>
  ladder.flatMap(({ user_id, character_name, stats }) => {
    const missing = stats === null ? ['figures'] : (stats.missing ?? [])
    return user_id === null ? [] : missing.map((column) => `ladder: ${character_name} has no ${column}`)
  })

/** An event and how to address its pages; the current event needs no query. */
interface Event {
  readonly path: string
  readonly query: string
  /** A finished event has no streams, and no points to earn. */
  readonly is_over: boolean
}

async function findHolesOf(browser: Browser, server: string, { path, query, is_over }: Event): Promise<string[]> {
  const ask = async <T>(rest: string) => (await (await fetch(`${server}/api/events/${path}${rest}`)).json()) as T
  const ladder = await ask<Ladder[]>('/ladder')
  const [team] = await ask<{ id: number }[]>('/teams')
  async function listStreamers(): Promise<string[]> {
    const streams = await ask<{ user_login: string }[] | { code: string }>('/streams')
    return Array.isArray(streams) ? streams.map(({ user_login }) => user_login) : []
  }
  const [streamer = ''] = await listStreamers()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await visit(page, `${server}/scores/ladder?${query}`)
  const links = page.getByRole('navigation', { name: 'Score pages' }).getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const tabs = addresses
    .map((address) => address.slice('/scores/'.length))
    .filter((tab) => !['ladder', 'for-you', 'progress'].includes(tab))
  const known = { ladder, tabs, streamer, team: team?.id ?? 0 }
  const routes = listPublicRoutes().filter((route) => !is_over || !(route.startsWith('/streams') || route === '/scores/for-you'))
  let found = new Map(routes.flatMap((route) => findAddresses(route, known).map((address) => [address, ['']])))
  // Recent changes are counted a moment later, so only parts that stay empty are holes.
  for (let turn = 0; turn < turns && found.size > 0; turn++) {
    if (turn > 0) await page.waitForTimeout(pause_ms)
    const left = new Map<string, string[]>()
    for (const address of found.keys()) {
      await visit(page, `${server}${address}${address.includes('?') ? '&' : '?'}${query}`)
      const seen = await lookForHoles(page)
      // A streamer who went offline in the meantime has no stream to show.
      const isOffline = address === `/streams/${streamer}` && !(await listStreamers()).includes(streamer)
      if (seen.length > 0 && !isOffline) left.set(address, seen)
    }
    found = left
  }
  // Checked last, because new characters are calculated a moment later.
  const players = (await ask<Ladder[]>('/ladder')).filter(({ character_name }) =>
    ladder.some((known) => known.character_name === character_name),
  )
  const holes = [...found].flatMap(([address, seen]) => seen.map((hole) => `${address}: ${hole}`))
  return [...listMissingFigures(players), ...holes].map((hole) => `${path}: ${hole}`)
}

/** @returns every hole of the current and past events, with the address of its page */
export async function findHoles(server: string): Promise<string[]> {
  const ask = async <T>(path: string) => (await (await fetch(`${server}/api${path}`)).json()) as T
  const { now } = await ask<{ now: string }>('/clock')
  const events = await ask<{ id: number; event_end_time: string }[]>('/events')
  const past = events
    .filter(({ event_end_time }) => Date.parse(event_end_time) < Date.parse(now))
    .map(({ id }): Event => ({ path: String(id), query: `event=${id}`, is_over: true }))
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: [...chromiumArgs] })
  try {
    const all = [{ path: 'current', query: '', is_over: false }, ...past]
    // In parallel, because visits mostly wait.
    return (await Promise.all(all.map((event) => findHolesOf(browser, server, event)))).flat()
  } finally {
    await browser.close()
  }
}
