import type { Browser, Page } from '@playwright/test'

/** What counts as a stutter: the browser's own word for a task that people notice. */
export const longTask_ms = 50

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage()
}

/** Until nothing is asked for (for half a second), nothing is loading and the browser has nothing to do. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  await page.waitForFunction(() => document.querySelectorAll('main .skeleton').length === 0, null, { timeout: 120_000 })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** What held the main thread while something was done, in processor time: that of other programs does not count. */
export interface Tasks {
  readonly longest_ms: number
  /** How many people would notice. */
  readonly long: number
  readonly busy_ms: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread, in millionths of a second. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: TracedPage & { readonly frames?: readonly TracedPage[] } }
}

interface TracedPage {
  readonly url?: string
  readonly processId?: number
}

/**
 * The processes of what was opened: the browser has pages of its own, which nobody sees. It names those of pages that are open; one
 * that was not started yet when its page was opened says itself that it loads it.
 */
const listProcesses = (events: readonly TraceEvent[]): ReadonlySet<number | undefined> =>
  new Set(
    events.flatMap(({ name, pid, args }) =>
      [args?.data, ...(args?.data?.frames ?? [])]
        .filter((page) => page?.url?.startsWith('http'))
        .map((page) => (name === 'CommitLoad' ? pid : page?.processId)),
    ),
  )

/** The tasks of the pages' main threads in what the browser traced; with one page open, those of that page. */
function readTasks(trace: Buffer): Tasks {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] }
  const processes = listProcesses(traceEvents)
  const main = new Set(
    traceEvents
      .filter(({ name, pid, args }) => name === 'thread_name' && args?.name === 'CrRendererMain' && processes.has(pid))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks_ms = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
  if (tasks_ms.length === 0) throw new Error('the browser traced no task')
  return {
    longest_ms: Math.max(...tasks_ms),
    long: tasks_ms.filter((task_ms) => task_ms > longTask_ms).length,
    busy_ms: tasks_ms.reduce((sum, task_ms) => sum + task_ms, 0),
  }
}

export async function watchTasks(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await wait(500)
  return readTasks(await browser.stopTracing())
}
