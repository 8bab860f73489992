import { describe, expect, it } from 'vitest'
import type { SubmissionClaim, SubmissionHistory } from '@muster/contract/submissions'
import { sql } from 'kysely'
import { aMember, aUser, testNow } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)

type User = BountyEvent['ada']
const nameOf = (user: User) => ({ id: user.id, display_name: user.display_name })
const aJudge = () => aUser(server.db, { permissions: ['submission_judge'] })
const path = (id: number, event_id: number = world.event.id) => `/events/${event_id}/submissions/${id}`
const claim = async (id: number, user: User = world.judge, body: object = {}, event_id?: number) =>
  server.send('PUT', `${path(id, event_id)}/claim`, await server.as(user), body)
const release = async (id: number, user: User = world.judge) => server.send('DELETE', `${path(id)}/claim`, await server.as(user))
const listClaims = async () =>
  (await server.get(`/events/${world.event.id}/submissions/claims`, await server.as(world.judge))).json<SubmissionClaim[]>()
const readHistory = async (id: number, user: User = world.judge) => server.get(`${path(id)}/history`, await server.as(user))
const letClaimsRunOut = () =>
  server.db.updateTable('submission_claims').set({ expires_at: sql<Date>`now() - interval '1 second'` }).execute()

describe('a claim', () => {
  it('names the judge and lasts three minutes, longer if renewed', async () => {
    const { id } = await world.submitted(world.ada)
    const first = await claim(id)
    expect(first.statusCode).toBe(200)
    const held = first.json<SubmissionClaim>()
    expect(held).toMatchObject({ submission_id: id, judge: nameOf(world.judge) })
    expect(Date.parse(held.expires_at) - Date.parse(held.claimed_at)).toBe(180_000)
    const renewed = (await claim(id)).json<SubmissionClaim>()
    expect(renewed.claimed_at).toBe(held.claimed_at)
    expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.parse(held.expires_at))
    expect(await listClaims()).toEqual([renewed])
  })

  it('of many simultaneous judges goes to one, and the others see its owner', async () => {
    const { id } = await world.submitted(world.ada)
    const judges = await Promise.all(Array.from({ length: 5 }, aJudge))
    const answers = await Promise.all(judges.map((judge) => claim(id, judge)))
    const won = answers.filter((answer) => answer.statusCode === 200)
    expect(won).toHaveLength(1)
    const winner = won[0]?.json<SubmissionClaim>().judge
    for (const answer of answers.filter((one) => one.statusCode !== 200)) {
      expect(answerOf(answer)).toEqual([409, 'already_claimed'])
      expect(answer.json()).toMatchObject({ error: `${winner?.display_name} is judging this submission` })
    }
    expect((await listClaims()).map((one) => one.judge)).toEqual([winner])
  })

  it('blocks decisions of others until it is released', async () => {
    const { id } = await world.submitted(world.ada)
    const second = await aJudge()
    await claim(id)
    expect(answerOf(await world.review(id, 'APPROVED', second))).toEqual([409, 'already_claimed'])
    expect((await world.readLedger()).rows).toEqual([])
    await release(id, second)
    expect(answerOf(await world.review(id, 'APPROVED', second))).toEqual([409, 'already_claimed'])
    await release(id)
    expect((await world.review(id, 'APPROVED', second)).statusCode).toBe(200)
  })

  it('blocks nobody forever: it expires, and can be taken over', async () => {
    const { id } = await world.submitted(world.ada)
    const second = await aJudge()
    await claim(id)
    await letClaimsRunOut()
    expect(await listClaims()).toEqual([])
    expect((await claim(id, second)).statusCode).toBe(200)
    expect(answerOf(await claim(id))).toEqual([409, 'already_claimed'])
    expect((await claim(id, world.judge, { take_over: true })).json()).toMatchObject({ judge: nameOf(world.judge) })
    expect(answerOf(await world.review(id, 'APPROVED', second))).toEqual([409, 'already_claimed'])
  })

  it('ends with the decision', async () => {
    const { id } = await world.submitted(world.ada)
    await claim(id)
    await world.review(id, 'REJECTED')
    expect(await listClaims()).toEqual([])
  })

  it('that has expired blocks no decision', async () => {
    const { id } = await world.submitted(world.ada)
    await claim(id)
    await letClaimsRunOut()
    expect((await world.review(id, 'APPROVED', await aJudge())).statusCode).toBe(200)
  })

  it('D-11: belongs to a submission of this event', async () => {
    const { id } = await world.submitted(world.ada)
    const other = await aBountyEvent(server)
    expect(answerOf(await claim(id, world.judge, {}, other.event.id))).toEqual([404, 'submission_not_found'])
    expect(answerOf(await claim(999_999))).toEqual([404, 'submission_not_found'])
    expect((await release(999_999)).statusCode).toBe(204)
  })
})

describe('judges may not judge their own team', () => {
  it.each([
    ['a judge', 'submission_judge'],
    ['an admin', 'admin'],
  ] as const)('as %s: no claim, no review, no deletion, no place', async (_, role) => {
    const player = await aUser(server.db, { permissions: [role] })
    await aMember(server.db, world.red, player.id)
    const own = await world.submitted(world.ada)
    const rival = await world.submitted(world.ben)
    expect(answerOf(await claim(own.id, player))).toEqual([403, 'own_team'])
    for (const status of ['APPROVED', 'REJECTED', 'PENDING']) {
      expect(answerOf(await world.review(own.id, status, player))).toEqual([403, 'own_team'])
    }
    expect(answerOf(await world.remove(own.id, player))).toEqual([403, 'own_team'])
    expect(answerOf(await world.place([world.blue.id, world.red.id], player))).toEqual([403, 'own_team'])
    expect((await world.readLedger()).rows).toEqual([])
    expect((await claim(rival.id, player)).statusCode).toBe(200)
    expect((await world.review(rival.id, 'APPROVED', player)).statusCode).toBe(200)
    expect((await world.place([world.blue.id], player)).statusCode).toBe(201)
  })

  it('including achievements for a team they have left', async () => {
    const player = await aUser(server.db, { permissions: ['submission_judge'] })
    await aMember(server.db, world.red, player.id)
    const { id } = await world.submitted(player)
    await server.db.deleteFrom('team_users').where('user_id', '=', player.id).execute()
    expect(answerOf(await world.review(id, 'APPROVED', player))).toEqual([403, 'own_team'])
  })

  it('but may withdraw their own submissions', async () => {
    const player = await aUser(server.db, { permissions: ['submission_judge'] })
    await aMember(server.db, world.red, player.id)
    const { id } = await world.submitted(player)
    expect((await world.remove(id, player)).statusCode).toBe(204)
  })
})

describe('a decision on a version', () => {
  it('needs the version that the judge saw', async () => {
    const { id, version } = await world.submitted(world.ada)
    await world.submit(world.ada, world.claim({ id, number: 70 }))
    const late = await world.review(id, 'APPROVED', world.judge, { base_version: version })
    expect(answerOf(late)).toEqual([409, 'changed_meanwhile'])
    expect((await world.readLedger()).rows).toEqual([])
    const [seen] = await world.list()
    expect((await world.review(id, 'APPROVED', world.judge, { base_version: seen?.version })).json()).toMatchObject({
      number: 70,
      version: (seen?.version ?? 0) + 1,
    })
  })

  it('is refused after a faster decision of another judge', async () => {
    const { id, version } = await world.submitted(world.ada)
    const decisions = ['APPROVED', 'REJECTED', 'APPROVED', 'REJECTED']
    const answers = await Promise.all(
      decisions.map(async (status) => world.review(id, status, await aJudge(), { base_version: version })),
    )
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect((await readHistory(id)).json<SubmissionHistory[]>()).toHaveLength(2)
  })

  it('needs no version, for older clients', async () => {
    const { id } = await world.submitted(world.ada)
    await world.submit(world.ada, world.claim({ id, number: 70 }))
    expect((await world.review(id, 'APPROVED')).statusCode).toBe(200)
  })
})

describe('the history', () => {
  it('records every step: author, time, change and reason', async () => {
    const { id } = await world.submitted(world.ada)
    server.setNow(testNow + 1000)
    await world.review(id, 'APPROVED', world.judge, { review_comment: 'seen' })
    server.setNow(testNow + 2000)
    await world.submit(world.ada, world.claim({ id, number: 8 }))
    server.setNow(testNow + 3000)
    await world.review(id, 'REJECTED', world.judge, { review_comment: 'the life drops' })
    const [ada, judge] = [nameOf(world.ada), nameOf(world.judge)]
    const step = (kind: string, from_status: string | null, to_status: string, comment: string, author: object, at: number) => ({
      id: expect.any(Number),
      kind,
      from_status,
      to_status,
      comment,
      author,
      timestamp: timeText(testNow + at),
    })
    expect((await readHistory(id)).json()).toEqual([
      step('submitted', null, 'PENDING', '', ada, 0),
      step('decided', 'PENDING', 'APPROVED', 'seen', judge, 1000),
      step('edited', 'APPROVED', 'PENDING', '', ada, 2000),
      step('decided', 'PENDING', 'REJECTED', 'the life drops', judge, 3000),
    ])
  })

  it('of a place begins with the decision', async () => {
    const [place] = (await world.place([world.red.id])).json<{ id: number }[]>()
    expect((await readHistory(place?.id ?? 0)).json()).toMatchObject([
      { kind: 'decided', from_status: null, to_status: 'APPROVED', author: nameOf(world.judge) },
    ])
  })

  it('omits refused decisions', async () => {
    const { id } = await world.submitted(world.ada)
    await claim(id)
    await world.review(id, 'APPROVED', await aJudge())
    expect((await readHistory(id)).json()).toHaveLength(1)
  })

  it('is for judges, admins and the submitter', async () => {
    const { id } = await world.submitted(world.ada)
    for (const user of [world.ada, world.judge, await aUser(server.db, { permissions: ['admin'] })]) {
      expect((await readHistory(id, user)).statusCode).toBe(200)
    }
    expect(answerOf(await readHistory(id, world.ben))).toEqual([403, 'not_allowed'])
    expect(answerOf(await readHistory(999_999))).toEqual([404, 'submission_not_found'])
  })

  it('outlives the judge', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    await server.db.deleteFrom('users').where('id', '=', world.judge.id).execute()
    expect((await readHistory(id, world.ada)).json()).toMatchObject([{}, { kind: 'decided', author: null }])
  })
})
