import type { Correction } from '@muster/contract/corrections'
import type { ObjectiveId } from '@muster/contract/ids'
import type { Receipt } from '@muster/contract/receipts'
import { beforeEach, describe, expect, it } from 'vitest'
import { appendFacts, type Observation } from '../../db/ledger.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { aMember, anObjective, aPreset, aUser, testNow, publishDefinition } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, timeText } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: BountyEvent
let items: ObjectiveId
let more: ObjectiveId
beforeEach(async () => {
  world = await aBountyEvent(server)
  const scoring_preset_id = await aPreset(server.db, world.event.id, { points: [1], scoring_method: 'POINTS_FROM_VALUE' })
  const counted = { parent_id: world.root.id, aggregation: 'SUM_LATEST' as const, scoring_preset_id }
  items = (await anObjective(server.db, world.event.id, counted)).id
  more = (await anObjective(server.db, world.event.id, counted)).id
  await publishDefinition(server.db, world.event.id)
})

type User = BountyEvent['ada']
const observe = (observation: Partial<Observation> = {}) =>
  server.db.transact((tx) =>
    appendFacts(tx, world.event.id, [
      {
        objective_id: items,
        team_id: world.red.id,
        user_id: world.ada.id,
        source: 'stash:a',
        number: 3,
        timestamp: new Date(testNow - 60_000),
        ...observation,
      },
    ]),
  )
const exclude = async (body: object, user: User = world.judge) =>
  server.send('POST', `/events/${world.event.id}/exclusions`, await server.as(user), { reason: 'not theirs', ...body })
const withdraw = async (id: number, user: User = world.judge) =>
  server.send('POST', `/events/${world.event.id}/corrections/${id}/withdrawal`, await server.as(user), { reason: 'it was' })
const list = async () =>
  (await server.get(`/events/${world.event.id}/corrections`, await server.as(world.judge))).json<Correction[]>()
const newestFact = async () => Math.max(...(await world.readLedger()).rows.map((row) => row.sequence))

/** The points of a team on one objective as the scorekeeper writes them; a new scorekeeper each time, as after a restart. */
async function countPoints(objective_id: number = items, team_id: number = world.red.id): Promise<number> {
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
  const standings = await verifyStandings(server.db, world.event.id)
  expect(standings).toMatchObject({ differences: [], is_behind: false })
  return keeper.engine().scoreboard().get(objective_id)?.get(team_id)?.points ?? 0
}

describe('an excluded tab', () => {
  it('counts for no objective, including later facts, until the exclusion is withdrawn', async () => {
    await observe()
    const fact = await newestFact()
    await observe({ objective_id: more })
    await observe({ source: 'stash:b', number: 4 })
    expect([await countPoints(), await countPoints(more)]).toEqual([7, 3])
    const made = (await exclude({ kind: 'tab', fact })).json<Correction>()
    expect([await countPoints(), await countPoints(more)]).toEqual([4, 0])
    await observe({ number: 9, timestamp: new Date(testNow) })
    expect(await countPoints()).toBe(4)
    expect((await withdraw(made.id)).json()).toMatchObject({ id: made.id, withdrawal: { reason: 'it was' } })
    expect([await countPoints(), await countPoints(more)]).toEqual([13, 3])
  })

  it('may be excluded from one objective, or for a time', async () => {
    await observe()
    const fact = await newestFact()
    await observe({ objective_id: more })
    await exclude({ kind: 'tab', fact, objective_id: more })
    expect([await countPoints(), await countPoints(more)]).toEqual([3, 0])
    await observe({ number: 5, timestamp: new Date(testNow) })
    await exclude({ kind: 'tab', fact, objective_id: items, from: timeText(testNow) })
    expect(await countPoints()).toBe(3)
  })
})

it('an excluded player does not count, on one objective or on all', async () => {
  await observe()
  await observe({ source: 'user:1', objective_id: more })
  await observe({ source: 'stash:b', user_id: null, number: 4 })
  const { id } = (await exclude({ kind: 'player', user_id: world.ada.id, objective_id: items })).json<Correction>()
  expect([await countPoints(), await countPoints(more)]).toEqual([4, 3])
  await withdraw(id)
  await exclude({ kind: 'player', user_id: world.ada.id })
  expect([await countPoints(), await countPoints(more)]).toEqual([4, 0])
})

it('an excluded interval leaves out its facts, including late ones', async () => {
  const at = (minutes: number) => new Date(testNow - minutes * 60_000)
  await observe({ source: 'stash:a', number: 1, timestamp: at(30) })
  await observe({ source: 'stash:b', number: 2, timestamp: at(20) })
  await observe({ source: 'stash:b', number: 2, timestamp: at(20), team_id: world.blue.id })
  await exclude({ kind: 'interval', team_id: world.red.id, from: at(25).toISOString(), to: at(15).toISOString() })
  expect([await countPoints(), await countPoints(items, world.blue.id)]).toEqual([1, 2])
  await observe({ source: 'stash:c', number: 4, timestamp: at(15) })
  await observe({ source: 'stash:d', number: 8, timestamp: at(14) })
  expect(await countPoints()).toBe(9)
  await exclude({ kind: 'interval', from: at(60).toISOString(), to: at(0).toISOString() })
  expect([await countPoints(), await countPoints(items, world.blue.id)]).toEqual([0, 0])
})

it('an excluded fact leaves what its tab showed before and after it', async () => {
  await observe({ number: 3, timestamp: new Date(testNow - 3000) })
  await observe({ number: 50, timestamp: new Date(testNow - 2000) })
  const fact = await newestFact()
  expect(await countPoints()).toBe(50)
  expect((await exclude({ kind: 'fact', fact })).json()).toMatchObject({
    kind: 'fact',
    objective_id: items,
    team_id: world.red.id,
    from: timeText(testNow - 2000),
    to: timeText(testNow - 2000),
  })
  expect(await countPoints()).toBe(3)
  await observe({ number: 4, timestamp: new Date(testNow - 1000) })
  expect(await countPoints()).toBe(4)
})

it('the receipt says who excluded what, and the public note where there is one', async () => {
  const read = async () => {
    await countPoints()
    const path = `/events/${world.event.id}/objectives/${items}/receipt?team_id=${world.red.id}`
    return (await server.get(path)).json<Receipt>().facts[0]
  }
  const author = { id: world.judge.id, display_name: world.judge.display_name }
  await observe()
  const fact = await newestFact()
  const { id } = (await exclude({ kind: 'tab', fact })).json<Correction>()
  expect(await read()).toMatchObject({
    verdict: 'excluded',
    reason: 'was excluded by a judge',
    withdrawal: { author, note: 'not theirs' },
  })
  await withdraw(id)
  expect(await read()).toMatchObject({ verdict: 'counts', withdrawal: null })
  await exclude({ kind: 'tab', fact, public_note: 'A tab of another event' })
  expect(await read()).toMatchObject({ verdict: 'excluded', withdrawal: { author, note: 'A tab of another event' } })
})

it('corrections of both kinds are listed newest first, with author and reason, in pages', async () => {
  await observe()
  const fact = await newestFact()
  const body = { objective_id: items, team_id: world.red.id, number: 2, reason: 'seen', public_note: 'Seen on stream' }
  const path = `/events/${world.event.id}/corrections`
  const added = (await server.send('POST', path, await server.as(world.judge), body)).json<Correction>()
  const excluded = (await exclude({ kind: 'tab', fact })).json<Correction>()
  expect(await list()).toEqual([excluded, added])
  expect(excluded).toMatchObject({ kind: 'tab', team_id: world.red.id, number: null, reason: 'not theirs', public_note: null })
  expect(added).toMatchObject({ kind: 'addition', public_note: 'Seen on stream' })
  const page = await server.get(`${path}?before=${excluded.id}&limit=1`, await server.as(world.judge))
  expect(page.json()).toEqual([added])
})

it('an exclusion works in a locked event, and is in the list of changes', async () => {
  await observe()
  const fact = await newestFact()
  await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', world.event.id).execute()
  const { id } = (await exclude({ kind: 'tab', fact })).json<Correction>()
  const change = await server.db
    .selectFrom('definition_changes')
    .select(['author_id', 'reason'])
    .where('event_id', '=', world.event.id)
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  expect(change).toEqual({ author_id: world.judge.id, reason: `Excluded a tab (correction ${id}): not theirs` })
})

it('is withdrawn once, however often it is requested', async () => {
  await observe()
  const { id } = (await exclude({ kind: 'tab', fact: await newestFact() })).json<Correction>()
  const admin = await aUser(server.db, { permissions: ['admin'] })
  const answers = await Promise.all([withdraw(id), withdraw(id, admin)])
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
  const changes = server.db.selectFrom('definition_changes').select('sequence').where('event_id', '=', world.event.id)
  expect(await changes.execute()).toHaveLength(3)
})

describe('nobody corrects their own team', () => {
  it('but may exclude an interval of all teams', async () => {
    await observe()
    const fact = await newestFact()
    const player = await aUser(server.db, { permissions: ['admin', 'submission_judge'] })
    await aMember(server.db, world.red, player.id)
    const span = { from: timeText(testNow - 1000), to: timeText(testNow) }
    const refused = [
      { kind: 'fact', fact },
      { kind: 'tab', fact },
      { kind: 'player', user_id: world.ada.id },
      { kind: 'interval', team_id: world.red.id, ...span },
      { kind: 'interval', user_id: world.ada.id, ...span },
    ]
    for (const body of refused) expect(answerOf(await exclude(body, player))).toEqual([403, 'own_team'])
    expect(await list()).toEqual([])
    expect((await exclude({ kind: 'interval', ...span }, player)).statusCode).toBe(201)
    const { id } = (await exclude({ kind: 'tab', fact })).json<Correction>()
    expect(answerOf(await withdraw(id, player))).toEqual([403, 'own_team'])
  })
})

describe('an exclusion', () => {
  it.each([
    ['no reason', { kind: 'interval', reason: ' ' }, 'reason'],
    ['another kind', { kind: 'team' }, 'kind'],
    ['no fact', { kind: 'fact' }, 'fact'],
    ['an unknown fact', { kind: 'tab', fact: 999_999_999 }, 'fact'],
    ['no player', { kind: 'player' }, 'user_id'],
    ['an interval without an end', { kind: 'interval', from: timeText(testNow) }, 'to'],
    ['an interval without a beginning', { kind: 'interval', to: timeText(testNow) }, 'from'],
    ['an interval that ends before it begins', { kind: 'interval', from: timeText(testNow), to: timeText(testNow - 1) }, 'to'],
    [
      'a category',
      {
        kind: 'interval',
        from: timeText(testNow - 1),
        to: timeText(testNow),
        get objective_id() {
          return world.root.id
        },
      },
      'objective_id',
    ],
  ])('with %s names the field', async (_, body, field) => {
    const answer = await exclude(body)
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect(await list()).toEqual([])
  })

  it('is for observed facts: submissions are rejected, corrections withdrawn', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    expect(answerOf(await exclude({ kind: 'fact', fact: await newestFact() }))).toEqual([400, 'invalid_request'])
    await observe({ source: 'user:1' })
    expect(answerOf(await exclude({ kind: 'tab', fact: await newestFact() }))).toEqual([400, 'invalid_request'])
  })

  it('D-11: belongs to one event', async () => {
    await observe()
    const fact = await newestFact()
    const { id } = (await exclude({ kind: 'tab', fact })).json<Correction>()
    const there = world
    world = await aBountyEvent(server)
    expect(answerOf(await exclude({ kind: 'tab', fact }))).toEqual([400, 'invalid_request'])
    expect(answerOf(await exclude({ kind: 'player', user_id: there.ada.id }))).toEqual([404, 'user_not_found'])
    const span = { from: timeText(testNow - 1), to: timeText(testNow) }
    expect(answerOf(await exclude({ kind: 'interval', ...span, team_id: there.red.id }))).toEqual([404, 'team_not_found'])
    const elsewhere = { kind: 'interval', ...span, objective_id: there.bounty.id }
    expect(answerOf(await exclude(elsewhere))).toEqual([404, 'objective_not_found'])
    expect(answerOf(await withdraw(id))).toEqual([404, 'correction_not_found'])
  })
})
