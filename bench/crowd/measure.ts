import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@muster/server/testing/free-port'
import { readCpuSeconds } from '../../tools/rehearsal/processor.ts'
import { settingsOf } from '../serve-pages.ts'
import { type BoardPage, readBoardPage } from './board-page.ts'
import type { CrowdSize } from './crowd-size.ts'
import type { CrowdedEvent } from './crowded-event.ts'
import { gather, summarise } from './gather.ts'
import { readMemory, type Spoken, startServer, startWorker } from './programs.ts'
import { readServerSide } from './server-side.ts'
import type { Feed, LoaderOrder, LoaderReport } from './wire.ts'

/** One change per second. */
const between_ms = 1000

/** Start of a message's delivery, and the times when the first and the last viewer had it. */
interface Telling {
  readonly began_ms: number
  readonly first_ms: number
  readonly ended_ms: number
}

export interface Served {
  readonly tellings: readonly Telling[]
  /** Total processor time of the servers. */
  readonly cpu_seconds: number
  readonly memory: readonly { now_mb: number; most_mb: number }[]
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Two thirds of the viewers have no login; the others are players of all teams. */
function dealFeeds(event: CrowdedEvent, ports: readonly number[], { sockets }: CrowdSize): Feed[] {
  const path = `/api/events/${event.event_id}/scores/ws`
  const { tokens } = event
  return ports.flatMap((port, place) => {
    const own = Math.floor(sockets / ports.length) + Number(place < sockets % ports.length)
    const players = Math.floor(own / 3)
    const ofPlayers = tokens.slice(0, players).map((token, at) => {
      const each = Math.floor(players / tokens.length) + Number(at < players % tokens.length)
      return { port, path: `${path}?token=${token}`, sockets: each }
    })
    return [{ port, path, sockets: own - players }, ...ofPlayers]
  })
}

/** Starts the real server, with metrics on another port. */
async function startOwnServer(database_url: string, data_dir: string) {
  const [port, metrics_port] = [await findFreePort(), await findFreePort()]
  const program = await startServer('server/src/main.ts', [], {
    ROLES: 'http',
    ...settingsOf(database_url, data_dir, port),
    METRICS_PORT: String(metrics_port),
  })
  return { ...program, port, metrics_port }
}

/** Starts page loads, a third of them with a login; null for a bench without page loads. */
function startLoads(event: CrowdedEvent, page: BoardPage | null, ports: readonly number[], wanted: CrowdSize) {
  if (page === null) return null
  const loader = startWorker<LoaderOrder, LoaderReport>('./page-loads.ts', 100_000_000)
  const began_cpu = readCpuSeconds(loader.pid)
  loader.order({ kind: 'load', ports, per_minute: wanted.loads_per_minute, ...page, tokens: event.tokens })
  return {
    measure: () => loader.order({ kind: 'measure' }),
    async stop() {
      const cpu_seconds = readCpuSeconds(loader.pid) - began_cpu
      const loaded = loader.wait('loaded')
      loader.order({ kind: 'stop' })
      const report = await loaded
      await loader.stop()
      return { ...report, cpu_seconds }
    },
  }
}

/** Processor time so far, in seconds. */
const readProcessors = (servers: readonly Spoken[], viewers: readonly number[]) => ({
  servers: sum(servers.map(({ pid }) => readCpuSeconds(pid))),
  viewers: sum(viewers.map(readCpuSeconds)),
})

const newestOf = (text: string) => Math.max(...(JSON.parse(text) as { sequence: number }[]).map(({ sequence }) => sequence))

/** Measures the real server while changes are written as by a projection worker. */
export async function measureFeed(event: CrowdedEvent, database_url: string, wanted: CrowdSize) {
  // Builds the pages before the servers start, because a server reads the files at its start.
  const page = wanted.loads_per_minute > 0 ? await readBoardPage(event.event_id) : null
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-crowd-'))
  const servers: Awaited<ReturnType<typeof startOwnServer>>[] = []
  for (let number = 0; number < wanted.processes; number++) servers.push(await startOwnServer(database_url, data_dir))
  const ports = servers.map(({ port }) => port)
  const crowd = gather(wanted)
  await crowd.connect(dealFeeds(event, ports, wanted))
  const loads = startLoads(event, page, ports, wanted)
  const began: { at_ms: number; committed_ms: number; sequence: number }[] = []
  // Changes before the measurement starts.
  const warmUp = 3
  let before = readProcessors(servers, crowd.pids())
  const first_ms = Date.now() + between_ms
  for (let round = 0; round < warmUp + wanted.seconds; round++) {
    await sleep(Math.max(0, first_ms + round * between_ms - Date.now()))
    if (round === warmUp) {
      before = readProcessors(servers, crowd.pids())
      loads?.measure()
      // This read also resets the event loop statistics.
      await Promise.all(servers.map(({ metrics_port }) => readServerSide(metrics_port)))
    }
    const at_ms = Date.now()
    const sequence = await event.change(round)
    began.push({ at_ms, committed_ms: Date.now(), sequence })
  }
  const newest = began.at(-1)?.sequence ?? 0
  const has = (text: string | undefined, sequence: number) => text !== undefined && newestOf(text) >= sequence
  await crowd.until(() => (crowd.told.every((own) => has(own.at(-1)?.text, newest)) ? true : null))
  const after = readProcessors(servers, crowd.pids())
  const sides = await Promise.all(servers.map(({ metrics_port }) => readServerSide(metrics_port)))
  const memory = servers.map(({ pid }) => readMemory(pid))
  const numbers = crowd.told.map((own) => own.map(({ text }) => newestOf(text)))
  const tellings = began.slice(warmUp).map(({ at_ms, committed_ms, sequence }) => ({
    written_ms: committed_ms - at_ms,
    began_ms: committed_ms,
    ...summarise(crowd.told.map((own, place) => own[numbers[place]?.findIndex((number) => number >= sequence) ?? -1])),
  }))
  const text = crowd.told[0]?.at(-1)?.text ?? ''
  const loaded = (await loads?.stop()) ?? null
  await crowd.stop()
  for (const server of servers) await server.stop()
  rmSync(data_dir, { recursive: true, force: true })
  const cpu_seconds = after.servers - before.servers
  return { tellings, cpu_seconds, viewers_cpu: after.viewers - before.viewers, memory, sides, text, loaded }
}

/** Sends the same bytes to as many sockets from minimal servers. */
export async function measureBare(text: string, wanted: CrowdSize): Promise<Served> {
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
