import type { ClockSetting } from '@muster/server/clock'
import { judgePages, type Verdict } from '../e2e/lighthouse.ts'
import { openWorld } from '../e2e/world.ts'
import type { BenchResult } from './result.ts'

/** Number of audits per page; the median counts, because the machine may be slow for a moment. */
const times = Number(process.env['PAGES_TIMES'] ?? 3)
const goals = { desktop: 95, mobile: 85 } as const
/** The most visited pages of the public board. */
const paths = ['/', '/scores/ladder']

/** Elapsed event hours when the pages are audited, and the speed of the simulation before that. */
const playedHours = 10
const speed = 300

/** Plays the demo event until every page has content. The returned clock continues from there at real speed. */
export async function playDemo(database_url: string): Promise<ClockSetting> {
  const world = await openWorld({ database_url, speed, length_hours: 72 })
  try {
    await world.start()
    const until_ms = world.simulator.clock.now() + playedHours * 3_600_000
    while (world.simulator.clock.now() < until_ms) await new Promise((resolve) => setTimeout(resolve, 500))
    return { real_ms: Date.now(), virtual_ms: world.simulator.clock.now(), speed: 1 }
  } finally {
    await world.close()
  }
}

const pickMiddle = (verdicts: readonly Verdict[]) =>
  verdicts.toSorted((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0))[Math.floor(verdicts.length / 2)]

function describe({ loading }: Verdict, all: readonly Verdict[]): string {
  const { machine, first_paint_ms, largest_paint_ms, blocking_ms, layout_shift } = loading
  const marks = all.map(({ scores }) => scores.performance).join(', ')
  const moments = `first paint ${Math.round(first_paint_ms)} ms, largest ${Math.round(largest_paint_ms)} ms`
  const rest = `blocked ${Math.round(blocking_ms)} ms, shift ${layout_shift.toFixed(3)}; scores ${marks}`
  return `${moments}, ${rest}; Lighthouse benchmark index of the machine ${Math.round(machine)}`
}

/** Lighthouse's performance score with both presets, and its components. */
export async function measureLoading(executablePath: string, origin: string, event: string): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const form of ['desktop', 'mobile'] as const) {
    const rounds: Map<string, Verdict>[] = []
    for (let round = 0; round < times; round++) {
      const addresses = paths.map((path) => origin + path)
      rounds.push(await judgePages(addresses, { executablePath, form, categories: ['performance'] }))
    }
    for (const path of paths) {
      const all = rounds.flatMap((round) => round.get(origin + path) ?? [])
      const middle = pickMiddle(all)
      if (!middle) throw new Error(`${path} has no result`)
      const note = `${event}: ${describe(middle, all)}; goal ${goals[form]}`
      results.push({ name: `Lighthouse, ${form}, ${path}`, value: middle.scores.performance ?? 0, unit: '', note })
    }
  }
  return results
}
