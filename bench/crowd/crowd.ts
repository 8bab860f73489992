import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@muster/server/testing/free-port'
import { buildPages } from '../../tools/pages.ts'
import { root } from '../../tools/places.ts'
import { readCpuSeconds } from '../../tools/rehearsal/processor.ts'
import { openBench } from '../bench-context.ts'
import type { BenchResult } from '../result.ts'
import { benchSecret } from '../serve-pages.ts'
import type { CrowdSize } from './crowd-size.ts'
import { type CrowdedEvent, makeCrowdedEvent, size } from './crowded-event.ts'
import { readMemory, type Spoken, startServer, startViewers, type Viewers } from './programs.ts'
import type { Feed, Report } from './wire.ts'

/** What the page of the board asks for first; the built page is held against it below. */
const boardCalls = [
  '/api/events',
  '/api/clock',
  '/api/events/{event}/status',
  '/api/events/{event}/objectives',
  '/api/events/{event}/scoring-presets',
  '/api/events/{event}/scores/latest',
  '/api/events/{event}/scores/history',
  '/api/events/{event}/scores/changes?limit=200&only=points',
  '/api/events/{event}/users',
]

/** One change a second. */
const between_ms = 1000
/** A process of viewers holds no more, so that it stays below the usual limit of open files. */
const mostOfProcess = 8000
/** A message that has not come everywhere by then is lost, and the bench fails. */
const patience_ms = 20_000

/** When something began to be told, when the first viewer had it, and when the last. */
interface Telling {
  readonly began_ms: number
  readonly first_ms: number
  readonly ended_ms: number
}

interface Served {
  readonly tellings: readonly Telling[]
  /** Processor time of the servers together. */
  readonly cpu_seconds: number
  readonly memory: readonly { now_mb: number; most_mb: number }[]
}

export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? Number.NaN

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Of one message, from all processes of viewers. */
const summarise = (told: readonly (Extract<Report, { kind: 'told' }> | undefined)[]) => ({
  first_ms: Math.min(...told.map((one) => one?.first_ms ?? Number.NaN)),
  ended_ms: Math.max(...told.map((one) => one?.at_ms ?? Number.NaN)),
})

/** Viewers in processes of their own. */
function gather(wanted: CrowdSize) {
  const count = Math.max(2, Math.ceil(wanted.sockets / mostOfProcess))
  const told: Extract<Report, { kind: 'told' }>[][] = []
  const lost: string[] = []
  const all: Viewers[] = Array.from({ length: count }, (_, place) => {
    const own: (typeof told)[number] = []
    told.push(own)
    return startViewers(place * 1_000_000, (report) => {
      if (report.kind === 'told') own.push(report)
      else if (report.kind === 'lost') lost.push(report.why)
    })
  })
  return {
    all,
    told,
    /** Opens all sockets; a share of them for each process. */
    async connect(feeds: readonly Feed[]) {
      const connected = all.map((one) => one.wait('connected'))
      const share = (number: number, place: number) => Math.floor(number / count) + Number(place < number % count)
      for (const [place, one] of all.entries())
        one.order({
          kind: 'connect',
          feeds: feeds.map((feed) => ({ ...feed, sockets: share(feed.sockets, place) })),
        })
      await Promise.all(connected)
    },
    /** Waits until every process has this; a viewer who was cut off is an error. */
    async until<T>(find: () => T | null): Promise<T> {
      for (const until = Date.now() + patience_ms; ; await sleep(20)) {
        if (lost.length > 0) throw new Error(`${lost.length} viewers were cut off: ${lost[0]}`)
        const found = find()
        if (found !== null) return found
        if (Date.now() > until) throw new Error(`a message did not reach everybody within ${patience_ms} ms`)
      }
    },
    pids: () => all.map(({ pid }) => pid),
    async stop() {
      const loaded = all.map((one) => one.wait('loaded'))
      for (const one of all) one.order({ kind: 'stop' })
      const reports = await Promise.all(loaded)
      await Promise.all(all.map((one) => one.stop()))
      return reports
    },
  }
}

/** Two thirds look on without a login; the others are dealt among the teams. */
function dealFeeds(event: CrowdedEvent, ports: readonly number[], { sockets }: CrowdSize): Feed[] {
  const path = `/api/events/${event.event_id}/scores/ws`
  const ofTeam = Math.floor(sockets / 3 / event.tokens.length / ports.length)
  return ports.flatMap((port, place) => {
    const own = Math.floor(sockets / ports.length) + Number(place < sockets % ports.length)
    const visitors = { port, path, sockets: own - ofTeam * event.tokens.length }
    return [visitors, ...event.tokens.map((token) => ({ port, path: `${path}?token=${token}`, sockets: ofTeam }))]
  })
}

const newestOf = (text: string) => Math.max(...(JSON.parse(text) as { sequence: number }[]).map(({ sequence }) => sequence))

/** The server's own program, against changes that are written as a scorekeeper writes them. */
async function measureFeed(event: CrowdedEvent, database_url: string, wanted: CrowdSize) {
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-crowd-'))
  const ports = await Promise.all(Array.from({ length: wanted.processes }, findFreePort))
  const secret = benchSecret.token_secret.reveal()
  const servers: Spoken[] = []
  for (const port of ports)
    servers.push(
      await startServer('server/src/main.ts', [], {
        ROLES: 'http',
        DATABASE_URL: database_url,
        DATA_DIR: data_dir,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TOKEN_SECRET: secret,
        ENCRYPTION_SECRET: secret,
        POE_CLIENT_ID: 'bench',
        POE_CLIENT_SECRET: 'bench',
        POE_CONTACT: 'bench@muster.invalid',
      }),
    )
  const crowd = gather(wanted)
  await crowd.connect(dealFeeds(event, ports, wanted))
  const calm = servers.map(({ pid }) => readMemory(pid).now_mb)
  if (wanted.loads_per_minute > 0) {
    const paths = boardCalls.map((path) => path.replace('{event}', String(event.event_id)))
    const per_minute = wanted.loads_per_minute / crowd.all.length
    for (const one of crowd.all) one.order({ kind: 'load', ports, paths, per_minute })
  }
  const began: { at_ms: number; committed_ms: number; sequence: number }[] = []
  // The first changes are made before anything is measured.
  const warmUp = 3
  let cpu = 0
  const viewersCpu = () => sum(crowd.pids().map(readCpuSeconds))
  let viewers_cpu = 0
  const first_ms = Date.now() + between_ms
  for (let round = 0; round < warmUp + wanted.seconds; round++) {
    await sleep(Math.max(0, first_ms + round * between_ms - Date.now()))
    if (round === warmUp) {
      cpu = sum(servers.map(({ pid }) => readCpuSeconds(pid)))
      viewers_cpu = viewersCpu()
    }
    const at_ms = Date.now()
    const sequence = await event.change(round)
    began.push({ at_ms, committed_ms: Date.now(), sequence })
  }
  const newest = began.at(-1)?.sequence ?? 0
  const has = (text: string | undefined, sequence: number) => text !== undefined && newestOf(text) >= sequence
  await crowd.until(() => (crowd.told.every((own) => has(own.at(-1)?.text, newest)) ? true : null))
  const cpu_seconds = sum(servers.map(({ pid }) => readCpuSeconds(pid))) - cpu
  viewers_cpu = viewersCpu() - viewers_cpu
  const memory = servers.map(({ pid }) => readMemory(pid))
  const tellings = began.slice(warmUp).map(({ at_ms, committed_ms, sequence }) => ({
    written_ms: committed_ms - at_ms,
    began_ms: committed_ms,
    ...summarise(crowd.told.map((own) => own.find(({ text }) => has(text, sequence)))),
  }))
  const text = crowd.told[0]?.at(-1)?.text ?? ''
  const loads = await crowd.stop()
  for (const server of servers) await server.stop()
  rmSync(data_dir, { recursive: true, force: true })
  return { tellings, cpu_seconds, viewers_cpu, memory, calm, text, loads }
}

/** The same bytes to as many sockets, by servers that do nothing else. */
async function measureBare(text: string, wanted: CrowdSize): Promise<Served> {
  const ports = await Promise.all(Array.from({ length: wanted.processes }, findFreePort))
  const script = fileURLToPath(new URL('./bare-broadcast.ts', import.meta.url))
  const began: number[][] = ports.map(() => [])
  const servers: Spoken[] = []
  for (const [place, port] of ports.entries())
    servers.push(
      await startServer(script, [String(port)], {}, (line) => {
        if (/^\d+$/.test(line)) began[place]?.push(Number(line))
      }),
    )
  const crowd = gather(wanted)
  await crowd.connect(ports.map((port) => ({ port, path: '/', sockets: Math.floor(wanted.sockets / ports.length) })))
  const warmUp = 3
  let cpu = 0
  for (let round = 0; round < warmUp + wanted.seconds; round++) {
    if (round === warmUp) cpu = sum(servers.map(({ pid }) => readCpuSeconds(pid)))
    const began_ms = Date.now()
    for (const server of servers) server.tell(text)
    await crowd.until(() => (crowd.told.every((own) => own.length > round) ? true : null))
    await sleep(Math.max(0, began_ms + between_ms - Date.now()))
  }
  const cpu_seconds = sum(servers.map(({ pid }) => readCpuSeconds(pid))) - cpu
  const memory = servers.map(({ pid }) => readMemory(pid))
  const tellings = Array.from({ length: wanted.seconds }, (_, place) => ({
    began_ms: Math.min(...began.map((own) => own[warmUp + place] ?? Number.NaN)),
    ...summarise(crowd.told.map((own) => own[warmUp + place])),
  }))
  await crowd.stop()
  for (const server of servers) await server.stop()
  return { tellings, cpu_seconds, memory }
}

/** Fails when the page asks for something else first than what is measured. */
async function checkCalls(): Promise<void> {
  await buildPages()
  const assets = join(root, 'web', 'dist', 'assets')
  const early = readdirSync(assets).find((name) => /^early-.*\.js$/.test(name)) ?? ''
  const [, listed = ''] = /\^\/\$`,calls:\[([^\]]*)\]/.exec(readFileSync(join(assets, early), 'utf8')) ?? []
  const asked = [...listed.matchAll(/`([^`]*)`/g)].map(([, path]) => path)
  if (asked.length !== boardCalls.length || asked.some((path) => !boardCalls.includes(path ?? '')))
    throw new Error(`the board asks for other things first than the bench: ${asked.join(', ')}`)
}

/** A crowd before the score feed, against a bare broadcast of the same bytes to as many sockets in the same processes. */
export async function measureCrowd(wanted: CrowdSize): Promise<BenchResult[]> {
  if (wanted.loads_per_minute > 0) await checkCalls()
  const { ctx, database_url, close } = await openBench({ durable: true })
  try {
    const event = await makeCrowdedEvent(ctx.db)
    const feed = await measureFeed(event, database_url, wanted)
    const bare = await measureBare(feed.text, wanted)
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
    const per = (served: Served) => (served.cpu_seconds / wanted.seconds) * 1000
    const results: BenchResult[] = [
      {
        name: 'change committed until the last viewer has it, 99th percentile',
        value: quantile(feed_ms, 0.99),
        unit: 'ms',
        note: `${note}; ${of(feed_ms)}, the first viewer ${first(feed)} ms; written before that in ${Math.round(quantile(written_ms, 0.5))} ms; goal 1000`,
      },
      {
        name: 'bare broadcast until the last has it, 99th percentile',
        value: quantile(bare_ms, 0.99),
        unit: 'ms',
        note: `${of(bare_ms)}, the first ${first(bare)} ms`,
      },
      {
        name: 'feed against bare broadcast, time',
        value: quantile(feed_ms, 0.5) / quantile(bare_ms, 0.5),
        unit: '×',
        note: 'medians; the feed also notifies, reads, filters and encodes; goal 1.2',
      },
      {
        name: 'feed against bare broadcast, processor time of the server',
        value: per(feed) / per(bare),
        unit: '×',
        note: `${Math.round(per(feed))} ms a change against ${Math.round(per(bare))} ms`,
      },
      {
        name: 'processor time of the server for a viewer and change',
        value: (per(feed) / wanted.sockets) * 1000,
        unit: 'µs',
        note: `bare ${((per(bare) / wanted.sockets) * 1000).toPrecision(3)} µs; the viewers take ${((feed.viewers_cpu / wanted.seconds / wanted.sockets) * 1e6).toPrecision(3)} µs`,
      },
      {
        name: 'memory of a server process, at most',
        value: Math.max(...feed.memory.map(({ most_mb }) => most_mb)),
        unit: 'MB',
        note: `resident; at the end ${feed.memory.map(({ now_mb }) => Math.round(now_mb)).join(', ')} MB; bare ${Math.round(Math.max(...bare.memory.map(({ most_mb }) => most_mb)))} MB; goal 600`,
      },
    ]
    if (wanted.loads_per_minute > 0) {
      const calls = feed.loads.flatMap(({ calls_ms }) => calls_ms)
      const files = feed.loads.flatMap(({ files_ms }) => files_ms)
      const failed = sum(feed.loads.map((one) => one.failed))
      if (failed > 0) throw new Error(`${failed} calls of page loads failed`)
      results.push({
        name: "page loads meanwhile: the board's calls, 99th percentile",
        value: quantile(calls, 0.99),
        unit: 'ms',
        note: `${wanted.loads_per_minute} loads a minute, ${calls.length} calls, median ${quantile(calls, 0.5).toPrecision(2)} ms; page and files ${quantile(files, 0.99).toPrecision(3)} ms; goal 150`,
      })
    }
    return results
  } finally {
    await close()
  }
}
