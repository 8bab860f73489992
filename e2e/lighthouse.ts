import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Flags } from 'lighthouse'

/** Lighthouse's own two settings: a desk, and a phone of the middle class on a slow network. */
export type Form = 'desktop' | 'mobile'
export type Category = 'performance' | 'accessibility' | 'best-practices'

export interface Verdict {
  /** 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>
  /** What cost points, in words. */
  readonly findings: readonly string[]
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Has Lighthouse judge addresses in a browser of its own, one after the other. */
export async function judgePages(
  addresses: readonly string[],
  options: { executablePath: string; form: Form; categories: readonly Category[] },
): Promise<Map<string, Verdict>> {
  const port = await findFreePort()
  const args = [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
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
  const flags: Flags = { port, onlyCategories: [...options.categories], logLevel: 'error' }
  const result = await lighthouse(address, flags, options.form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse said nothing about ${address}`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not judge ${address}: ${runtimeError.message}`)
  const marks = options.categories.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const)
  const weighed = new Set(
    Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
  )
  const findings = Object.values(audits)
    .filter(({ id, score }) => weighed.has(id) && score !== null && score < 1)
    .map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}`)
  return { scores: Object.fromEntries(marks), findings }
}
