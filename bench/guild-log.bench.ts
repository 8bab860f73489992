/**
 * A guild log of a busy weekend in memory: a first complete read, an update after an upload of one page, and then paging and
 * totals, as in all later calls.
 */
import { createGuildLog } from '@muster/domain/guilds/guild-log'
import type { LogEntry } from '@muster/domain/guilds/log-page'
import { selectRows } from '@muster/domain/guilds/log-rows'
import { summarize } from '@muster/domain/guilds/log-summary'
import { createRandom, type Random } from './random.ts'
import type { BenchResult } from './result.ts'

const count = 50_000
const weekend_seconds = 72 * 3600
const batch = 5000
const repeats = 50

function makeLine(random: Random, entry_id: number): LogEntry {
  return {
    entry_id,
    timestamp: Math.floor((entry_id / count) * weekend_seconds) * 1000,
    account_name: `Player${random.below(30)}#1`,
    item_name: `Item ${Math.min(random.below(3000), random.below(3000), random.below(3000))}`,
    stash_name: `Tab ${random.below(60)}`,
    number: random.chance(0.7) ? 1 : 1 + random.below(20),
    action: random.pick(['added', 'added', 'removed', 'modified'] as const),
    x: random.below(24),
    y: random.below(24),
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Processor time in milliseconds, which other programs do not affect. */
function time(run: () => void): number {
  const started = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
const repeat = (run: (place: number) => void) => median(Array.from({ length: repeats }, (_, place) => time(() => run(place))))

export async function run(): Promise<BenchResult[]> {
  const random = createRandom(1)
  const lines = Array.from({ length: count }, (_, place) => makeLine(random, place + 1))
  const gaps = Array.from({ length: 20 }, (_, place) => ({
    from: place * 12_000_000 + 6_000_000,
    to: place * 12_000_000 + 6_005_000,
  }))
  const log = createGuildLog()
  log.setGaps(gaps)
  const steps: number[] = []
  for (let from = 0; from < count; from += batch) steps.push(time(() => log.add(lines.slice(from, from + batch))))
  const upload = repeat((place) =>
    log.add(Array.from({ length: 50 }, (_, line) => makeLine(random, count + 1 + place * 50 + line))),
  )
  const page = { pairs: true, limit: 100 }
  const note = `${count.toLocaleString('en')} lines, 30 players, 60 tabs, 3,000 items, 20 gaps`
  return [
    { name: 'reading a whole log', value: steps.reduce((sum, step) => sum + step, 0), unit: 'ms', note },
    { name: 'its longest task', value: Math.max(...steps), unit: 'ms', note: `${batch.toLocaleString('en')} lines` },
    { name: 'an uploaded page of 50 lines', value: upload, unit: 'ms', note: 'median of 50' },
    {
      name: 'changed gaps',
      value: repeat(() => log.setGaps(gaps)),
      unit: 'ms',
      note: 'recomputes every quantity; median of 50',
    },
    { name: 'the first 100 rows', value: repeat(() => selectRows(log, {}, page)), unit: 'ms', note: 'median of 50' },
    {
      name: '100 rows in the middle of a player and an item',
      value: repeat(() => selectRows(log, { account_name: 'Player7#1', item: 'item 2' }, { ...page, before: count / 2 })),
      unit: 'ms',
      note: 'median of 50',
    },
    { name: 'totals of all players', value: repeat(() => summarize(log, {})), unit: 'ms', note: 'median of 50' },
  ]
}
