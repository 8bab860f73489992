import type { Correction, ManualPoints } from '@muster/contract/corrections'
import type { WhatIf } from '@muster/contract/definition'
import type { EventReadiness } from '@muster/contract/readiness'
import type { Receipt } from '@muster/contract/receipts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { aMember, aUser, eventEnd, eventStart, publishDefinition, testNow } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, timeText } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: BountyEvent
let other: BountyEvent['judge']
beforeEach(async () => {
  world = await aBountyEvent(server)
  other = await aUser(server.db, { permissions: ['submission_judge'] })
})

type User = BountyEvent['ada']
const nameOf = (user: User) => ({ id: user.id, display_name: user.display_name })
const proof = 'https://clips.test/1'
const post = async (path: string, body: object, user: User = world.judge) =>
  server.send('POST', `/events/${world.event.id}${path}`, await server.as(user), body)
const give = (more: object = {}, user?: User) =>
  post('/manual-points', { team_id: world.red.id, points: 25, reason: 'helped the referee', proof, ...more }, user)
const given = async (more: object = {}, user?: User) => (await give(more, user)).json<Correction>()
const decide = (id: number, is_approved: boolean, user: User = other, reason = is_approved ? '' : 'not enough proof') =>
  post(`/corrections/${id}/decision`, { is_approved, reason }, user)
const withdraw = (id: number, user?: User) => post(`/corrections/${id}/withdrawal`, { reason: 'mistaken' }, user)
const list = async () =>
  (await server.get(`/events/${world.event.id}/corrections`, await server.as(world.judge))).json<Correction[]>()
const listPublic = async () => (await server.get(`/events/${world.event.id}/manual-points`)).json<ManualPoints[]>()
const limitTo = (points_need_approval_above: number | null) =>
  server.db.updateTable('events').set({ points_need_approval_above }).where('id', '=', world.event.id).execute()

/** The teams' points by hand, as the scorekeeper counts them. */
async function score(): Promise<(number | undefined)[]> {
  await publishDefinition(server.db, world.event.id)
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
  expect(await verifyStandings(server.db, world.event.id)).toMatchObject({ differences: [], is_behind: false })
  const scores = keeper.engine().scoreboard().get(world.root.id)
  return [scores?.get(world.red.id)?.points, scores?.get(world.blue.id)?.points]
}

describe('points given or taken by hand', () => {
  it('count at once, with author, reason and proof', async () => {
    const answer = await give({ user_id: world.ada.id })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      kind: 'points',
      objective_id: null,
      team_id: world.red.id,
      user_id: world.ada.id,
      number: 25,
      timestamp: null,
      tab: null,
      from: null,
      to: null,
      reason: 'helped the referee',
      public_note: null,
      proof,
      author: nameOf(world.judge),
      approval: null,
      created_at: timeText(testNow),
      withdrawal: null,
    })
    await give({ team_id: world.blue.id, points: -40, proof: '', public_note: 'late' })
    expect(await score()).toEqual([25, -40])
    expect(await list()).toMatchObject([{ number: -40, proof: null, public_note: 'late' }, { number: 25 }])
    expect(await listPublic()).toMatchObject([
      { team_id: world.blue.id, points: -40, note: 'late', proof: null, user: null, approver: null },
      { points: 25, note: 'helped the referee', proof, user: nameOf(world.ada), author: nameOf(world.judge) },
    ])
  })

  it('are on the receipt of the whole event', async () => {
    await limitTo(10)
    const { id } = await given()
    await decide(id, true)
    await score()
    const url = `/events/${world.event.id}/objectives/${world.root.id}/receipt?team_id=${world.red.id}`
    const receipt = (await server.get(url)).json<Receipt>()
    expect(receipt).toMatchObject({ points: 25, sentence: 'Points given or taken by organisers: 25.' })
    expect(receipt.facts).toMatchObject([
      {
        source: 'correction',
        number: 25,
        verdict: 'counts',
        ruling: { author: nameOf(world.judge), note: 'helped the referee' },
        proof,
        approver: nameOf(other),
      },
    ])
  })

  it.each([
    ['before the start', eventStart - 5000],
    ['after the end', eventEnd + 5000],
  ])('count %s, in a locked event too', async (_, now) => {
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', world.event.id).execute()
    server.setNow(now)
    expect((await given()).created_at).toBe(timeText(now))
    expect((await score())[0]).toBe(25)
  })

  it('are undone by a withdrawal, once', async () => {
    const { id } = await given()
    const answers = await Promise.all([withdraw(id), withdraw(id, other)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect((await world.readLedger()).rows.map(({ kind }) => kind)).toEqual(['fact', 'retraction'])
    expect(await score()).toEqual([undefined, undefined])
    expect(await list()).toMatchObject([{ id, withdrawal: { reason: 'mistaken' } }])
    expect(await listPublic()).toEqual([])
  })

  it.each([
    ['no points', { points: 0 }, 'points'],
    ['a part of a point', { points: 0.5 }, 'points'],
    ['too many points', { points: 1_000_001 }, 'points'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a proof that is not a link', { proof: 'seen it' }, 'proof'],
    ['a script as proof', { proof: 'javascript:alert(1)' }, 'proof'],
    ['an unprotected link', { proof: 'http://clips.test/1' }, 'proof'],
    [
      'a player of another team',
      {
        get user_id() {
          return world.ben.id
        },
      },
      'user_id',
    ],
  ])('with %s name the field', async (_, more, field) => {
    const answer = await give(more)
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect(await list()).toEqual([])
  })

  it("are not given to, taken from or decided for the judge's team", async () => {
    await limitTo(10)
    const { id } = await given()
    const player = await aUser(server.db, { permissions: ['admin'] })
    await aMember(server.db, world.red, player.id)
    expect(answerOf(await give({}, player))).toEqual([403, 'own_team'])
    expect(answerOf(await decide(id, true, player))).toEqual([403, 'own_team'])
    expect(answerOf(await withdraw(id, player))).toEqual([403, 'own_team'])
  })

  it('belong to one event', async () => {
    await limitTo(0)
    const { id } = await given()
    const second = await aBountyEvent(server)
    expect(answerOf(await give({ team_id: second.red.id }))).toEqual([404, 'team_not_found'])
    world = second
    expect(answerOf(await decide(id, true))).toEqual([404, 'correction_not_found'])
    expect(await list()).toEqual([])
  })
})

describe('the second person', () => {
  it.each([
    [25, null, null],
    [25, 25, null],
    [26, 25, 'waiting'],
    [-26, 25, 'waiting'],
    [1, 0, 'waiting'],
  ])('of %i points is needed above %s: %s', async (points, limit, state) => {
    await limitTo(limit)
    expect((await given({ points })).approval?.state ?? null).toBe(state)
  })

  it('approves; before that the points are invisible and do not count', async () => {
    await limitTo(10)
    const { id } = await given()
    expect([(await world.readLedger()).rows, await listPublic(), await score()]).toEqual([[], [], [undefined, undefined]])
    const answer = await decide(id, true, other, ' seen ')
    expect(answer.json()).toMatchObject({ id, approval: { state: 'approved', judge: nameOf(other), reason: 'seen' } })
    expect(await score()).toEqual([25, undefined])
    expect(await listPublic()).toMatchObject([{ points: 25, approver: nameOf(other) }])
  })

  it('declines with a reason, and the points never count', async () => {
    await limitTo(10)
    const { id } = await given()
    expect(answerOf(await decide(id, false, other, ''))).toEqual([400, 'invalid_request'])
    expect((await decide(id, false)).json()).toMatchObject({ approval: { state: 'declined', reason: 'not enough proof' } })
    expect(answerOf(await decide(id, true))).toEqual([409, 'changed_meanwhile'])
    expect(answerOf(await withdraw(id))).toEqual([409, 'changed_meanwhile'])
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('is not the author', async () => {
    await limitTo(10)
    const { id } = await given()
    expect(answerOf(await decide(id, true, world.judge))).toEqual([403, 'own_correction'])
    expect(answerOf(await post('/corrections/what-if', { kind: 'approve', id }))).toEqual([403, 'own_correction'])
  })

  it('decides about nothing else', async () => {
    const { id } = await given()
    expect(answerOf(await decide(id, true))).toEqual([409, 'changed_meanwhile'])
    const addition = { objective_id: world.bounty.id, team_id: world.red.id, number: 1, reason: 'seen' }
    const added = (await post('/corrections', addition)).json<Correction>()
    expect(answerOf(await decide(added.id, true))).toEqual([404, 'correction_not_found'])
  })

  it('is one of two who approve at once', async () => {
    await limitTo(10)
    const { id } = await given()
    const third = await aUser(server.db, { permissions: ['admin'] })
    const answers = await Promise.all([decide(id, true, other), decide(id, true, third)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[0]?.json<Correction>().approval).toEqual(answers[1]?.json<Correction>().approval)
    expect((await world.readLedger()).rows).toHaveLength(1)
  })

  it.each([1, 2, 3])('meets a withdrawal and a refusal at the same time: one wins, round %i', async () => {
    await limitTo(10)
    const { id } = await given()
    const third = await aUser(server.db, { permissions: ['admin'] })
    await Promise.all([decide(id, true, other), decide(id, false, third), withdraw(id)])
    const [entry] = await list()
    const { unretracted } = await world.readLedger()
    const counts = entry?.approval?.state === 'approved' && entry.withdrawal === null
    expect(unretracted).toHaveLength(counts ? 1 : 0)
    expect([entry?.withdrawal !== null, entry?.approval?.state === 'declined']).not.toEqual([true, true])
  })

  it('finds the waiting points counted on the overview', async () => {
    await limitTo(10)
    const [first] = [await given(), await given()]
    await withdraw(first.id)
    const readiness = await server.get(`/events/${world.event.id}/readiness`, await server.as(world.judge))
    expect(readiness.json<EventReadiness>().figures.waiting_points).toBe(1)
  })

  it('sees the effect first, and so does the author, as if it were approved', async () => {
    await limitTo(10)
    await score()
    const body = { team_id: world.red.id, points: -30, reason: 'late' }
    const preview = (await post('/corrections/what-if', { kind: 'points', points: body })).json<WhatIf>()
    const effect = expect.objectContaining({ team_id: world.red.id, points_now: 0, points_then: -30 })
    expect(preview.teams).toContainEqual(effect)
    expect(await list()).toEqual([])
    const { id } = await given({ points: -30 })
    const asked = await post('/corrections/what-if', { kind: 'approve', id }, other)
    expect(asked.json<WhatIf>().teams).toContainEqual(effect)
    expect(await list()).toMatchObject([{ approval: { state: 'waiting' } }])
  })
})
