import type { ClockSetting } from '@muster/server/clock'
import { judgePages, type Verdict } from '../e2e/lighthouse.ts'
import { openWorld } from '../e2e/world.ts'
import type { BenchResult } from './result.ts'

/** Each page is judged so often; the middle one counts, because one slow moment of the machine is no property of a page. */
const times = Number(process.env['PAGES_TIMES'] ?? 3)
const goals = { desktop: 95, mobile: 85 } as const
/** The public board: these are what people open first. */
const paths = ['/', '/scores/ladder']

/** How many hours of its own time the demo event has been played when pages are judged, and how fast it is played. */
const playedHours = 10
const speed = 300

/** Plays the demo event until there is something on every page, and stops its clock there: at the speed of life from then on. */
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
  const rest = `blocked ${Math.round(blocking_ms)} ms, shift ${layout_shift.toFixed(3)}; marks ${marks}`
  return `${moments}, ${rest}; Lighthouse's figure for the machine ${Math.round(machine)}`
}

/** Lighthouse's mark for speed in its two settings, with what it is made of. */
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
      if (!middle) throw new Error(`${path} was not judged`)
      const note = `${event}: ${describe(middle, all)}; goal ${goals[form]}`
      results.push({ name: `Lighthouse, ${form}, ${path}`, value: middle.scores.performance ?? 0, unit: '', note })
    }
  }
  return results
}
