import type { Correction } from '@muster/contract/corrections'
import { beforeEach, describe, expect, it } from 'vitest'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { aMember, anObjective, aPreset, aUser, eventEnd, eventStart, testNow, publishDefinition } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, timeText } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: BountyEvent
beforeEach(async () => {
  world = await aBountyEvent(server)
})

type User = BountyEvent['ada']
const body = (more: object = {}) => ({
  objective_id: world.bounty.id,
  team_id: world.red.id,
  number: 3,
  reason: 'the game was down',
  ...more,
})
const correct = async (more: object = {}, user: User = world.judge) =>
  server.send('POST', `/events/${world.event.id}/corrections`, await server.as(user), body(more))
const withdraw = async (id: number | string, user: User = world.judge, more: object = { reason: 'mistaken' }) =>
  server.send('POST', `/events/${world.event.id}/corrections/${id}/withdrawal`, await server.as(user), more)
const list = async (query = '') =>
  (await server.get(`/events/${world.event.id}/corrections${query}`, await server.as(world.judge))).json<Correction[]>()
const nameOf = (user: User) => ({ id: user.id, display_name: user.display_name })

/** The team's points on the bounty, as the scorekeeper computes them. */
async function countPoints(): Promise<number | undefined> {
  await publishDefinition(server.db, world.event.id)
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
  return keeper.engine().scoreboard().get(world.bounty.id)?.get(world.red.id)?.points
}

describe('a correction', () => {
  it('counts from now on, with its author and reason', async () => {
    await server.db
      .updateTable('objectives')
      .set({ scoring_preset_id: await aPreset(server.db, world.event.id, { points: [2], scoring_method: 'POINTS_FROM_VALUE' }) })
      .where('id', '=', world.bounty.id)
      .execute()
    const answer = await correct({ user_id: world.ada.id })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      kind: 'addition',
      objective_id: world.bounty.id,
      team_id: world.red.id,
      user_id: world.ada.id,
      number: 3,
      timestamp: timeText(testNow),
      tab: null,
      from: null,
      to: null,
      reason: 'the game was down',
      public_note: null,
      proof: null,
      author: nameOf(world.judge),
      approval: null,
      created_at: null,
      withdrawal: null,
    })
    expect(await countPoints()).toBe(6)
    const { id } = answer.json<Correction>()
    expect((await withdraw(id)).json()).toMatchObject({ id, withdrawal: { author: nameOf(world.judge), reason: 'mistaken' } })
    expect((await countPoints()) ?? 0).toBe(0)
  })

  it('is withdrawn once', async () => {
    const { id } = (await correct()).json<Correction>()
    const admin = await aUser(server.db, { permissions: ['admin'] })
    const answers = await Promise.all([withdraw(id), withdraw(id, admin, { reason: 'second' })])
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
    expect((await world.readLedger()).rows.map((row) => row.kind)).toEqual(['fact', 'retraction'])
    expect(await list()).toHaveLength(1)
  })

  it('is a fact of its own, even with repeated content', async () => {
    await correct()
    await correct()
    expect((await world.readLedger()).unretracted).toHaveLength(2)
  })

  it.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['no number', { number: undefined }, 'number'],
    ['a broken number', { number: 0.5 }, 'number'],
    ['a time before the event', { timestamp: timeText(eventStart - 1) }, 'timestamp'],
    ['a time in the future', { timestamp: timeText(testNow + 1) }, 'timestamp'],
    [
      'a category',
      {
        get objective_id() {
          return world.root.id
        },
      },
      'objective_id',
    ],
    [
      'a player of another team',
      {
        get user_id() {
          return world.ben.id
        },
      },
      'user_id',
    ],
  ])('with %s names the field', async (_, more, field) => {
    const answer = await correct(more)
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('after the event must still lie within it, and within the objective', async () => {
    server.setNow(eventEnd + 1000)
    expect((await correct()).json()).toMatchObject({ timestamp: timeText(eventEnd) })
    const daily = await world.aBounty({ valid_to: new Date(testNow) })
    expect((await correct({ objective_id: daily.id })).json()).toMatchObject({ timestamp: timeText(testNow) })
    const late = await correct({ objective_id: daily.id, timestamp: timeText(testNow + 1) })
    expect(answerOf(late)).toEqual([400, 'invalid_request'])
  })

  it('D-11: belongs to one event', async () => {
    const other = await aBountyEvent(server)
    expect(answerOf(await correct({ objective_id: other.bounty.id }))).toEqual([404, 'objective_not_found'])
    expect(answerOf(await correct({ team_id: other.red.id }))).toEqual([404, 'team_not_found'])
    const { id } = (await correct()).json<Correction>()
    world = other
    expect(answerOf(await withdraw(id))).toEqual([404, 'correction_not_found'])
  })

  it("is neither made nor withdrawn for the judge's team", async () => {
    const { id } = (await correct()).json<Correction>()
    const player = await aUser(server.db, { permissions: ['submission_judge', 'admin'] })
    await aMember(server.db, world.red, player.id)
    expect(answerOf(await correct({}, player))).toEqual([403, 'own_team'])
    expect(answerOf(await withdraw(id, player))).toEqual([403, 'own_team'])
    expect((await correct({ team_id: world.blue.id }, player)).statusCode).toBe(201)
    expect((await world.readLedger()).rows.map((row) => row.kind)).toEqual(['fact', 'fact'])
  })

  it("cannot be named as another fact's source", async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    const [fact] = (await world.readLedger()).unretracted
    expect(answerOf(await withdraw(fact?.sequence ?? 0))).toEqual([404, 'correction_not_found'])
    expect(answerOf(await withdraw(0))).toEqual([400, 'invalid_request'])
  })
})

it('corrections are listed newest first, in pages', async () => {
  const ids = []
  for (const number of [1, 2, 3]) ids.push((await correct({ number })).json<Correction>().id)
  await anObjective(server.db, world.event.id)
  expect((await list()).map((one) => one.id)).toEqual(ids.toReversed())
  expect((await list(`?before=${ids[2]}&limit=1`)).map((one) => one.id)).toEqual([ids[1]])
})
