/**
 * The score feed against a bare broadcast: from the moment the hub may tell (its pace is over) until the last of 500
 * sockets has the message, with the read of the database, the visibility and the encoding; and the same bytes sent by a
 * server that does nothing else to as many sockets. Clients live in the same process in both, so the ratio is fair.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createApp } from '@muster/server/http/app'
import { startHub } from '@muster/server/live/hub'
import { anEvent, anObjective, aScoreChange, aTeam } from '@muster/server/testing/builders'
import { createManualTimer } from '@muster/server/testing/manual-timer'
import { WebSocket, WebSocketServer } from '@muster/server/testing/sockets'
import { openBench } from './bench-context.ts'
import type { BenchResult } from './result.ts'

const sockets = 500
const changesPerMessage = 20
const rounds = 30

/** Sockets that count what they get; `all` ends when each has one message more. */
async function openClients(url: string) {
  const clients = Array.from({ length: sockets }, () => new WebSocket(url))
  await Promise.all(clients.map((client) => once(client, 'open')))
  let missing = 0
  let last = ''
  let done = () => {}
  for (const client of clients) {
    client.on('message', (data: Buffer) => {
      last = data.toString()
      if (--missing === 0) done()
    })
  }
  const all = () => {
    missing = sockets
    return new Promise<void>((resolve) => (done = resolve))
  }
  return { all, last: () => last, close: () => clients.forEach((client) => client.terminate()) }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function time(start: () => void, end: Promise<void>) {
  const cpu = process.cpuUsage()
  const began = performance.now()
  start()
  await end
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - began, cpu_ms: (user + system) / 1000 }
}

async function measureBare(message: string) {
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const clients = await openClients(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const frame = Buffer.from(message)
  const timings = []
  for (let round = 0; round < rounds; round++) {
    timings.push(await time(() => server.clients.forEach((socket) => socket.send(frame, { binary: false })), clients.all()))
  }
  clients.close()
  server.close()
  http.close()
  return timings
}

async function measureFeed() {
  const { ctx, close } = await openBench()
  const { db } = ctx
  const timer = createManualTimer()
  const hub = startHub(ctx, { timer })
  const app = await createApp(ctx, { hub })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const event = await anEvent(db)
  const team = await aTeam(db, event.id)
  const objective = await anObjective(db, event.id)
  const address = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/events/${event.id}/scores/ws?token=`
  const clients = await openClients(address)
  const timings = []
  for (let round = 0; round < rounds; round++) {
    for (let change = 0; change < changesPerMessage; change++) {
      await aScoreChange(db, { event_id: event.id, objective, team_id: team.id, points: round * 100 + change })
    }
    // The notification is on its way; the hub holds the message back until its pace is over.
    await wait(50)
    // Should it come late on a busy machine, time goes on until it is told; the median is of those that were in time.
    const late = setInterval(() => timer.advance(6000), 200)
    timings.push(await time(() => timer.advance(6000), clients.all()))
    clearInterval(late)
  }
  const message = clients.last()
  clients.close()
  await hub.close()
  await app.close()
  await close()
  return { timings, message }
}

export async function run(): Promise<BenchResult[]> {
  const { timings, message } = await measureFeed()
  const bare = await measureBare(message)
  const note = `${sockets} sockets, ${message.length} bytes, medians of ${rounds}`
  const [feed_ms, bare_ms] = [median(timings.map((one) => one.ms)), median(bare.map((one) => one.ms))]
  const [feed_cpu, bare_cpu] = [median(timings.map((one) => one.cpu_ms)), median(bare.map((one) => one.cpu_ms))]
  return [
    { name: 'feed: until the last socket has it', value: feed_ms, unit: 'ms', note },
    { name: 'bare broadcast of the same bytes', value: bare_ms, unit: 'ms', note },
    {
      name: 'feed against bare broadcast, time',
      value: feed_ms / bare_ms,
      unit: '×',
      note: 'the feed also reads, filters and encodes',
    },
    { name: 'feed against bare broadcast, CPU', value: feed_cpu / bare_cpu, unit: '×', note: 'clients included in both' },
  ]
}
