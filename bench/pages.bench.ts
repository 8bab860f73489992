/**
 * The production build in Chromium: Lighthouse's performance scores with both presets, the cost of a page of a huge event and of
 * a full guild tab, and the cost of a page that stays open during ten changes a second, and the frames of overlays. There is no game activity, so
 * that only the page is measured. PAGES=loading,huge,stash,open,overlays selects parts, PAGES_MINUTES sets how long a page stays open (default:
 * ten).
 */
import { chromium } from '@playwright/test'
import { chromiumArgs, provideChromium } from '../tools/chromium.ts'
import { buildPages } from '../tools/pages.ts'
import { openBench } from './bench-context.ts'
import { fillEvent } from './full-event.ts'
import { measureHugeEvent } from './huge-event.ts'
import { measureOpenPage } from './open-board.ts'
import { measureOverlays } from './overlay-frames.ts'
import { measureLoading, playDemo } from './page-loading.ts'
import type { BenchResult } from './result.ts'
import { benchSecret, servePages } from './serve-pages.ts'
import { measureStash } from './stash-page.ts'

const size = { teams: 30, players: 2000, categories: 20 }
const minutes = Number(process.env['PAGES_MINUTES'] ?? 10)
const parts = (process.env['PAGES'] ?? 'loading,huge,stash,open,overlays').split(',')

const day_ms = 86_400_000
/** The test builders' event is in the past; pages show more of a running one. */
const running = () => ({
  event_start_time: new Date(Date.now() - day_ms),
  event_end_time: new Date(Date.now() + day_ms),
})

const named = (part: string, results: readonly BenchResult[]): BenchResult[] => results.map((result) => ({ part, ...result }))

async function measureDemo(executablePath: string): Promise<BenchResult[]> {
  const { database_url, close } = await openBench()
  const server = await servePages(database_url, await playDemo(database_url))
  try {
    return named('loading', await measureLoading(executablePath, server.url, 'demo event, 10 hours old'))
  } finally {
    await server.close()
    await close()
  }
}

async function measureFullEvent(executablePath: string): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench()
  const event_id = await fillEvent(ctx.db, size, { is_current: true, ...running() })
  const flat_id = await fillEvent(ctx.db, { teams: size.teams, players: 300, categories: 1 }, { is_current: false, ...running() })
  const server = await servePages(database_url)
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  const results: BenchResult[] = []
  try {
    if (parts.includes('huge')) {
      const addresses = {
        home: `${server.url}/`,
        ladder: `${server.url}/scores/ladder`,
        category: `${server.url}/scores/section-0?event=${flat_id}`,
      }
      results.push(...named('huge', await measureHugeEvent(browser, addresses, size)))
    }
    if (parts.includes('stash'))
      results.push(...named('stash', await measureStash(browser, server.url, ctx.db, event_id, benchSecret)))
    if (parts.includes('open'))
      for (const path of ['/', '/scores/ladder'])
        results.push(...named('open', await measureOpenPage(browser, server.url + path, { db: ctx.db, event_id, minutes })))
    if (parts.includes('overlays'))
      results.push(...named('overlays', await measureOverlays(browser, server.url, ctx.db, event_id)))
    return results
  } finally {
    await browser.close()
    await server.close()
    await close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const executablePath = await provideChromium()
  await buildPages()
  const loading = parts.includes('loading') ? await measureDemo(executablePath) : []
  const full = ['huge', 'stash', 'open', 'overlays'].some((part) => parts.includes(part))
    ? await measureFullEvent(executablePath)
    : []
  return [...loading, ...full]
}
