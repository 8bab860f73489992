import { findFreePort } from '@muster/server/testing/free-port'
import { chromium } from '@playwright/test'
import { chromiumArgs } from '../tools/chromium.ts'
import lighthouse, { desktopConfig, type Flags } from 'lighthouse'

/** Lighthouse's two presets: a desktop, and a mid-range phone on a slow network. */
export type Form = 'desktop' | 'mobile'
export type Category = 'performance' | 'accessibility' | 'best-practices'

export interface Verdict {
  /** From 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>
  /** Failed audits, as text. */
  readonly findings: readonly string[]
  /** Loading times, if performance was audited. */
  readonly loading: Loading
}

/** Milliseconds under Lighthouse's throttling; `shift` is the layout shift score. */
export interface Loading {
  /** Lighthouse's benchmark of the machine; its phone is simulated at a quarter of that. */
  readonly machine: number
  readonly first_paint_ms: number
  readonly largest_paint_ms: number
  readonly blocking_ms: number
  readonly layout_shift: number
}

/** Audits addresses with Lighthouse in a separate browser, one after the other. */
export async function judgePages(
  addresses: readonly string[],
  options: { executablePath: string; form: Form; categories: readonly Category[] },
): Promise<Map<string, Verdict>> {
  const port = await findFreePort()
  const args = [`--remote-debugging-port=${port}`, ...chromiumArgs]
  const browser = await chromium.launch({ executablePath: options.executablePath, args })
  try {
    const verdicts = new Map<string, Verdict>()
    for (const address of addresses) verdicts.set(address, await judge(address, port, options))
    return verdicts
  } finally {
    await browser.close()
  }
}

async function judge(address: string, port: number, options: { form: Form; categories: readonly Category[] }): Promise<Verdict> {
  // Without the screenshot of the whole page, which is only for human readers of the report and takes as long as half the rest.
  const flags: Flags = {
    port,
    onlyCategories: [...options.categories],
    logLevel: 'error',
    disableFullPageScreenshot: true,
  }
  const ask = () => lighthouse(address, flags, options.form === 'desktop' ? desktopConfig : undefined)
  let result = await ask()
  // On a busy machine Lighthouse sometimes loses its browser's trace, which does not mean that the page is bad.
  for (let again = 0; again < 2 && result?.lhr.runtimeError; again++) result = await ask()
  if (!result) throw new Error(`Lighthouse returned no result for ${address}`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse failed for ${address}: ${runtimeError.message}`)
  const marks = options.categories.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const)
  const weighed = new Set(
    Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
  )
  const findings = Object.values(audits)
    .filter(({ id, score }) => weighed.has(id) && score !== null && score < 1)
    .map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}`)
  const read = (id: string) => audits[id]?.numericValue ?? 0
  const loading = {
    machine: result.lhr.environment.benchmarkIndex,
    first_paint_ms: read('first-contentful-paint'),
    largest_paint_ms: read('largest-contentful-paint'),
    blocking_ms: read('total-blocking-time'),
    layout_shift: read('cumulative-layout-shift'),
  }
  return { scores: Object.fromEntries(marks), findings, loading }
}
