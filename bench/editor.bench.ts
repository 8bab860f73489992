/**
 * The objective editor with an event of a thousand objectives: time to open, and time the page is busy with each key. Open means
 * that a row of the tree and the fields of an objective have been painted. Times are measured in the page; other load on the
 * machine makes them longer. Work of the main thread is also measured in processor time, which other programs do not affect.
 */
import { chromium, type Page } from '@playwright/test'
import { issueToken } from '@muster/server/features/login/token'
import { anEvent, anObjective, aUser } from '@muster/server/testing/builders'
import { chromiumArgs, provideChromium } from '../tools/chromium.ts'
import { buildPages } from '../tools/pages.ts'
import { openBench } from './bench-context.ts'
import { watchTasks } from './open-page.ts'
import type { BenchResult } from './result.ts'
import { benchSecret, servePages } from './serve-pages.ts'

const categories = 20
const inEach = 50
const keys = 40
const times = 5

declare global {
  interface Window {
    /** Milliseconds from navigation until the editor is painted. */
    opened?: number
  }
}

/** Runs in the page before all other scripts; records when the editor is usable. */
function watchOpening(login: string): void {
  if (!window.location.protocol.startsWith('http')) return
  localStorage.setItem('auth', login)
  const watching = new MutationObserver(() => {
    if (!document.querySelector('.obj-row') || !document.querySelector('input[name=name]')) return
    watching.disconnect()
    // The first task after an animation frame runs once the frame has been painted.
    requestAnimationFrame(() => setTimeout(() => (window.opened = performance.now())))
  })
  watching.observe(document, { childList: true, subtree: true })
}

async function openEditor(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  const opened = await page.waitForFunction(() => window.opened)
  return (await opened.jsonValue()) ?? Number.NaN
}

const pickMiddle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures for each key the time until the page has rendered it and is idle again. */
function typeKeys(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(
    async ([wanted, count]) => {
      const input = document.querySelector<HTMLInputElement>(wanted as string)
      if (!input) throw new Error(`found no ${wanted}`)
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const times: number[] = []
      for (let key = 0; key < Number(count); key++) {
        const began = performance.now()
        setValue?.call(input, `${input.value}x`)
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        // React has rendered by then, because it renders input events synchronously.
        times.push(performance.now() - began)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
      }
      return times
    },
    [selector, keys],
  )
}

const highest = (times: readonly number[]) => Math.max(...times)

export async function run(): Promise<BenchResult[]> {
  await buildPages()
  const executablePath = await provideChromium()
  const { ctx, database_url, close } = await openBench()
  const event = await anEvent(ctx.db, { is_current: true })
  const root = await anObjective(ctx.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'All' })
  let last = root
  for (let category = 0; category < categories; category++) {
    const above = await anObjective(ctx.db, event.id, { parent_id: root.id, objective_type: 'CATEGORY', aggregation: 'NONE' })
    for (let place = 0; place < inEach; place++) {
      last = await anObjective(ctx.db, event.id, { parent_id: above.id })
      await ctx.db
        .insertInto('conditions')
        .values({ objective_id: last.id, field: 'NAME', operator: 'EQ', value: last.name })
        .execute()
    }
  }
  const designer = await aUser(ctx.db, { permissions: ['objective_designer'] })
  const token = await issueToken(benchSecret, designer)
  const server = await servePages(database_url)
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.addInitScript(watchOpening, token)
    const address = `${server.url}/admin/events/${event.id}/categories/root?edit=${last.id}`
    const opened: number[] = []
    for (let time = 0; time < times; time++) opened.push(await openEditor(page, address))
    const { busy_ms } = await watchTasks(browser, page, () => openEditor(page, address))
    const name = await typeKeys(page, 'input[name=name]')
    const condition = await typeKeys(page, '.obj-cnd input')
    const search = await typeKeys(page, '.obj-tree-head input')
    const note = `${categories * inEach} objectives, ${keys} keys; goal 50`
    return [
      {
        name: `opening the editor, median of ${times}`,
        value: pickMiddle(opened),
        unit: 'ms',
        note: `${categories * inEach} objectives; goal 1,000`,
      },
      {
        name: 'main thread while the editor opens',
        value: busy_ms,
        unit: 'ms',
        note: 'processor time, including half a second after opening',
      },
      { name: 'slowest key in the name', value: highest(name), unit: 'ms', note },
      { name: 'slowest key in a condition', value: highest(condition), unit: 'ms', note },
      { name: 'slowest key in the search of the tree', value: highest(search), unit: 'ms', note },
    ]
  } finally {
    await browser.close()
    await server.close()
    await close()
  }
}
