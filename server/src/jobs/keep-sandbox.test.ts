import type { Event } from '@muster/contract/events'
import type { ScoreDiff } from '@muster/contract/scores'
import { sandboxRound_ms, sandboxTeams } from '@muster/domain/events/sandbox'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { findEvent } from '../features/events/store.ts'
import { openScorekeeper } from '../scoring/scorekeeper.ts'
import { verifyStandings } from '../scoring/verify.ts'
import { anEvent, aUser, testNow } from '../testing/builders.ts'
import { useRole, useTestServer } from '../testing/use-server.ts'
import { keepSandbox } from './keep-sandbox.ts'
import { runTaskOnce } from './scheduled-tasks.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
const minute = 60_000
let now = testNow
/** Each test begins with a round. */
beforeEach(() => {
  now = (Math.floor(now / sandboxRound_ms) + 1) * sandboxRound_ms
})

async function turn(after_ms = minute, sandbox: 'on' | 'off' = 'on'): Promise<void> {
  now += after_ms
  server.setNow(now)
  await server.db.deleteFrom('scheduled_tasks').execute()
  const ctx = { ...server.ctx, config: { ...server.ctx.config, has_sandbox: sandbox === 'on' } }
  await runTaskOnce(ctx, keepSandbox, new AbortController().signal)
}
async function readSandbox(): Promise<Row<'events'>> {
  const event = await findEvent(server.db, 'sandbox')
  if (!event) throw new Error('no sandbox')
  return event
}
async function readPoints(): Promise<number> {
  const keeper = await openScorekeeper(server.ctx, (await readSandbox()).id)
  await keeper.step()
  const diffs = (await server.get('/events/sandbox/scores/latest')).json<ScoreDiff[]>()
  return diffs.reduce((sum, { score }) => sum + score.points, 0)
}
const count = async (table: 'facts' | 'score_changes' | 'definition_changes') => {
  const { id } = await readSandbox()
  const query = server.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await query.where('event_id', '=', id).executeTakeFirstOrThrow()).count)
}

describe('the sandbox', () => {
  test('exists after the first turn, in the middle of its round, with teams, people and objectives', async () => {
    await turn(10 * minute)
    expect((await server.get('/events/sandbox/teams')).json<{ name: string }[]>().map(({ name }) => name)).toEqual(
      sandboxTeams.map(({ name }) => name),
    )
    expect(JSON.stringify((await server.get('/events/sandbox/users')).json())).toContain('Invented Otter A')
    expect(await readPoints()).toBeGreaterThan(0)
    const csv = await server.get('/events/sandbox/tables/standings.csv')
    expect(csv.body).toContain('Invented Heron')
  })

  test('changes within a minute, and the stored scores follow from the ledger', async () => {
    await turn()
    const before = await count('facts')
    await turn()
    expect(await count('facts')).toBeGreaterThan(before)
    await readPoints()
    expect(await verifyStandings(server.db, (await readSandbox()).id)).toMatchObject({ is_behind: false, differences: [] })
  })

  test('has receipts', async () => {
    await turn(29 * minute)
    await readPoints()
    const { id: objective_id } = await server.db
      .selectFrom('objectives')
      .select('id')
      .where('event_id', '=', (await readSandbox()).id)
      .where('name', '=', 'First to level 30')
      .executeTakeFirstOrThrow()
    const [team] = (await server.get('/events/sandbox/teams')).json<{ id: number }[]>()
    const receipt = await server.get(`/events/sandbox/objectives/${objective_id}/receipt?team_id=${team?.id}`)
    expect(receipt.json()).toMatchObject({ facts: expect.arrayContaining([expect.objectContaining({ source: 'user' })]) })
  })

  test('starts over after its round, and does not grow', async () => {
    await turn(29 * minute)
    const [full, { id }] = [await readPoints(), await readSandbox()]
    const sizes: number[] = []
    for (let round = 0; round < 4; round++) {
      await turn(minute)
      expect(await readPoints()).toBeLessThan(full / 4)
      expect(await count('definition_changes')).toBe(1)
      await turn(29 * minute)
      expect(await readPoints()).toBeGreaterThan(full / 2)
      expect(await verifyStandings(server.db, id)).toMatchObject({ is_behind: false, differences: [] })
      sizes.push((await count('facts')) + (await count('score_changes')))
    }
    expect((await readSandbox()).id).toBe(id)
    expect(Math.max(...sizes.slice(2))).toBeLessThan((sizes[1] ?? 0) * 1.2)
  })
})

describe('players and organisers', () => {
  test('find the sandbox in no list, and it is not the current event', async () => {
    await turn()
    const { id } = await readSandbox()
    const other = await anEvent(server.db)
    for (const by of [undefined, admin]) {
      const listed = (await server.get('/events', by)).json<Event[]>().map((event) => event.id as number)
      expect(listed).toContain(other.id)
      expect(listed).not.toContain(id)
    }
    const users = await server.get('/users', admin)
    expect(users.statusCode).toBe(200)
    expect(users.body).not.toContain('Invented')
    expect((await server.get('/events/current/teams')).json()).toMatchObject({ code: 'event_not_found' })
  })

  test('cannot sign up or change anything', async () => {
    await turn()
    const { id } = await readSandbox()
    const user = await server.as(await aUser(server.db))
    for (const key of ['sandbox', String(id)]) {
      const signup = await server.send('PUT', `/events/${key}/signups/self`, user, { expected_playtime: 4 })
      expect(signup.json()).toMatchObject({ code: 'event_locked' })
      expect((await server.send('DELETE', `/events/${key}`, admin)).json()).toMatchObject({ code: 'event_locked' })
    }
    expect(await readSandbox()).toMatchObject({ id })
  })
})

test('SANDBOX=off removes it with its people, and no other user', async () => {
  await turn()
  const real = await aUser(server.db, { display_name: 'Ada' })
  await turn(minute, 'off')
  expect(await findEvent(server.db, 'sandbox')).toBeNull()
  expect((await server.get('/events/sandbox/teams')).json()).toMatchObject({ code: 'event_not_found' })
  const left = (await server.db.selectFrom('users').select(['id', 'display_name']).execute()).map((user) => user)
  expect(left.map(({ id }) => id)).toContain(real.id)
  expect(JSON.stringify(left)).not.toContain('Invented')
})
