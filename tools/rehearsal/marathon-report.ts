import type { Meter, Reading } from './meter.ts'
import type { MarathonSize } from './scenario.ts'

const round = (number: number, digits = 0) => number.toLocaleString('en', { maximumFractionDigits: digits })

const sum = (of: Readonly<Record<string, number>>, names = Object.keys(of)) =>
  names.reduce((total, name) => total + (of[name] ?? 0), 0)

/** Differences between two readings. */
export interface Part {
  readonly from_hours: number
  readonly to_hours: number
  readonly played_hours: number
  /** Server and database, without the simulated game. */
  readonly cpu_seconds: number
  /** See `Reading`. */
  readonly floor_pages: number
  readonly database_mb: number
  readonly facts: number
  /** Number of requests to the game. */
  readonly requests: number
  readonly requests_by_policy: Readonly<Record<string, number>>
  readonly sent_mb: number
}

/** Two readings. */
export type Span = readonly [from: Reading, to: Reading]

/** @param names of the server's processes. */
export function listParts(spans: readonly Span[], names: readonly string[]): Part[] {
  return spans.map(([from, to]) => {
    const ours = [...names, 'database']
    return {
      from_hours: from.hours,
      to_hours: to.hours,
      played_hours: to.played_hours - from.played_hours,
      cpu_seconds: sum(to.cpu_seconds, ours) - sum(from.cpu_seconds, ours),
      floor_pages: to.floor_pages - from.floor_pages,
      database_mb: to.database_mb - from.database_mb,
      facts: to.rows.facts - from.rows.facts,
      requests: to.requests - from.requests,
      requests_by_policy: Object.fromEntries(
        Object.entries(to.requests_by_policy).map(([policy, count]) => [policy, count - (from.requests_by_policy[policy] ?? 0)]),
      ),
      sent_mb: to.sent_mb - from.sent_mb,
    }
  })
}

/** Pairs of consecutive readings. */
const listSpans = (readings: readonly Reading[]): Span[] => readings.slice(1).map((to, place) => [readings[place] as Reading, to])

const day_hours = 24
/** Minimum length of a comparable part of a day; a shorter one may be just a night. */
const minDay_hours = 12
/** Tolerance for readings at the same hour. */
const sameHour = 0.25

/**
 * For an event of several days: one span per day, as long as the last day was played. Activity depends on the time of day, and
 * costs that do not depend on players continue at night, so a day without its night would look cheap. For a shorter event: every
 * part.
 */
export function pickDays(readings: readonly Reading[]): readonly Span[] {
  const last = readings.at(-1)
  const parts = listSpans(readings)
  if (!last || last.hours < day_hours + minDay_hours) return parts
  const days = Array.from({ length: Math.floor((last.hours - minDay_hours) / day_hours) + 1 }, (_, day) => day * day_hours)
  const at = (hours: number) => readings.find((one) => Math.abs(one.hours - hours) <= sameHour)
  const begun_hours = days.at(-1) ?? 0
  const ends = readings.map(({ hours }) => Math.min(hours - begun_hours, day_hours)).toSorted((a, b) => b - a)
  const length_hours = ends.find((length) => length >= minDay_hours && days.every((day) => at(day + length)))
  if (length_hours === undefined) return parts
  return days.flatMap((day) => {
    const [from, to] = [at(day), at(day + length_hours)]
    return from && to ? [[from, to] as const] : []
  })
}

/** A later part may cost this much more than the first and still count as equal, because machines vary. */
const tolerance = 1.25

export interface Growth {
  readonly what: string
  /** Cost per played hour, for each part. */
  readonly each: readonly number[]
  /** The most expensive later part relative to the first. */
  readonly ratio: number
  readonly is_linear: boolean
}

/**
 * Compares the cost of a played hour at the start and the end of an event. Processor time is counted in floor pages, because the
 * speed of a shared machine varies.
 */
export function judgeGrowth(parts: readonly Part[]): Growth[] {
  const judge = (what: string, cost: (part: Part) => number): Growth => {
    // There is no play after the end of the league.
    const each = parts.filter(({ played_hours }) => played_hours > 0).map((part) => cost(part) / part.played_hours)
    const [first = 0, ...later] = each
    const ratio = Math.max(first, ...later) / first
    return { what, each, ratio, is_linear: ratio <= tolerance }
  }
  return [
    judge('processor time of the server and its database, floor pages', (part) => part.floor_pages),
    judge('size of the database, kB', (part) => part.database_mb * 1024),
  ]
}

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map((_, place) => (place === 0 ? '---' : '---:')).join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
]

/** A count per played hour. */
const sayEach = ({ played_hours }: Part, count: number) => (played_hours > 0 ? round(count / played_hours, 1) : '')

/** Average time of a floor page during this part. */
const sayPage = ({ cpu_seconds, floor_pages }: Part) => round((cpu_seconds * 1000) / floor_pages, 1)

export const sayReading = ({ hours, cpu_seconds, memory, database_mb, rows }: Reading): string =>
  `hour ${round(hours, 1)}: processor ${Object.entries(cpu_seconds)
    .map(([name, seconds]) => `${name} ${round(seconds)} s`)
    .join(', ')}; memory ${Object.entries(memory)
    .map(([name, mb]) => `${name} ${round(mb)} MB`)
    .join(', ')}; database ${round(database_mb)} MB, ${round(rows.facts)} facts`

const longestTakeover_ms = 3000

/** The report as Markdown, and a list of failed requirements. */
export function describeMarathon(
  meter: Pick<Meter, 'readings' | 'takeover'>,
  about: MarathonSize & { readonly names: readonly string[]; readonly failures: readonly string[] },
): { text: string; failures: string[] } {
  const { names } = about
  const readings = meter.readings()
  const takeover = meter.takeover()
  const parts = listParts(pickDays(readings), names)
  const growth = judgeGrowth(parts)
  const stretches = listParts(listSpans(readings), names)
  const ends = readings.slice(1)
  const hoursOf = ({ from_hours, to_hours }: Part) => `${round(from_hours)} to ${round(to_hours)}`
  const policies = Object.keys(ends.at(-1)?.requests_by_policy ?? {})
  const tables = Object.keys(ends.at(-1)?.tables_mb ?? {}).filter((name) => (ends.at(-1)?.tables_mb[name] ?? 0) >= 0.5)
  const failures = [
    ...about.failures,
    ...growth
      .filter(({ is_linear }) => !is_linear)
      .map(({ what, ratio }) => `${what}: grew by a factor of ${round(ratio, 2)} per played hour`),
    ...(takeover && takeover.rebuild_ms > longestTakeover_ms ? ['a takeover takes more than three seconds'] : []),
  ]
  const text = [
    `# An event of ${round(about.players)} players, ten teams, ${round(about.objectives)} objectives, ${round(about.hours)} hours`,
    '',
    failures.length === 0 ? 'Passed.' : `Failed: ${failures.join('; ')}.`,
    '',
    '## Per played hour',
    '',
    ...tableOf(
      ['', ...parts.map(hoursOf), 'highest to first'],
      [
        ['hours played', ...parts.map(({ played_hours }) => round(played_hours)), ''],
        [
          'processor time of the server and its database, ms',
          ...parts.map((part) => sayEach(part, part.cpu_seconds * 1000)),
          'not judged: includes the speed of the machine',
        ],
        ['one floor page, ms', ...parts.map(sayPage), ''],
        ...growth.map(({ what, each, ratio, is_linear }) => [
          what,
          ...parts.map((_, place) => (place < each.length ? round(each[place] ?? 0, 1) : '')),
          `${round(ratio, 2)}${is_linear ? ', linear' : ', NOT linear'}`,
        ]),
        ['facts', ...parts.map((part) => sayEach(part, part.facts)), ''],
        ['requests to the game', ...parts.map((part) => sayEach(part, part.requests)), ''],
        ...policies.map((policy) => [
          `of these ${policy}`,
          ...parts.map((part) => sayEach(part, part.requests_by_policy[policy] ?? 0)),
          '',
        ]),
        ['sent by the game, kB', ...parts.map((part) => sayEach(part, part.sent_mb * 1024)), ''],
      ],
    ),
    '## Processor seconds since the start of the rehearsal',
    '',
    ...tableOf(
      ['', ...readings.map(({ hours }) => `hour ${round(hours)}`)],
      [
        ...Object.keys(readings[0]?.cpu_seconds ?? {}).map((name) => [
          name,
          ...readings.map(({ cpu_seconds }) => round(cpu_seconds[name] ?? 0)),
        ]),
        ['one floor page since the previous column, ms', '', ...stretches.map(sayPage)],
      ],
    ),
    '## Memory, MB resident',
    '',
    ...tableOf(
      ['', ...readings.map(({ hours }) => `hour ${round(hours)}`)],
      Object.keys(readings[0]?.memory ?? {}).map((name) => [name, ...readings.map(({ memory }) => round(memory[name] ?? 0))]),
    ),
    '## Database',
    '',
    ...tableOf(
      ['', ...readings.map(({ hours }) => `hour ${round(hours)}`)],
      [
        ['whole, MB', ...readings.map(({ database_mb }) => round(database_mb))],
        ['written to the WAL, MB', ...readings.map(({ wal_mb }) => round(wal_mb))],
        ...tables.map((name) => [`table ${name}, MB`, ...readings.map(({ tables_mb }) => round(tables_mb[name] ?? 0, 1))]),
        ...Object.keys(ends[0]?.rows ?? {}).map((name) => [
          `rows of ${name}`,
          ...readings.map(({ rows }) => round(rows[name as keyof Reading['rows']])),
        ]),
        ['requests to the game', ...readings.map(({ requests }) => round(requests))],
      ],
    ),
    ...(takeover
      ? [
          '## Takeover',
          '',
          ...tableOf(
            [`with ${round(takeover.facts)} facts`, 'ms'],
            [
              ['start of a new scorekeeper', round(takeover.rebuild_ms)],
              ['from kill -9 until a standby process has stored a new score', round(takeover.by_standby_ms)],
              ['from the start of the whole server until it has stored a new score', round(takeover.by_restart_ms)],
            ],
          ),
        ]
      : []),
  ].join('\n')
  return { text, failures }
}
