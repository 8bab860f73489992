import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aScoreChange, aTeam, insertRows, testNow } from '../../testing/builders.ts'
import { aNoticeRoute, startReceiver } from '../../testing/notice-routes.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { runTaskOnce } from '../scheduled-tasks.ts'
import { createChannels, createSendNotices } from '../send-notices.ts'

// Two servers with the same public event and different secrets send the same bytes: names and scores of unopened objectives, progress that
// teams hide from each other, announcements for leads, and how often any of it changes.

const minute = 60_000
const worlds: { server: TestServer; receiver: Awaited<ReturnType<typeof startReceiver>> }[] = []
beforeAll(async () => {
  for (const _ of ['one', 'two']) {
    const receiver = await startReceiver()
    worlds.push({ receiver, server: await startTestServer({ environment: { WEBHOOK_ORIGINS: receiver.origin } }) })
  }
})
afterAll(async () => {
  for (const { server, receiver } of worlds) {
    await server.close()
    await receiver.close()
  }
})

const secretActions = ['unopened', 'unopened_finished', 'hidden', 'announcement', 'unopened_renamed'] as const
type SecretAction = (typeof secretActions)[number]
interface Step {
  readonly objective: number
  readonly team: number
  readonly points: number
  readonly finished: boolean
}

/** Plays an event with these secrets before each public step. @returns the bodies that its receivers got */
async function play(
  { server, receiver }: (typeof worlds)[number],
  steps: readonly Step[],
  secrets: readonly (readonly SecretAction[])[],
) {
  const { db } = server
  await sql`truncate events, notice_routes, scheduled_tasks restart identity cascade`.execute(db)
  receiver.received.length = 0
  const event = await anEvent(db, { name: 'Autumn Muster' })
  const teams = [await aTeam(db, event.id, { name: 'Lanterns' }), await aTeam(db, event.id, { name: 'Falcons' })]
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  const below = { parent_id: root.id }
  const open = [
    await anObjective(db, event.id, { ...below, name: 'Mirror' }),
    await anObjective(db, event.id, { ...below, name: 'Ring' }),
  ]
  const hiding = await anObjective(db, event.id, { ...below, name: 'Race', hide_progress: true, required_number: 100 })
  const later = new Date(testNow + 40 * 3_600_000)
  const unopened = await anObjective(db, event.id, { ...below, name: `Secret ${JSON.stringify(secrets)}`, valid_from: later })
  for (const readers of ['public', 'organisers'] as const)
    await aNoticeRoute(server, event.id, `${receiver.origin}/${readers}`, { readers, kinds: [...publicKinds] })
  const task = createSendNotices(createChannels(server.ctx.config))
  let now = testNow
  const turn = async () => {
    now += minute
    server.setNow(now)
    await runTaskOnce(server.ctx, task, new AbortController().signal)
  }
  const score = (objective: Row<'objectives'>, team: number, points: number, finished: boolean) =>
    aScoreChange(db, { event_id: event.id, objective, team_id: (teams[team] as Row<'teams'>).id, points, finished, at: now })
  let count = 0
  const acts: Record<SecretAction, () => Promise<unknown>> = {
    unopened: () => score(unopened, count % 2, ++count * 10, false),
    unopened_finished: () => score(unopened, count % 2, ++count * 10, true),
    hidden: () => score(hiding, count % 2, ++count * 1000, false),
    unopened_renamed: () =>
      db
        .updateTable('objectives')
        .set({ name: `Secret ${++count}` })
        .where('id', '=', unopened.id)
        .execute(),
    announcement: () =>
      insertRows(db, 'announcements', {
        event_id: event.id,
        title: 'Secret of leads',
        text: 'Secret',
        audience: 'leads',
        starts_at: new Date(now + minute * 30),
        written_at: new Date(now),
      }),
  }
  await turn()
  for (const [index, { objective, team, points, finished }] of steps.entries()) {
    for (const action of secrets[index] ?? []) await acts[action]()
    await score(open[objective] as Row<'objectives'>, team, points, finished)
    await turn()
  }
  await turn()
  // Routes are served at the same time: the order is that of each.
  return receiver.received
    .map(({ headers, body }) => ({ id: String(headers['webhook-id']), body }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
}

const publicKinds = ['first_finish', 'rank_change', 'big_score', 'release', 'closing_soon', 'announcement', 'results'] as const

test('secrets change no byte of a message', async () => {
  const steps = fc.array(fc.record({ objective: fc.nat(1), team: fc.nat(1), points: fc.nat(200), finished: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  const secrets = fc.array(fc.array(fc.constantFrom(...secretActions), { maxLength: 3 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(steps, secrets, secrets, async (played, ones, others) => {
      const [one, other] = worlds
      if (!one || !other) throw new Error('no servers')
      const [first, second] = [await play(one, played, ones), await play(other, played, others)]
      expect(second).toEqual(first)
      expect(JSON.stringify(first)).not.toMatch(/secret|race/i)
    }),
    { numRuns: 12 },
  )
})

test('a public change does change the bytes', async () => {
  const [one, other] = worlds
  if (!one || !other) throw new Error('no servers')
  const step = { objective: 0, team: 0, points: 50, finished: true }
  const first = await play(one, [step], [])
  expect(first.length).toBe(2)
  expect(await play(other, [{ ...step, points: 51 }], [])).not.toEqual(first)
})
