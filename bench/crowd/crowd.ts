import { openBench } from '../bench-context.ts'
import type { BenchResult } from '../result.ts'
import type { CrowdSize } from './crowd-size.ts'
import { makeCrowdedEvent, size } from './crowded-event.ts'
import { measureBare, measureFeed, type Served } from './measure.ts'
import type { ServerSide } from './server-side.ts'
import type { LoaderReport } from './wire.ts'

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? Number.NaN

/** Goal for the board's calls; it has to be a bucket limit of the server's histogram. */
const callGoal_ms = 150

/** Results of the page loads, measured by the clients and by the server. */
function describeLoads(
  loaded: LoaderReport & { readonly cpu_seconds: number },
  sides: readonly ServerSide[],
  { loads_per_minute, seconds }: CrowdSize,
): BenchResult[] {
  const failures = Object.entries(loaded.failed)
  const all = Object.values(loaded.calls_ms).flat()
  const answered = (bound: number) => sides.reduce((count, side) => count + (side.answered.get(bound) ?? 0), 0)
  const late = answered(Number.POSITIVE_INFINITY) - answered(callGoal_ms / 1000)
  const loop_ms = Math.max(...sides.map(({ loop_late_ms }) => loop_late_ms))
  return [
    {
      name: 'board calls of page loads, 99th percentile',
      value: quantile(all, 0.99),
      unit: 'ms',
      at_most: callGoal_ms,
      note: `${loads_per_minute} loads a minute, a third with a login; ${all.length} calls, median ${quantile(all, 0.5).toPrecision(2)} ms; the loading process itself was late by ${loaded.late_ms.toPrecision(2)} ms (99th percentile), and used ${Math.round((loaded.cpu_seconds / seconds) * 100)} % of a core; goal ${callGoal_ms}`,
    },
    {
      name: 'failed calls and files',
      value: failures.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      at_most: 0,
      note: failures.map(([why, count]) => `${count} × ${why}`).join(', '),
    },
    ...Object.entries(loaded.calls_ms).map(([path, values]) => ({
      name: path.replace(/\/events\/\d+/, '/events/…'),
      value: quantile(values, 0.99),
      unit: 'ms',
      note: `99th percentile; median ${quantile(values, 0.5).toPrecision(2)} ms`,
    })),
    {
      name: 'page and its files, 99th percentile',
      value: quantile(loaded.files_ms, 0.99),
      unit: 'ms',
      note: `${loaded.files_ms.length} answers, median ${quantile(loaded.files_ms, 0.5).toPrecision(2)} ms`,
    },
    {
      name: 'share of calls above the goal, measured by the server',
      value: (late / answered(Number.POSITIVE_INFINITY)) * 100,
      unit: '%',
      note: `from the request's head until the answer is sent; event loop delay ${loop_ms.toPrecision(3)} ms (99th percentile)`,
    },
  ]
}

/** A bare broadcast does not change over time, so a minute is enough. */
const maxBare_seconds = 60

/** Measures viewers of the score feed against a bare broadcast of the same bytes to as many sockets in the same processes. */
export async function measureCrowd(wanted: CrowdSize): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench({ durable: true })
  try {
    const event = await makeCrowdedEvent(ctx.db)
    const feed = await measureFeed(event, database_url, wanted)
    const bare = await measureBare(feed.text, { ...wanted, seconds: Math.min(wanted.seconds, maxBare_seconds) })
    const took = ({ tellings }: Served) => tellings.map(({ began_ms, ended_ms }) => ended_ms - began_ms)
    const [feed_ms, bare_ms] = [took(feed), took(bare)]
    const note = `${wanted.sockets} sockets, ${wanted.processes === 1 ? 'one process' : `${wanted.processes} processes`}, ${feed.text.length} bytes, ${wanted.seconds} changes, ${size.teams} teams`
    const written_ms = feed.tellings.map((one) => one.written_ms)
    const first = ({ tellings }: Served) =>
      Math.round(
        quantile(
          tellings.map(({ began_ms, first_ms }) => first_ms - began_ms),
          0.5,
        ),
      )
    const of = (values: readonly number[]) =>
      `median ${Math.round(quantile(values, 0.5))} ms, longest ${Math.round(Math.max(...values))} ms`
    const per = (served: Served) => (served.cpu_seconds / served.tellings.length) * 1000
    const results: BenchResult[] = [
      {
        name: 'from commit to the last viewer, 99th percentile',
        value: quantile(feed_ms, 0.99),
        unit: 'ms',
        at_most: 1000,
        note: `${note}; ${of(feed_ms)}, the first viewer ${first(feed)} ms; writing the change took ${Math.round(quantile(written_ms, 0.5))} ms before that; goal 1000`,
      },
      {
        name: 'bare broadcast to the last viewer, 99th percentile',
        value: quantile(bare_ms, 0.99),
        unit: 'ms',
        note: `${bare_ms.length} broadcasts; ${of(bare_ms)}, the first viewer ${first(bare)} ms`,
      },
      {
        name: 'feed against bare broadcast, time',
        value: quantile(feed_ms, 0.5) / quantile(bare_ms, 0.5),
        unit: '×',
        ...(wanted.loads_per_minute === 0 && { at_most: 1.2 }),
        note: `medians; the feed also notifies, reads, filters and encodes; ${wanted.loads_per_minute === 0 ? 'goal 1.2' : 'pages are loaded at the same time, so the goal of 1.2 does not apply'}`,
      },
      {
        name: 'feed against bare broadcast, processor time of the server',
        value: per(feed) / per(bare),
        unit: '×',
        note: `${Math.round(per(feed))} ms per change against ${Math.round(per(bare))} ms`,
      },
      {
        name: 'processor time of the servers, total',
        value: (feed.cpu_seconds / wanted.seconds) * 100,
        unit: '% of a core',
        note: `including page loads; the viewers took ${Math.round((feed.viewers_cpu / wanted.seconds) * 100)} %`,
      },
      {
        name: 'processor time of the server per viewer and change',
        value: (per(feed) / wanted.sockets) * 1000,
        unit: 'µs',
        note: `bare ${((per(bare) / wanted.sockets) * 1000).toPrecision(3)} µs; the viewers take ${((feed.viewers_cpu / wanted.seconds / wanted.sockets) * 1e6).toPrecision(3)} µs`,
      },
      {
        name: 'largest memory of a server process',
        value: Math.max(...feed.memory.map(({ most_mb }) => most_mb)),
        unit: 'MB',
        at_most: 600,
        note: `resident; at the end ${feed.memory.map(({ now_mb }) => Math.round(now_mb)).join(', ')} MB; bare ${Math.round(Math.max(...bare.memory.map(({ most_mb }) => most_mb)))} MB; goal 600`,
      },
    ]
    if (feed.loaded) results.push(...describeLoads(feed.loaded, feed.sides, wanted))
    return results
  } finally {
    await close()
  }
}
