import type { Browser, Page } from '@playwright/test'

/** Threshold for a stutter: the browser's limit for long tasks, which people notice. */
export const longTask_ms = 50
/** The interval of a screen with 60 frames a second. */
export const frame_ms = 1000 / 60

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage()
}

/** Waits until the page has sent no request for half a second, has loaded, and is idle. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  await page.waitForFunction(() => document.querySelectorAll('main .skeleton').length === 0, null, { timeout: 120_000 })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Main thread tasks during an action, in processor time, which other programs do not affect. */
export interface Tasks {
  readonly longest_ms: number
  /** Number of noticeable tasks. */
  readonly long: number
  readonly busy_ms: number
  /** Frames that had to wait for a task. */
  readonly late_frames: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: TracedPage & { readonly frames?: readonly TracedPage[] } }
}

interface TracedPage {
  readonly url?: string
  readonly processId?: number
}

/**
 * Processes of the opened pages; the browser also has internal pages. The trace names the processes of open pages; a process that
 * started later reports its page itself.
 */
const listProcesses = (events: readonly TraceEvent[]): ReadonlySet<number | undefined> =>
  new Set(
    events.flatMap(({ name, pid, args }) =>
      [args?.data, ...(args?.data?.frames ?? [])]
        .filter((page) => page?.url?.startsWith('http'))
        .map((page) => (name === 'CommitLoad' ? pid : page?.processId)),
    ),
  )

/** Main thread tasks of the pages in a trace; with one open page, the tasks of that page. */
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
  if (tasks_ms.length === 0) throw new Error('the trace contains no task')
  return {
    longest_ms: Math.max(...tasks_ms),
    long: tasks_ms.filter((task_ms) => task_ms > longTask_ms).length,
    busy_ms: tasks_ms.reduce((sum, task_ms) => sum + task_ms, 0),
    late_frames: tasks_ms.reduce((sum, task_ms) => sum + Math.floor(task_ms / frame_ms), 0),
  }
}

export async function watchTasks(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await wait(500)
  return readTasks(await browser.stopTracing())
}
