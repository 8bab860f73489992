import { describe, expect, it } from 'vitest'
import type { TeamId } from '@muster/contract/ids'
import type { Submission } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { aMember, anEvent, anObjective, aTeam, aUser, eventEnd, testNow } from '../../testing/builders.ts'
import { answerOf, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)

describe('a review', () => {
  it('shows its author, time and reason', async () => {
    const { id } = await world.submitted(world.ada)
    server.setNow(testNow + 9000)
    const answer = await world.review(id, 'REJECTED', world.judge, { review_comment: 'not readable' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      approval_status: 'REJECTED',
      review_comment: 'not readable',
      reviewer_id: world.judge.id,
      reviewed_at: timeText(testNow + 9000),
      submitted_at: timeText(testNow),
    })
    expect((await world.review(id, 'PENDING')).json()).toMatchObject({ approval_status: 'PENDING', review_comment: '' })
  })

  it('that asks for more leaves the submission open, and an edit of the player brings it back', async () => {
    const { id } = await world.submitted(world.ada)
    const asked = await world.review(id, 'PENDING', world.judge, { review_comment: 'Please add a clip.' })
    expect(readReviewState(asked.json<Submission>())).toBe('asked')
    expect((await world.list(world.ada)).map(({ review_comment }) => review_comment)).toEqual(['Please add a clip.'])
    server.setNow(testNow + 1)
    const edited = await world.submitted(world.ada, world.claim({ id, proof: 'https://clips.test/2' }))
    expect([edited.approval_status, readReviewState(edited)]).toEqual(['PENDING', 'waiting'])
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('asks for nothing once the event is over', async () => {
    const { id } = await world.submitted(world.ada)
    server.setNow(eventEnd + 1)
    const asked = await world.review(id, 'PENDING', world.judge, { review_comment: 'Please add a clip.' })
    expect(answerOf(asked)).toEqual([400, 'event_over'])
    expect((await world.review(id, 'PENDING')).statusCode).toBe(200)
  })

  it('that approves writes one fact with judge and reason', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED', world.judge, { review_comment: 'well done' })
    expect((await world.readLedger()).rows).toMatchObject([
      {
        kind: 'fact',
        objective_id: world.bounty.id,
        team_id: world.red.id,
        user_id: world.ada.id,
        source: `submission:${id}`,
        number: 7,
        timestamp: new Date(testNow - 1000),
        author_id: world.judge.id,
        reason: `Submission ${id} approved: well done`,
      },
    ])
  })

  it('D-33: that approves twice counts once', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    await world.review(id, 'APPROVED')
    expect((await world.readLedger()).rows).toHaveLength(1)
  })

  it('D-33: by two simultaneous judges counts once', async () => {
    const { id } = await world.submitted(world.ada)
    const second = await aUser(server.db, { permissions: ['admin'] })
    const answers = await Promise.all([
      world.review(id, 'APPROVED'),
      world.review(id, 'APPROVED', second),
      world.review(id, 'APPROVED'),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect((await world.readLedger()).rows).toHaveLength(1)
  })

  it('D-33: that withdraws an approval retracts exactly that one', async () => {
    const [first, second] = [
      await world.submitted(world.ada),
      await world.submitted(world.ada, world.claim({ timestamp: timeText(testNow) })),
    ]
    await world.review(first.id, 'APPROVED')
    await world.review(second.id, 'APPROVED')
    await world.review(first.id, 'REJECTED', world.judge, { review_comment: 'twin' })
    const { rows, unretracted } = await world.readLedger()
    expect(unretracted.map((fact) => fact.source)).toEqual([`submission:${second.id}`])
    expect(rows.at(-1)).toMatchObject({ author_id: world.judge.id, reason: `Submission ${first.id} rejected: twin` })
  })

  it('that approves again after a withdrawal counts again', async () => {
    const { id } = await world.submitted(world.ada)
    for (const status of ['APPROVED', 'PENDING', 'APPROVED']) await world.review(id, status)
    const { rows, unretracted } = await world.readLedger()
    expect([rows.length, unretracted.length]).toEqual([3, 1])
  })

  it.each([
    ['no status', {}],
    ['another status', { approval_status: 'approved' }],
    ['D-64: null as status', { approval_status: null }],
    ['a comment that is not a text', { approval_status: 'APPROVED', review_comment: 1 }],
  ])('with %s is refused', async (_, body) => {
    const { id } = await world.submitted(world.ada)
    const answer = await server.send(
      'PUT',
      `/events/${world.event.id}/submissions/${id}/review`,
      await server.as(world.judge),
      body,
    )
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
  })

  it('D-37, D-11: of an unknown submission, or one of another event, finds nothing', async () => {
    const { id } = await world.submitted(world.ada)
    const other = await anEvent(server.db)
    const path = `/events/${other.id}/submissions/${id}/review`
    const answer = await server.send('PUT', path, await server.as(world.judge), { approval_status: 'APPROVED' })
    expect(answerOf(answer)).toEqual([404, 'submission_not_found'])
    expect(answerOf(await world.review(999_999, 'APPROVED'))).toEqual([404, 'submission_not_found'])
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('D-84: outlives the account of the judge', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    await server.db.deleteFrom('users').where('id', '=', world.judge.id).execute()
    expect(await world.list()).toMatchObject([{ id, approval_status: 'APPROVED', reviewer_id: null }])
    expect((await world.readLedger()).unretracted).toMatchObject([{ author_id: null, reason: `Submission ${id} approved` }])
  })
})

describe('a deletion', () => {
  it('D-33: retracts what was approved', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    const answer = await world.remove(id, world.ada)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await world.list()).toEqual([])
    const { rows, unretracted } = await world.readLedger()
    expect(unretracted).toEqual([])
    expect(rows.at(-1)).toMatchObject({ author_id: world.ada.id, reason: `Submission ${id} deleted` })
  })

  it('D-14: is for the author, a judge and an admin, in any state', async () => {
    const admin = await aUser(server.db, { permissions: ['admin'] })
    for (const user of [world.ada, world.judge, admin]) {
      const { id } = await world.submitted(world.ada)
      await world.review(id, 'REJECTED')
      expect((await world.remove(id, user)).statusCode).toBe(204)
    }
  })

  it('is refused for everyone else', async () => {
    const { id } = await world.submitted(world.ada)
    const manager = await aUser(server.db, { permissions: ['manager'] })
    for (const user of [world.ben, manager]) expect(answerOf(await world.remove(id, user))).toEqual([403, 'not_allowed'])
    expect(await world.list()).toHaveLength(1)
  })

  it('D-11: of an unknown submission, or one of another event, finds nothing', async () => {
    const { id } = await world.submitted(world.ada)
    const other = await anEvent(server.db)
    expect(answerOf(await world.remove(id, world.judge, other.id))).toEqual([404, 'submission_not_found'])
    expect(answerOf(await world.remove(999_999, world.judge))).toEqual([404, 'submission_not_found'])
    expect(answerOf(await world.remove(0, world.judge))).toEqual([400, 'invalid_request'])
  })
})

describe('places', () => {
  it('D-34: are approved submissions of the first leads, in order, and count at once', async () => {
    const answer = await world.place([world.blue.id, world.red.id])
    expect(answer.statusCode).toBe(201)
    const decided = { number: 1, approval_status: 'APPROVED', reviewer_id: world.judge.id, submitted_at: timeText(testNow) }
    expect(answer.json()).toMatchObject([
      { ...decided, team_id: world.blue.id, user_id: world.ben.id, timestamp: timeText(testNow - 1000) },
      { ...decided, team_id: world.red.id, user_id: world.ada.id, timestamp: timeText(testNow) },
    ])
    expect((await world.readLedger()).unretracted).toMatchObject([
      { team_id: world.blue.id, author_id: world.judge.id },
      { team_id: world.red.id, author_id: world.judge.id },
    ])
  })

  it('D-34: are stored together or not at all, with the invalid team named', async () => {
    const leaderless = await aTeam(server.db, world.event.id, { name: 'The Leaderless' })
    await aMember(server.db, leaderless, (await aUser(server.db)).id)
    const answer = await world.place([world.blue.id, leaderless.id])
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({
      problems: [{ field: 'team_ids', problem: expect.stringContaining('The Leaderless') }],
    })
    expect(await world.list(world.judge)).toEqual([])
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('D-11: are not given to teams of other events, nor twice to one', async () => {
    const stranger: TeamId = (await aTeam(server.db, (await anEvent(server.db)).id)).id
    for (const teams of [[stranger], [world.red.id, world.red.id]])
      expect(answerOf(await world.place(teams))).toEqual([400, 'invalid_request'])
    expect(await world.list(world.judge)).toEqual([])
  })

  it('of no team are refused', async () => {
    const answer = await world.place([])
    expect([answer.statusCode, answer.json()]).toEqual([201, []])
  })

  it('D-14: may be decided by admins too, and by nobody else', async () => {
    expect((await world.place([world.red.id], await aUser(server.db, { permissions: ['admin'] }))).statusCode).toBe(201)
    expect(answerOf(await world.place([world.red.id], await aUser(server.db, { permissions: ['manager'] })))).toEqual([
      403,
      'not_allowed',
    ])
  })

  it('decided after the event still count within it', async () => {
    server.setNow(eventEnd + 3_600_000)
    const places = (await world.place([world.blue.id, world.red.id])).json<Submission[]>()
    expect(places.map((one) => one.timestamp)).toEqual([timeText(eventEnd - 1000), timeText(eventEnd)])
  })

  it('are for open objectives with submissions', async () => {
    const item = await anObjective(server.db, world.event.id, { parent_id: world.root.id })
    expect(answerOf(await world.place([world.red.id], world.judge, item.id))).toEqual([400, 'invalid_request'])
    const later = await world.aBounty({ valid_from: new Date(testNow + 1) })
    expect(answerOf(await world.place([world.red.id], world.judge, later.id))).toEqual([404, 'objective_not_found'])
  })
})
