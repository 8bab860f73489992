import type { Browser, Page } from '@playwright/test'

/** What counts as a stutter: the browser's own word for a task that people notice. */
export const longTask_ms = 50

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Watched {
  longTasks: number[]
}

/** A page that is told of every task that held its main thread for longer than people notice. */
export async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: 'longtask',
    })
  })
  return page
}

/** Until nothing is asked for, nothing is loading and the main thread has been free for half a second. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  await page.waitForFunction(() => document.querySelectorAll('main .skeleton').length === 0, null, { timeout: 120_000 })
  let seen = -1
  for (;;) {
    const count = await page.evaluate(() => (window as unknown as Watched).longTasks.length)
    if (count === seen) return
    seen = count
    await wait(500)
  }
}

export interface Tasks {
  readonly longest_ms: number
  /** How many people would notice. */
  readonly long: number
}

/** How long the main thread was busy without a pause while `act` ran. Zero: no task was longer than people notice. */
export async function watchTasks(page: Page, act: () => Promise<unknown>): Promise<Tasks> {
  await page.evaluate(() => (window as unknown as Watched).longTasks.splice(0))
  await act()
  await wait(500)
  const tasks = await page.evaluate(() => (window as unknown as Watched).longTasks)
  return { longest_ms: Math.max(0, ...tasks), long: tasks.filter((task_ms) => task_ms > longTask_ms).length }
}
