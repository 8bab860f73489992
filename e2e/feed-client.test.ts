import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { recordDefinition } from '@muster/server/db/definition'
import { appendFacts, type Observation } from '@muster/server/db/ledger'
import type { Row } from '@muster/server/db/schema'
import { type Hub, startHub } from '@muster/server/live/hub'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { aMember, anEvent, anObjective, aPreset, aTeam, aUser } from '@muster/server/testing/builders'
import { makeKey } from '@muster/server/testing/keys'
import { startTestServer, type TestServer } from '@muster/server/testing/server'
import { readState, type ReceivedScores } from '@muster/contract/received-scores'
import type { ScoreChange, ScoreDiff } from '@muster/contract/scores'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { follow } from '../client/src/follow.ts'
import { root } from '../tools/places.ts'

// The client package against a real server with a scorekeeper. A proxy cuts its connections at random bytes.

let server: TestServer
let hub: Hub | undefined
let port: number
const proxies: Server[] = []
beforeAll(async () => {
  server = await startTestServer({ makeHub: (ctx) => (hub = startHub(ctx, { limits: { sockets_per_person: 1000 } })) })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close()
})
afterAll(async () => {
  await hub?.close()
  await server.close()
})

/** Numbers from a seed, so that a failure can be repeated (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Forwards bytes to the server, and cuts each of the first connections after a random number of bytes or milliseconds. */
async function startCuttingProxy(cuts: number, random: () => number) {
  let left = cuts
  const proxy = createServer((near: Socket) => {
    const far = connect(port, '127.0.0.1')
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut)
    near.pipe(far)
    if (left <= 0) return void far.pipe(near)
    let bytes = 300 + Math.floor(random() * 4000)
    const timer = setTimeout(() => left-- > 0 && cut(), random() * 60)
    near.on('close', () => clearTimeout(timer))
    far.on('data', (chunk: Buffer) => {
      if (left <= 0 || chunk.length < bytes) {
        bytes -= chunk.length
        return void near.write(chunk)
      }
      left--
      near.write(chunk.subarray(0, bytes), cut)
    })
  })
  proxies.push(proxy.listen(0, '127.0.0.1'))
  await once(proxy, 'listening')
  return { base: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`, cutsLeft: () => Math.max(0, left) }
}

/** A running event with three teams, open objectives and one with hidden progress. */
async function aGame() {
  const { db, ctx } = server
  const { id: event_id } = await anEvent(db)
  const root_objective = await anObjective(db, event_id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  const preset = await aPreset(db, event_id, { points: [2], scoring_method: 'POINTS_FROM_VALUE' })
  const below = {
    parent_id: root_objective.id,
    scoring_preset_id: preset,
    required_number: 1000,
    aggregation: 'SUM_LATEST',
  } as const
  const objectives: Row<'objectives'>[] = []
  for (const hide_progress of [false, false, false, true])
    objectives.push(await anObjective(db, event_id, { ...below, name: `Goal ${objectives.length + 1}`, hide_progress }))
  const teams = [await aTeam(db, event_id), await aTeam(db, event_id), await aTeam(db, event_id)]
  await db.transact((tx) =>
    recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id: null, reason: 'new' }),
  )
  const keeper = await openScorekeeper(ctx, event_id)
  await keeper.step()
  return {
    event_id,
    teams,
    async play(random: () => number) {
      server.setNow(ctx.clock.now() + 1000)
      const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
      const team_id = pick(teams).id
      const observation: Observation = {
        objective_id: pick(objectives).id,
        team_id,
        user_id: null,
        source: `stash:${team_id}`,
        number: Math.floor(random() * 60),
        timestamp: new Date(ctx.clock.now()),
      }
      await db.transact((tx) => appendFacts(tx, event_id, [observation]))
      await keeper.step()
    },
  }
}

const loadLatest = async (event_id: number, headers: Record<string, string> = {}) =>
  readState((await server.get(`/events/${event_id}/scores/latest`, headers)).json<ScoreDiff[]>())

test('clients that lose their connection 500 times get each change once, and end equal to the server', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = createRandom(seed)
  const game = await aGame()
  const [own] = game.teams
  if (!own) throw new Error('no team')
  const player = await aUser(server.db)
  await aMember(server.db, own, player.id)
  const login = await server.as(player)
  const stop = new AbortController()

  const clients = await Promise.all(
    [undefined, login].map(async (headers) => {
      const proxy = await startCuttingProxy(500, random)
      const seen: number[] = []
      let received: ReceivedScores | undefined
      let loads = 0
      const end = follow({
        base: proxy.base,
        event_id: game.event_id,
        key: headers?.authorization.replace('Bearer ', ''),
        signal: stop.signal,
        choosePause: () => random() * 5,
        onScores: (scores) => {
          loads++
          received = scores
        },
        onChanges: (changes, scores) => {
          seen.push(...changes.map(({ sequence }) => sequence))
          received = scores
        },
      })
      return { proxy, headers, seen, end, scores: () => received?.scores, loads: () => loads }
    }),
  )
  await expect.poll(() => clients.every(({ loads }) => loads() === 1), { timeout: 30_000 }).toBe(true)
  const { sequence: first } = await findCursor(game.event_id)
  const isGoingOn = () => clients.some(({ proxy, seen }) => proxy.cutsLeft() > 0 || seen.length < 100)
  while (isGoingOn()) await game.play(random)
  await game.play(random)

  for (const { headers, scores, seen, loads } of clients) {
    await expect.poll(scores, { timeout: 30_000, message: `seed ${seed}` }).toEqual(await loadLatest(game.event_id, headers))
    expect(loads()).toBe(1)
    expect(seen.filter((sequence) => sequence > first)).toEqual(await listChanges(game.event_id, first, headers))
  }
  const [visitor, member] = clients
  expect(member?.seen.length).toBeGreaterThan(visitor?.seen.length ?? 0)
  stop.abort()
  expect(await Promise.all(clients.map(({ end }) => end))).toEqual(['stopped', 'stopped'])
}, 180_000)

async function findCursor(event_id: number): Promise<{ sequence: number }> {
  const { change_sequence } = await server.db
    .selectFrom('score_cursors')
    .select('change_sequence')
    .where('event_id', '=', event_id as never)
    .executeTakeFirstOrThrow()
  return { sequence: change_sequence }
}

/** The numbers of all changes after `after`, by repeated requests. */
async function listChanges(event_id: number, after: number, headers: Record<string, string> = {}): Promise<number[]> {
  const all: number[] = []
  for (;;) {
    const place = all.at(-1) ?? after
    const page = await server.get(`/events/${event_id}/scores/changes?after=${place}&limit=200`, headers)
    const numbers = page.json<ScoreChange[]>().map(({ sequence }) => sequence)
    if (numbers.length === 0) return all
    all.push(...numbers)
  }
}

test('a client with a key sees its team, and stops with the refusal when the key is revoked', async () => {
  const game = await aGame()
  const [own] = game.teams
  if (!own) throw new Error('no team')
  const player = await aUser(server.db)
  await aMember(server.db, own, player.id)
  const { key, secret, headers } = await makeKey(server, player, ['team'])
  const random = createRandom(3)
  for (let n = 0; n < 30; n++) await game.play(random)
  let received: ReceivedScores | undefined
  const end = follow({
    base: `http://127.0.0.1:${port}/api/v1`,
    event_id: game.event_id,
    key: secret,
    choosePause: () => 1,
    onScores: (scores) => void (received = scores),
  }).catch((refusal: Response) => refusal)
  await expect.poll(() => received?.scores, { timeout: 30_000 }).toEqual(await loadLatest(game.event_id, headers))
  expect(received?.scores).not.toEqual(await loadLatest(game.event_id))
  await server.send('DELETE', `/users/self/keys/${key.id}`, await server.as(player))
  const refusal = await end
  if (!(refusal instanceof Response)) throw new Error(`ended with ${refusal}`)
  expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([401, 'key_refused'])
}, 60_000)

test('a client whose own code fails gets the same scores and changes again', async () => {
  const game = await aGame()
  const random = createRandom(5)
  const stop = new AbortController()
  const [tried, seen]: number[][] = [[], []]
  let loads = 0
  const end = follow({
    base: `http://127.0.0.1:${port}/api/v1`,
    event_id: game.event_id,
    signal: stop.signal,
    choosePause: () => 1,
    onScores: () => {
      if (++loads === 1) throw new Error('no room')
    },
    onChanges: (changes) => {
      const numbers = changes.map(({ sequence }) => sequence)
      tried?.push(...numbers)
      if (tried?.length === numbers.length) throw new Error('no room')
      seen?.push(...numbers)
    },
  })
  await expect.poll(() => loads, { timeout: 30_000 }).toBe(2)
  const { sequence: first } = await findCursor(game.event_id)
  while ((seen?.length ?? 0) < 5) await game.play(random)
  const all = await listChanges(game.event_id, first)
  await expect.poll(() => seen, { timeout: 30_000 }).toEqual(all)
  expect(tried?.[0]).toBe(seen?.[0])
  expect(tried?.length).toBeGreaterThan(seen?.length ?? 0)
  stop.abort()
  expect(await end).toBe('stopped')
}, 60_000)

test('a client stops with the refusal when the event is unknown, and when the event is hidden', async () => {
  const base = `http://127.0.0.1:${port}/api/v1`
  await expect(follow({ base, event_id: 999_999 })).rejects.toMatchObject({ status: 404 })
  const game = await aGame()
  const end = follow({
    base,
    event_id: game.event_id,
    onScores: async () => {
      await server.db.updateTable('events').set({ is_public: false }).where('id', '=', game.event_id).execute()
    },
    choosePause: () => 1,
  })
  const outcome = await end.catch((refusal: Response) => refusal.status)
  expect(['gone', 404]).toContain(outcome)
}, 60_000)

test('the example prints the points of each change, and says why its key is refused', async () => {
  const game = await aGame()
  const { secret } = await makeKey(server, await aUser(server.db), [])
  const startBot = (MUSTER_KEY: string) =>
    execFile(process.execPath, [join(root, 'client', 'examples', 'bot.ts'), `http://127.0.0.1:${port}`, String(game.event_id)], {
      env: { ...process.env, MUSTER_KEY },
    })
  const bot = startBot(secret)
  let said = ''
  for (const stream of [bot.stdout, bot.stderr]) stream?.on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 30_000 }).toContain('following from change')
  const random = createRandom(7)
  await expect
    .poll(
      async () => {
        await game.play(random)
        return said
      },
      { timeout: 30_000 },
    )
    .toMatch(/^.+ \+\d+: Goal \d$/m)
  bot.kill('SIGINT')
  const [code] = (await once(bot, 'exit')) as [number]
  expect(code).toBe(0)

  const refused = startBot(`${secret}x`)
  let why = ''
  refused.stdout?.on('data', (text: string) => (why += text))
  const [refusedCode] = (await once(refused, 'close')) as [number]
  expect([refusedCode, why]).toEqual([1, expect.stringContaining('copy it again')])
}, 90_000)
