import type { AddressInfo } from 'node:net'
import { readState, type ReceivedScores } from '@muster/contract/received-scores'
import { type ScoreDiff, sequenceHeader } from '@muster/contract/scores'
import { sandboxRound_ms } from '@muster/domain/events/sandbox'
import { runSandbox } from '@muster/server/features/sandbox/sandbox'
import { type Hub, startHub } from '@muster/server/live/hub'
import { type ScoringSupervisor, startScoringSupervisor } from '@muster/server/scoring/supervisor'
import { testNow } from '@muster/server/testing/builders'
import { startTestServer, type TestServer } from '@muster/server/testing/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow } from '../client/src/follow.ts'

// The client package follows the sandbox of a server with a scorekeeper.

const minute = 60_000
let server: TestServer
let hub: Hub | undefined
let supervisor: ScoringSupervisor
let base: string
beforeAll(async () => {
  server = await startTestServer({ makeHub: (ctx) => (hub = startHub(ctx)) })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/v1`
  supervisor = startScoringSupervisor(server.ctx, server.ctx.config.database_url)
})
afterAll(async () => {
  await supervisor.close()
  await hub?.close()
  await server.close()
})

let now = (Math.floor(testNow / sandboxRound_ms) + 1) * sandboxRound_ms
async function pass(minutes: number): Promise<void> {
  now += minutes * minute
  server.setNow(now)
  await runSandbox(server.db, now)
}
async function loadLatest() {
  const answer = await server.get('/events/sandbox/scores/latest')
  const scores = readState(answer.json<ScoreDiff[]>())
  const points = [...scores.values()].flatMap((teams) => [...teams.values()].map((score) => score.points))
  return { scores, sequence: Number(answer.headers[sequenceHeader]), points: points.reduce((sum, own) => sum + own, 0) }
}
const waiting = { timeout: 20_000, interval: 50 }

test('a client follows the sandbox while it starts over, and ends equal to the server', async () => {
  await pass(10)
  await expect.poll(async () => (await loadLatest()).points, waiting).toBeGreaterThan(0)
  const stop = new AbortController()
  let received: ReceivedScores | undefined
  let changes = 0
  const end = follow({
    base,
    event_id: 'sandbox',
    signal: stop.signal,
    choosePause: () => 20,
    onScores: (scores) => void (received = scores),
    onChanges: (added, scores) => {
      changes += added.length
      received = scores
    },
  })
  await expect.poll(() => received, waiting).toBeDefined()
  await pass(19)
  await expect.poll(() => changes, waiting).toBeGreaterThan(50)
  const full = await loadLatest()
  await expect.poll(() => received?.scores, waiting).toEqual(full.scores)

  await pass(2)
  await expect.poll(async () => (await loadLatest()).points, waiting).toBeLessThan(full.points / 4)
  await pass(5)
  await expect.poll(async () => (await loadLatest()).points, waiting).toBeGreaterThan(0)
  const after = await loadLatest()
  expect(after.sequence).toBeGreaterThan(full.sequence)
  await expect.poll(() => received?.scores, waiting).toEqual((await loadLatest()).scores)
  stop.abort()
  expect(await end).toBe('stopped')

  // A client from two rounds ago must load again.
  await pass(30)
  await pass(30)
  await expect.poll(() => hub?.rooms, waiting).toBe(0)
  const stream = await fetch(`${base}/events/sandbox/scores/stream?since=${full.sequence - 1}`)
  expect(await stream.text()).toMatch(/event: reload\n(?:.*\n)*data: {"reason":"history"}/)
}, 120_000)
