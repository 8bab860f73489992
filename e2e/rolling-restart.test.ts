import { setTimeout as sleep } from 'node:timers/promises'
import { closeElsewhere, type ScoreDiff } from '@muster/contract/scores'
import { Secret } from '@muster/server/config'
import { connectDatabase } from '@muster/server/db/connect'
import { issueToken } from '@muster/server/features/login/token'
import { aScoreChange, aTeam, anEvent, anObjective, aUser } from '@muster/server/testing/builders'
import { findFreePort } from '@muster/server/testing/free-port'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './api/program.ts'
import { type Balancer, openBalancer } from './balancer.ts'

const viewers = 20
const callers = 4
/** Long enough for a health check of the proxy to fail, and for feeds to move. */
const drain_seconds = 2

const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
let balancer: Balancer
let ports: number[]
let programs: Awaited<ReturnType<typeof startApi>>[]

const start = (port: number) => startApi(database.url, { PORT: String(port), DRAIN_SECONDS: String(drain_seconds) })

beforeAll(async () => {
  connection = connectDatabase(database.url)
  ports = [await findFreePort(), await findFreePort()]
  programs = await Promise.all(ports.map(start))
  balancer = await openBalancer(ports)
})
afterAll(async () => {
  await balancer.close()
  await Promise.all(programs.map((program) => program.stop()))
  await connection.close()
})

/** Follows an event like a page: reconnects from its last change whenever the feed ends. */
function follow(event_id: number) {
  const numbers: number[] = []
  const codes: number[] = []
  let isOver = false
  let socket: WebSocket
  function open(): void {
    const since = numbers.at(-1) ?? 0
    socket = new WebSocket(`${balancer.url.replace('http', 'ws')}/api/events/${event_id}/scores/ws?since=${since}`)
    socket.addEventListener('message', ({ data }) =>
      numbers.push(...(JSON.parse(String(data)) as ScoreDiff[]).map(({ sequence }) => Number(sequence))),
    )
    socket.addEventListener('close', ({ code }) => {
      codes.push(code)
      if (!isOver) open()
    })
  }
  open()
  return {
    numbers,
    codes,
    stop() {
      isOver = true
      socket.close()
    },
  }
}

test('both processes restart in turn under load: no call fails, and no feed loses or repeats a change', async () => {
  const { db } = connection
  const { id: event_id } = await anEvent(db)
  const [objective, team] = [await anObjective(db, event_id), await aTeam(db, event_id)]
  const feeds = Array.from({ length: viewers }, () => follow(event_id))
  let isOver = false
  let written = 0
  const statuses = new Set<number>()

  /** A new admin with a separate address for each call, to stay within the rate limits. */
  async function call(_: unknown, at: number): Promise<void> {
    const admin = await aUser(db, { permissions: ['admin'] })
    const token = await issueToken({ token_secret: new Secret(programs[0]?.token_secret ?? '') }, admin)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${at}` }
    while (!isOver) {
      for (const [path, init] of [
        [`/events/${event_id}/scores/latest`, { headers }],
        ['/status/settings', { method: 'PUT', body: '{"is_public":true}', headers }],
        ['/users/self', { headers }],
      ] as const) {
        const { status } = await fetch(`${balancer.url}/api${path}`, init)
        statuses.add(status)
      }
      await sleep(100)
    }
  }
  async function play(): Promise<void> {
    while (!isOver) {
      await aScoreChange(db, { event_id, objective, team_id: team.id, points: ++written })
      await sleep(50)
    }
  }

  const busy = [play(), ...Array.from({ length: callers }, call)]
  for (const [at, port] of ports.entries()) {
    await programs[at]?.stop()
    programs[at] = await start(port)
    await expect.poll(() => balancer.isWell(port), { timeout: 30_000 }).toBe(true)
  }
  isOver = true
  await Promise.all(busy)
  const all = Array.from({ length: written }, (_, at) => at + 1)
  await expect.poll(() => feeds.every(({ numbers }) => numbers.length >= written), { timeout: 30_000 }).toBe(true)
  for (const feed of feeds) feed.stop()

  expect(balancer.lost).toEqual([])
  expect(statuses).toEqual(new Set([200, 204]))
  for (const { numbers } of feeds) expect(numbers).toEqual(all)
  // Each feed was moved by the stopping process; no connection broke.
  expect(new Set(feeds.flatMap(({ codes }) => codes))).toEqual(new Set([closeElsewhere]))
})
