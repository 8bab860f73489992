/**
 * The pages in a Chromium, built as they are served: Lighthouse's marks for speed in its two settings, what a screen of a huge
 * event and a full tab of a guild cost, and what a page that stays open costs while ten changes a second arrive. Nobody plays meanwhile: what is
 * measured is the page. PAGES=loading,huge,stash,open chooses, PAGES_MINUTES says how long a page stays open, ten unless told otherwise.
 */
import { chromium } from '@playwright/test'
import { chromiumArgs, provideChromium } from '../tools/chromium.ts'
import { buildPages } from '../tools/pages.ts'
import { openBench } from './bench-context.ts'
import { fillEvent } from './full-event.ts'
import { measureHugeEvent } from './huge-event.ts'
import { measureOpenPage } from './open-board.ts'
import { measureLoading, playDemo } from './page-loading.ts'
import type { BenchResult } from './result.ts'
import { benchSecret, servePages } from './serve-pages.ts'
import { measureStash } from './stash-page.ts'

const size = { teams: 30, players: 2000, categories: 20 }
const minutes = Number(process.env['PAGES_MINUTES'] ?? 10)
const parts = (process.env['PAGES'] ?? 'loading,huge,stash,open').split(',')

const day_ms = 86_400_000
/** The event of the builders lies in the past; pages show more of one that runs. */
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
  const full = ['huge', 'stash', 'open'].some((part) => parts.includes(part)) ? await measureFullEvent(executablePath) : []
  return [...loading, ...full]
}
