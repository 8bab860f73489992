import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Row } from '../db/schema.ts'
import { subscriptionPlace, upsertDevice, upsertSettings } from '../features/personal-notices/store.ts'
import type { Egress } from '../gateways/egress/egress.ts'
import { hashSecret } from '../secret-hash.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from './builders.ts'
import { makeBrowserKeys, startPushReceiver } from './push-receiver.ts'
import { startTestServer, type TestServer } from './server.ts'

const keys = makeBrowserKeys()

/**
 * A server, a push service and an event with two teams for each test of personal notices. Ada is a member of the first team.
 * @param start creates the server's egress, which may reach the push service
 */
export function usePersonalScene(
  start: (origins: readonly string[]) => Egress,
  runTurn: (server: TestServer, egress: Egress) => Promise<void>,
) {
  const state = {
    now: testNow,
    receiver: {} as Awaited<ReturnType<typeof startPushReceiver>>,
    server: {} as TestServer,
    event: {} as Row<'events'>,
    teams: [] as Row<'teams'>[],
    ada: {} as Row<'users'>,
    judge: {} as Row<'users'>,
  }
  let egress: Egress
  let root: Row<'objectives'>
  const actions = {
    /** Runs one turn after this much time. */
    async turn(after_ms = 60_000): Promise<void> {
      state.now += after_ms
      state.server.setNow(state.now)
      await runTurn(state.server, egress)
    },
    /** Turns of several processes at the same time. */
    async turnTogether(count: number): Promise<void> {
      state.now += 60_000
      state.server.setNow(state.now)
      await Promise.all(Array.from({ length: count }, () => runTurn(state.server, egress)))
    },
    objective: (more: object = {}) =>
      anObjective(state.server.db, state.event.id, { parent_id: root.id, name: 'Mirror', ...more }),
    score: (of: Row<'objectives'>, team: number, points: number) =>
      aScoreChange(state.server.db, {
        event_id: state.event.id,
        objective: of,
        team_id: (state.teams[team] as Row<'teams'>).id,
        points,
        at: state.now,
      }),
    /** Stores a report by Ada that a judge decides now. */
    async decide(objective_id: ObjectiveId, to_status: 'APPROVED' | 'REJECTED' = 'APPROVED', author_id: UserId = state.judge.id) {
      state.now += 1000
      const at = new Date(state.now)
      const { id: submission_id } = await state.server.db
        .insertInto('submissions')
        .values({
          event_id: state.event.id as EventId,
          objective_id,
          team_id: state.teams[0]?.id as TeamId,
          user_id: state.ada.id,
          timestamp: at,
          submitted_at: at,
          number: 1,
          proof: '',
          comment: '',
          approval_status: to_status,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const step = { submission_id, kind: 'decided', from_status: 'PENDING', to_status, author_id, timestamp: at } as const
      await insertRows(state.server.db, 'submission_history', step)
    },
    /** Ada's browser. */
    aDevice: (endpoint = `${state.receiver.origin}/send/ada`) =>
      state.server.db.transact(async (tx) => {
        const endpoint_hash = hashSecret(endpoint)
        const { p256dh, auth } = keys
        const text = JSON.stringify({ endpoint, p256dh, auth })
        const subscription = state.server.ctx.vault.seal(subscriptionPlace(endpoint_hash), text)
        const { id: user_id, token_version } = state.ada
        const device = { user_id, token_version, service: 'push.test', made_at: new Date(state.now), endpoint_hash, subscription }
        return (await upsertDevice(tx, device)).id
      }),
    async told(user: Row<'users'>) {
      const { db } = state.server
      const rows = await db.selectFrom('personal_notices').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
      return rows.map(({ kind, facts }) => ({ kind, values: JSON.parse(facts) as Record<string, unknown> }))
    },
    /** Ada's settings. */
    rulesOf: (more: object = {}) =>
      upsertSettings(state.server.db, state.ada.id, {
        kinds: ['report_decided', 'overtaken'],
        quiet_from: null,
        quiet_to: null,
        time_zone: 'UTC',
        most_per_hour: 6,
        ...more,
      }),
  }
  beforeAll(async () => {
    state.receiver = await startPushReceiver(keys)
    state.server = await startTestServer()
    egress = start([state.receiver.origin])
  })
  afterAll(async () => {
    await state.server.close()
    await state.receiver.close()
  })
  beforeEach(async () => {
    const { db } = state.server
    state.event = await anEvent(db, { name: 'Autumn Muster' })
    state.teams = []
    for (const name of ['Lanterns', 'Falcons']) state.teams.push(await aTeam(db, state.event.id, { name }))
    root = await anObjective(db, state.event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
    state.ada = await aUser(db)
    state.judge = await aUser(db)
    await aMember(db, state.teams[0] as Row<'teams'>, state.ada.id)
    state.receiver.pushed.length = 0
    state.receiver.asked = 0
    state.receiver.answer = (reply) => void reply.writeHead(201).end()
    state.now = testNow
  })
  afterEach(async () => {
    for (const table of ['events', 'push_devices', 'scheduled_tasks'] as const) await state.server.db.deleteFrom(table).execute()
  })
  return Object.assign(state, actions)
}
